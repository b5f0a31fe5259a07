"""The Debian packages: they agree with pyproject.toml and units, are complete, and decide when to start."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from toc_pi.cli import doctor

ROOT = Path(__file__).parents[2]
DEBIAN = ROOT / "debian"
SYSTEMD = ROOT / "systemd"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
PACKAGES = {"opencv-python-headless": "python3-opencv"}
EPOCHS = {"python3-numpy": "1:"}  # Debian counted numpy's versions anew once


def _control(field: str, package: str = "toc-pi") -> dict[str, str]:
    """Package -> what its version must be, from a field of a package in debian/control."""
    of_package = (DEBIAN / "control").read_text().split(f"\nPackage: {package}\n")[1].split("\n\n")[0]
    found = re.search(rf"^{field}: ?(.*(?:\n .*)*)", of_package, re.MULTILINE)
    assert found is not None
    entries = [entry.strip() for entry in found[1].replace("\n", " ").split(",")]
    return {entry.partition(" ")[0]: entry.partition(" ")[2].strip("()") for entry in entries if entry}


def test_it_depends_on_what_the_program_depends_on() -> None:
    depends = _control("Depends")
    for wanted in PROJECT["dependencies"]:
        name, least = re.match(r"([a-z-]+)>=([0-9.]+)", wanted).groups()
        package = PACKAGES.get(name, f"python3-{name}")
        assert depends[package] == f">= {EPOCHS.get(package, '')}{least}"
    assert (
        f"X-Python3-Version: {PROJECT['requires-python'].replace('=', '= ')}"
        in (DEBIAN / "control").read_text()
    )


def test_a_hall_depends_on_its_libraries_and_a_table_on_none_of_them() -> None:
    depends = _control("Depends", "toc-pi-hall")
    assert depends["toc-pi"] == "= ${binary:Version}"
    for wanted in PROJECT["optional-dependencies"]["hall"]:
        name, least = re.match(r"([A-Za-z]+(?:-mqtt)?)>=([0-9.]+)", wanted).groups()
        package = f"python3-{name.lower()}"
        assert depends[package] == f">= {least}"
        assert package not in _control("Depends") | _control("Recommends")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program without what debian/rules moves into a hall's package."""
    table = tmp_path_factory.mktemp("table")
    for room in ("toc_pi", "calibration", "hardware"):
        shutil.copytree(ROOT / room, table / room, ignore=shutil.ignore_patterns("__pycache__"))
    (moved,) = re.findall(r"^HALL = (.*)$", (DEBIAN / "rules").read_text(), re.MULTILINE)
    for name in moved.split():
        path = table / name
        (shutil.rmtree if path.is_dir() else Path.unlink)(path)
    return table


def _at_table(table: Path, *words: str, locale: str = "C.UTF-8") -> subprocess.CompletedProcess[str]:
    surroundings = {"TOC_PI_HOME": str(table), "LC_ALL": locale, "PATH": os.environ["PATH"]}
    return subprocess.run(
        [sys.executable, *words], cwd=table, env=surroundings, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    ("locale", "why"),
    [
        ("en_CA.UTF-8", "this command is in a package of its own (sudo apt install ./toc-pi-hall_*.deb)"),
        ("fr_CA.UTF-8", "cette commande est dans un paquet à part (sudo apt install ./toc-pi-hall_*.deb)"),
    ],
    ids=["en", "fr"],
)
@pytest.mark.parametrize("words", [("run",), ("add-table", "t01"), ("--help",)], ids=" ".join)
def test_a_table_says_which_package_has_a_hall(
    table: Path, words: tuple[str, ...], locale: str, why: str
) -> None:
    done = _at_table(table, "-m", "toc_pi", "hall", *words, locale=locale)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith(f": {why}\n")
    assert done.stderr.count("\n") == 1


def test_a_table_needs_nothing_of_a_halls_package(table: Path) -> None:
    every_module = (
        "from importlib import import_module as load\n"
        "from pkgutil import walk_packages as walk\n"
        "import calibration, hardware, toc_pi\n"
        "for room in (calibration, hardware, toc_pi):\n"
        "    for one in walk(room.__path__, f'{room.__name__}.'):\n"
        "        one.name.endswith('__main__') or load(one.name)\n"
        "print(load('toc_pi.cli.publishing').__file__)"
    )
    done = _at_table(table, "-c", every_module)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(str(table)), "another program was tried"


def test_it_has_the_programs_version() -> None:
    assert (DEBIAN / "changelog").read_text().startswith(f"{PROJECT['name']} ({PROJECT['version']}) ")


def test_it_brings_what_the_doctor_looks_for() -> None:
    brought = _control("Depends") | _control("Recommends")
    assert set(doctor.FROM_APT) - set(brought) == set(doctor.FOR_A_CLONE)


