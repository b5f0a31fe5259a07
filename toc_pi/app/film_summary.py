"""Summary of a filmed game, from its effects: for the last page, and as text."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from calibration.holes import Hole, Seat, is_home
from toc_pi.effects import Ended, Settled, TakenBack, Verdict
from toc_pi.languages import capital, face_of, listed, load_texts
from toc_pi.phrases import Phrases
from toc_pi.rule_pages.questions import rule_texts
from toc_pi.screen.pages.end_layout import Figure, FlaggedMove, SeatResult, Summary
from toc_pi.words import card_of

MAX_FLAGGED = 8  # maximum number of flagged turns listed as text
SUMMARY_S = 180.0  # how long the last page stays without a tap
UNAWARE_S = 1.0  # taps on it within this time were meant for the page before


@dataclass(slots=True)
class GameSummary:
    """The facts for a summary: the last verdict on each turn, what was flagged, the pawns' positions."""

    last: dict[int, Verdict] = field(default_factory=dict)
    flagged: list[Verdict] = field(default_factory=list)
    settled: dict[int, Settled] = field(default_factory=dict)
    ended: Ended | None = None

    def add(self, happened: object) -> None:
        """Add an event or effect."""
        match happened:
            case Verdict():
                self.last[happened.n] = happened
                again = any((one.n, one.card) == (happened.n, happened.card) for one in self.flagged)
                # A move that is corrected step by step is flagged again at each step.
                self.flagged += [] if happened.legal or again else [happened]
            case Settled():
                self.settled[happened.n] = happened
            case TakenBack():
                self.last.pop(happened.n, None)
                self.settled.pop(happened.n, None)
                self.ended = None
            case Ended():
                self.ended = happened

    @property
    def captured(self) -> Counter[Seat]:
        """How often a pawn of each seat was sent back to its camp."""
        legal = (verdict for verdict in self.last.values() if verdict.legal)
        return Counter(seat for verdict in legal for seat in verdict.captured)

    @property
    def home(self) -> Counter[Seat]:
        """How many pawns of each seat are home."""
        holes: Mapping[Hole, Seat] = self.settled[max(self.settled)].holes if self.settled else {}
        return Counter(seat for hole, seat in holes.items() if is_home(hole))


def course_of(happened: Iterable[object]) -> GameSummary:
    """The facts of a game, from its effects in order."""
    course = GameSummary()
    for each in happened:
        course.add(each)
    return course


def summary_of(course: GameSummary, seats: Sequence[Seat], phrases: Phrases, go_on: str) -> Summary:
    """The summary of a game; `go_on` says how to continue."""
    language = phrases.language
    words = load_texts("summary", language)["said"]
    winners = () if course.ended is None else course.ended.winners
    who = listed([capital(phrases.called(seat)) for seat in winners], language)
    won = words["won_one" if len(winners) == 1 else "won_many"].format(who=who)
    flagged = course.flagged
    return Summary(
        won if winners else words["title"],
        (*_lines(course, seats, words, phrases), go_on),
        words["close"],
        winners,
        _figures(course, words),
        tuple(_standing(course, seat, words, phrases) for seat in seats),
        _judged(flagged, words),
        tuple(
            FlaggedMove(one.seat, _face(one, phrases), capital(phrases.bare_reason(one))) for one in flagged
        ),
        words["more"],
    )


def _lines(
    course: GameSummary, seats: Sequence[Seat], words: Mapping[str, str], phrases: Phrases
) -> tuple[str, ...]:
    """The summary as lines of text."""
    turns = len(course.last)
    played = words["turns_one" if turns == 1 else "turns"].format(turns=turns)
    flagged = course.flagged
    lines = [f"{played} {_judged(flagged, words)}"]
    lines += [_flagged(verdict, words, phrases) for verdict in flagged[:MAX_FLAGGED]]
    if len(flagged) > MAX_FLAGGED:
        lines.append(words["more"].format(count=len(flagged) - MAX_FLAGGED))
    counted = _counted(course.captured, seats, words, phrases)
    lines.append(words["captures"].format(who=counted) if counted else words["no_captures"])
    if course.ended is not None:
        return (*lines, phrases.sentence(course.ended) or "")
    standing = _counted(course.home, seats, words, phrases)
    return (*lines, words["standing" if standing else "standing_none"].format(who=standing))


def _judged(flagged: Sequence[Verdict], words: Mapping[str, str]) -> str:
    how_many = ("flagged_none", "flagged_one", "flagged_many")[min(2, len(flagged))]
    return words[how_many].format(count=len(flagged))


def _figures(course: GameSummary, words: Mapping[str, str]) -> tuple[Figure, ...]:
    turns, wrong, sent = len(course.last), len(course.flagged), sum(course.captured.values())

    def figure(name: str, number: int, tone: str = "plain") -> Figure:
        label = words[f"figure_{name}_one" if number == 1 else f"figure_{name}"]
        return Figure(number, label, "bad" if tone == "bad" else "plain")

    return (
        figure("turns", turns),
        figure("wrong", wrong, "bad" if wrong else "plain"),
        figure("sent", sent),
    )


def _standing(course: GameSummary, seat: Seat, words: Mapping[str, str], phrases: Phrases) -> SeatResult:
    sent = course.captured[seat]
    told = "" if not sent else words["sent_one" if sent == 1 else "sent"].format(count=sent)
    return SeatResult(seat, capital(phrases.called(seat)), course.home[seat], told)


def _face(verdict: Verdict, phrases: Phrases) -> str:
    return face_of(verdict.card or card_of(verdict), phrases.faces)


def _flagged(verdict: Verdict, words: Mapping[str, str], phrases: Phrases) -> str:
    cards = (verdict.card,) if verdict.card else verdict.cards or (card_of(verdict),)
    why = phrases.bare_reason(verdict)
    return words["flagged"].format(
        n=verdict.n,
        who=phrases.who(verdict.seat),
        card=rule_texts(phrases.language).names(cards, "or" if verdict.do == "card" else "and"),
        why=f"{why[:1].lower()}{why[1:]}",
    )


def _counted(
    counts: Mapping[Seat, int], seats: Sequence[Seat], words: Mapping[str, str], phrases: Phrases
) -> str:
    """Seats with their counts; zeros are left out."""
    counted = ((seat, counts[seat]) for seat in seats if counts[seat])
    return ", ".join(words["count"].format(who=phrases.who(seat), count=n) for seat, n in counted)
