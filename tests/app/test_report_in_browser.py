"""The page of a game in a real browser: keys, widths, languages; nothing loaded, nothing complained of."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import Browser, find_browser, open_browser
from kept_games import keep_game, on_by_one

from calibration.holes import is_camp
from toc_pi.app.report.page import write_report
from toc_pi.store.settings import find_places

PROGRAM = find_browser()
pytestmark = pytest.mark.skipif(PROGRAM is None, reason="chromium missing (apt install chromium)")
WIDTHS = (390, 1280)
CONTRAST = """
(() => {
  const parse = (text) => (text.match(/[\\d.]+/g) || [0, 0, 0, 0]).map(Number);
  const light = (c) => c.slice(0, 3).map((v) => v / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, n) => sum + v * [0.2126, 0.7152, 0.0722][n], 0);
  const behind = (e) => {
    for (; e; e = e.parentElement) {
      const c = parse(getComputedStyle(e).backgroundColor);
      if (c.length < 4 || c[3] > 0) return c;
    }
    return [255, 255, 255];
  };
  let worst = 99;
  for (const e of document.querySelectorAll("body *")) {
    const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
    if (!own || !e.getClientRects().length || e.closest("script, style, noscript")) continue;
    const style = getComputedStyle(e);
    const ink = parse(e instanceof SVGElement ? style.fill : style.color);
    const [a, b] = [light(ink), light(behind(e.parentElement && e))].sort((x, y) => y - x);
    worst = Math.min(worst, (a + 0.05) / (b + 0.05));
  }
  return worst;
})()
"""
SMALL = """
[...document.querySelectorAll("button, #slider, .chip")].filter((e) => {
  const r = e.getBoundingClientRect();
  return r.width < 24 || r.height < 24;
}).length
"""
HERE = "Number(document.getElementById('slider').value)"
STANDS = """
[...document.querySelectorAll("#pawns > g")].map((g) => g.style.transform.match(/-?[\\d.]+/g).map(Number))
"""


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A game of four with wrong moves, in both languages."""
    home = tmp_path_factory.mktemp("home")
    keep_game(home, "quebec-1", "square-40", on_by_one(every=9), most=40)
    places = find_places({"TOC_PI_HOME": str(home)}, home)
    out = {language: home / f"{language}.html" for language in ("en", "fr")}
    for language, path in out.items():
        path.write_text(write_report(places.games, 1, places.settings, language), "utf-8")
    return out


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """One browser for all of them."""
    assert PROGRAM is not None
    with open_browser(PROGRAM, tmp_path_factory.mktemp("profile")) as browser:
        yield browser


def steps_of(path: Path) -> list[dict[str, str]]:
    text = path.read_text("utf-8").partition('id="game">')[2].partition("</script>")[0]
    content = json.loads(text)
    assert isinstance(content, dict)
    return [*content["steps"]]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_page_fits_loads_nothing_and_complains_of_nothing(
    language: str, browser: Browser, pages: dict[str, Path]
) -> None:
    browser.requests.clear()
    for width in WIDTHS:
        browser.size(width)
        browser.open(pages[language])
        assert browser.run("document.documentElement.scrollWidth") <= width
        wide = "[...document.querySelectorAll('.wide')].filter((e) => e.scrollWidth > e.clientWidth).length"
        assert browser.run(wide) == 0, "no table needs to be pushed aside"
        assert browser.run(SMALL) == 0
        for scheme in ("light", "dark"):
            browser.media(color_scheme=scheme)
            assert browser.run(CONTRAST) >= 4.5, (width, scheme)
        browser.media(color_scheme="light")
    assert set(browser.requests) == {pages[language].as_uri()}
    assert browser.complaints == []
    assert browser.run("fetch('https://example.org').then(() => 'sent', () => 'refused')") == "refused"
    browser.complaints.clear()  # of that


def test_keys_go_through_the_game_and_its_last_board_is_the_journals(
    browser: Browser, pages: dict[str, Path]
) -> None:
    steps = steps_of(pages["en"])
    last = len(steps) - 1
    browser.media(color_scheme="light", reduced_motion="reduce")
    browser.open(pages["en"])
    at = json.loads(json.dumps(browser.run("JSON.parse(document.getElementById('game').textContent).at")))
    assert browser.run(HERE) == last, "it opens as the game stands"
    assert browser.run(STANDS) == [at[hole] for hole in steps[-1]["at"].split()]
    for key, expected in [("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last)]:
        browser.press(key)
        assert browser.run(HERE) == expected, key
        assert browser.run(STANDS) == [at[hole] for hole in steps[expected]["at"].split()]
        assert browser.run("document.getElementById('say').textContent") == steps[expected]["say"]
    browser.press("Home")
    browser.press("ArrowLeft")
    assert browser.run(HERE) == 0, "there is nothing before the beginning"
    assert all(is_camp(hole) for hole in steps[0]["at"].split())


def test_space_plays_and_pauses_and_the_buttons_do_the_same(browser: Browser, pages: dict[str, Path]) -> None:
    browser.open(pages["en"])
    label = "document.getElementById('play').getAttribute('aria-label')"
    browser.press(" ")
    assert (browser.run(HERE), browser.run(label)) == (0, "Pause")
    browser.press(" ")
    assert browser.run(label) == "Play"
    for button, expected in [("next", 1), ("next", 2), ("back", 1), ("first", 0)]:
        browser.run(f"document.getElementById('{button}').click()")
        assert browser.run(HERE) == expected, button
    browser.run("(() => { const s = document.getElementById('slider'); s.value = 5; s.oninput(); })()")
    assert browser.run(STANDS) == browser.run(
        "(() => { const g = JSON.parse(document.getElementById('game').textContent);"
        " return g.steps[5].at.split(' ').map((hole) => g.at[hole]); })()"
    )


def test_what_was_flagged_is_shown_with_its_arrow(browser: Browser, pages: dict[str, Path]) -> None:
    steps = steps_of(pages["fr"])
    number = next(n for n, step in enumerate(steps) if step["kind"] == "flagged" and step["ways"])
    browser.open(pages["fr"])
    browser.run(f"document.querySelector('.case [data-step=\"{number}\"]').click()")
    assert browser.run(HERE) == number
    assert browser.run("document.querySelectorAll('#ways .way.flagged').length") == len(steps[number]["ways"])
    assert "pas permis" in browser.run("document.getElementById('say').textContent")
    assert browser.run("location.hash") == ""
    assert browser.complaints == []