def test_every_file_of_the_program_is_in_it(tmp_path: Path) -> None:
    pytest.importorskip("hatchling")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    packed = set(zipfile.ZipFile(wheel).namelist())
    files = [path for room in ("toc_pi", "calibration", "hardware") for path in (ROOT / room).rglob("*.*")]
    kept = {
        str(path.relative_to(ROOT))
        for path in files
        if path.is_file() and not {"__pycache__", "stand"} & set(path.parts)
    }
    assert kept <= packed
    assert not any(name.startswith("hardware/stand") for name in packed), "who prints it has a clone"
    # Taken out by debian/rules, and linked to Debian's own.
    linked = {Path(line.split()[1]).name for line in (DEBIAN / "toc-pi.links").read_text().splitlines()[1:]}
    assert linked == {path.name for path in (ROOT / "toc_pi/screen/assets").glob("*.ttf")}


def test_the_user_has_the_groups_of_the_service() -> None:
    text = (SYSTEMD / "toc-pi.sysusers").read_text()
    lines = [shlex.split(line, comments=True) for line in text.splitlines()]
    entries = [line for line in lines if line]
    assert {tuple(line[:2]) for line in entries if line[0] in "ug"} == {
        *(("u", "toc"), ("u", "toc-publish")),
        ("g", "gpio"),
    }
    unit = (SYSTEMD / "toc-pi.service").read_text()
    (groups,) = re.findall(r"^SupplementaryGroups=(.*)$", unit, re.MULTILINE)
    assert [line[2] for line in entries if line[0] == "m"] == groups.split()
    assert "\nUser=toc\n" in unit


def test_systemd_takes_the_user() -> None:
    if shutil.which("systemd-sysusers") is None:
        pytest.skip("systemd-sysusers is missing (apt install systemd)")
    command = ["systemd-sysusers", "--dry-run", str(SYSTEMD / "toc-pi.sysusers")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_rules_for_devices_are_well_formed() -> None:
    rules = [line for line in (SYSTEMD / "toc-pi.rules").read_text().splitlines() if line and line[0] != "#"]
    pair = r'(?:SUBSYSTEM|KERNEL|ACTION|GROUP|MODE|RUN)(?:==|\+=|=)"[^"]+"'
    assert all(re.fullmatch(rf"{pair}(?:, {pair})+", rule) for rule in rules)
    assert {"gpio", "dma_heap", "backlight"} <= set(re.findall(r'SUBSYSTEM=="(\w+)"', "\n".join(rules)))


@pytest.mark.parametrize("name", ["toc-pi.config", "toc-pi.postinst", "toc-pi.postrm", "toc-pi-hall.postrm"])
def test_the_scripts_are_well_formed(name: str) -> None:
    subprocess.run(["sh", "-n", DEBIAN / name], check=True)


@pytest.mark.parametrize(
    ("model", "desktop", "target", "before", "enabled"),
    [
        ("Raspberry Pi 4 Model B Rev 1.4\0", False, "graphical", "", True),
        ("Raspberry Pi 5 Model B Rev 1.0\0", True, "graphical", "", False),
        ("Raspberry Pi 5 Model B Rev 1.0\0", True, "multi-user", "", True),
        ("Raspberry Pi Zero 2 W Rev 1.0\0", False, "multi-user", "0.0.9", False),
        ("", False, "graphical", "", False),
    ],
    ids=["Lite", "desktop", "desktop turned off", "an upgrade decides nothing", "no Pi"],
)
def test_it_starts_at_power_on_on_a_pi_without_a_desktop(
    tmp_path: Path, model: str, *, desktop: bool, target: str, before: str, enabled: bool
) -> None:
    (tmp_path / "model").write_text(model)
    if desktop:
        (tmp_path / "display-manager.service").touch()
    (tmp_path / "systemctl").write_text(f"#!/bin/sh\necho {target}.target\n")
    (tmp_path / "deb-systemd-helper").write_text(f'#!/bin/sh\necho "$@" >"{tmp_path}/enabled"\n')
    for name in ("systemctl", "deb-systemd-helper"):
        (tmp_path / name).chmod(0o755)
    script = (DEBIAN / "toc-pi.postinst").read_text()
    for there, here in (
        (". /usr/share/debconf/confmodule", ""),
        ("/proc/device-tree/model", f"{tmp_path}/model"),
        ("/etc/systemd/system/display-manager.service", f"{tmp_path}/display-manager.service"),
    ):
        assert there in script
        script = script.replace(there, here)
    done = subprocess.run(
        ["sh", "-c", script, "postinst", "configure", before],
        env={"PATH": f"{tmp_path}:/usr/bin:/bin", "LANG": "fr_CA.UTF-8"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert (tmp_path / "enabled").exists() == enabled
    assert ("sudo reboot" in done.stdout) == enabled
    assert ("une partie filmée : toc-pi watch sample" in done.stdout) == (not before)
