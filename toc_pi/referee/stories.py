"""One filter over stories: which turns, by whom and with which cards, explain all that was seen so far.

A story is a referee's state with the logarithm of its weight. Each event goes on in every story; where a card
or a board has more than one explanation a story branches (`branches.py`); those that agree on all that the
future can ask are merged, and the unlikely ones are dropped. What is told is decided apart, by what the
stories agree on: a flag needs more of them than a legal verdict, and what turns out otherwise is corrected.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, takewhile
from math import exp, log

from toc_pi.effects import (
    CardSeen,
    CardSettled,
    CardsGone,
    Cleared,
    Echo,
    Effect,
    Notice,
    Question,
    Repair,
    Settled,
    State,
    TakenBack,
    Turn,
    Verdict,
    Withdrawn,
)
from toc_pi.events import Event, Resumed
from toc_pi.referee.branches import Branch, IsWorth, branches
from toc_pi.referee.phases import CONFIRM_S
from toc_pi.referee.plausibility import Begun, begun, outlook, plausibility, was_put_back
from toc_pi.referee.states import RefereeState
from toc_pi.referee.turns import OnPause

MAX_STORIES = 8
LEAST = log(1e-4)  # stories that are so much less likely than the best one are dropped
SURE_LEGAL = 0.5  # share of the weight that must agree before a turn is told as legal
SURE_WRONG = 0.9  # the same before it is flagged: a needless flag costs as much as ten late ones
WRONG_AT_LAST = 0.5  # and after `HOLD_S`
ANCHORED = 4  # turns after which what was told isn't corrected any more
MAY_STAND = 0.1  # what was told is corrected once it is less likely than this
HOLD_S = 2.0  # a verdict that isn't sure enough is held back so long
GIVE_UP_S = 8.0  # and a flag that less than half of the weight agrees on
LATE_S = 4.0  # a move that some card allows is told as legal though its card may still be laid

OF_EVENTS = (State, Echo, CardSeen, CardsGone)
"""Effects that follow from an event alone, whatever the story."""


@dataclass(frozen=True, slots=True)
class Story:
    """One explanation of all that was seen.

    Attributes:
        state: where it has led.
        weight: the logarithm of its weight, as far as it explains what was seen.
        outlook: that of what it doesn't explain yet.
        begun: the move that stands there unexplained; put back, it was made nevertheless.
        log: what would have been told since the stories parted.
        common: what follows from the last event, whatever the story.
    """

    state: RefereeState
    weight: float = 0.0
    outlook: float = 0.0
    begun: Begun | None = None
    log: tuple[Effect, ...] = ()
    common: tuple[Effect, ...] = ()

    @property
    def merit(self) -> float:
        """The logarithm of the weight by which stories are compared."""
        return self.weight + self.outlook

    def __str__(self) -> str:
        """On one line: its weight and its last turns."""
        return f"{self.merit:7.2f} {self.summary}"

    @property
    def summary(self) -> str:
        """Its last turns, whose turn it is, the cards that wait and what is flagged."""
        turns = (
            f"{turn.n}{turn.play.seat} {turn.play.do} {turn.play.card or '/'.join(turn.play.cards)}"
            f"{turn.play.laid}{'!' * turn.accepted}"
            for turn in self.state.turns[-4:]
        )
        flag, queue = self.state.open.flag, self.state.queue
        waits = " ".join(f"{one.seat}:{one.card}{one.laid}" for one in queue)
        flagged = f" flagged {flag.play.seat} {flag.play.card} {flag.reasons}" if flag else ""
        return f"{', '.join(turns)} | {self.state.on_turn} {waits}{flagged}"


@dataclass(frozen=True, slots=True)
class Filter:
    """All stories that are kept, the likeliest first, and what was told of them.

    Attributes:
        stories: never empty.
        told: what was told since they parted.
    """

    stories: tuple[Story, ...]
    told: tuple[Effect, ...] = ()


def advance(now: Filter, event: Event) -> tuple[Filter, tuple[Effect, ...]]:
    """Go on with an event in every story, and tell what is sure enough."""
    grown = _all_grown(now.stories, event)
    kept = _normalised(_merged(grown)) if _is_weighed(grown[0].state) else (replace(grown[0], weight=0.0),)
    common = kept[0].common
    told, more = _tell(kept, now.told)
    return _anchored(Filter(kept, told)), (*common, *more)


def _all_grown(stories: Sequence[Story], event: Event) -> list[Story]:
    """The stories after an event, then those that branch off them, as far as these may be kept."""
    grown: list[Story] = []

    def may_be_kept(story: Story, weight: float) -> bool:
        ranked = sorted((one.merit for one in grown), reverse=True)
        least = max([ranked[0] + LEAST, *ranked[MAX_STORIES - 1 : MAX_STORIES]])
        return story.weight + weight > least  # its turns, and what isn't explained, only lower its weight

    growing = [_grown(story, event, partial(may_be_kept, story)) for story in stories]
    grown += [next(each) for each in growing]
    for branched in chain.from_iterable(growing):
        grown.append(branched)  # one by one: the next is weighed against it
    return grown


def _grown(story: Story, event: Event, is_worth: IsWorth) -> Iterator[Story]:
    """A story after an event, and all that branch off it; a game on pause takes nothing."""
    if isinstance(story.state.phase, OnPause) and not isinstance(event, Resumed):
        yield replace(story, common=())
        return
    for branch in branches(story.state, event, is_worth):
        after = _after(story, event, branch)
        yield _looked_out(after) if _is_weighed(after.state) and _is_settled(after.state) else after


def _after(story: Story, event: Event, branch: Branch) -> Story:
    state, effects = branch.step
    weight = story.weight + branch.weight + plausibility(story.state, event, state)
    common = tuple(effect for effect in effects if isinstance(effect, OF_EVENTS))
    own = tuple(effect for effect in effects if not isinstance(effect, OF_EVENTS))
    told = (*story.log, *own) if own else story.log
    after = replace(story, state=state, weight=weight, log=told, common=common)
    explained = story.begun is not None and state.pawns == story.begun.pawns
    return replace(after, outlook=0.0, begun=None) if explained else after


def _merged(stories: Iterable[Story]) -> list[Story]:
    """The stories, those that agree on all that the future can ask as one."""
    found: list[tuple[tuple[object, ...], Story]] = []
    for story in sorted(stories, key=lambda one: -one.weight):
        state = story.state
        last = state.turns[-1].record if state.turns else ()  # what an undo would go back to
        key = (state.belief, state.course, state.queue, state.pile, state.open, state.rules, last)
        same = next((at for at, (other, _) in enumerate(found) if other == key), None)
        if same is None:
            found.append((key, story))
        else:
            best = found[same][1]
            found[same] = key, replace(best, weight=best.weight + log(1.0 + exp(story.weight - best.weight)))
    return [story for _, story in found]


def _normalised(stories: Sequence[Story]) -> tuple[Story, ...]:
    """The likeliest stories, with merits that sum up to one."""
    ranked = sorted(stories, key=lambda one: -one.merit)[:MAX_STORIES]
    best = ranked[0].merit
    kept = list(takewhile(lambda one: one.merit > best + LEAST, ranked))
    total = best + log(sum(exp(one.merit - best) for one in kept))
    return tuple(replace(one, weight=one.weight - total) for one in kept)


def _looked_out(story: Story) -> Story:
    """The story with what is still to be explained on a board that has stood."""
    was, move = story.begun, begun(story.state)
    made = was.put_back if was is not None and was_put_back(was, story.state) else 0.0
    return replace(story, weight=story.weight + made, outlook=outlook(story.state, move), begun=move)


def _is_weighed(state: RefereeState) -> bool:
    """Whether there may be several stories: where the camera sees the cards."""
    return state.rules.game.declare == "camera"


def _is_settled(state: RefereeState) -> bool:
    """Whether the board has stood for long enough not to be misread."""
    return state.is_clear and state.has_stood(CONFIRM_S)


def _anchored(now: Filter) -> Filter:
    """The filter without the beginning of its logs, once that is `ANCHORED` turns old.

    What was told then stays: stories that have it otherwise are dropped.
    """
    told = now.told
    while sum(isinstance(effect, Settled) for effect in told) > ANCHORED:
        first = next(at for at, effect in enumerate(told) if isinstance(effect, Settled)) + 1
        kept = [one for one in now.stories if _common(one.log, told) >= first]
        if not kept:
            break
        stories = tuple(replace(one, log=one.log[first:]) for one in _normalised(kept))
        told, now = told[first:], Filter(stories, told[first:])
    if len(now.stories) == 1 and told == now.stories[0].log:
        return Filter((replace(now.stories[0], log=()),))
    return now


def _substance(effect: Effect) -> object:
    """What an effect tells, whenever and with whatever card it is told."""
    match effect:
        case Verdict():
            return "verdict", effect.n, effect.seat, effect.do, effect.legal, effect.holes
        case Settled():
            return "settled", effect.n, effect.seat, effect.how, effect.holes
        case Turn():
            return "turn", effect.n, effect.seat, effect.hint
    return replace(effect, t=0.0)


def _ruling(effect: Effect) -> object:
    """What a verdict says of a move, whatever was laid down unseen before it; None for other effects."""
    if isinstance(effect, Verdict):
        return effect.seat, effect.do, effect.legal, effect.holes
    return None


def _common(one: Sequence[Effect], other: Sequence[Effect]) -> int:
    """How many effects two logs have in common from the beginning on."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda two: _substance(two[0]) == _substance(two[1]), pairs))


def _tell(
    stories: Sequence[Story], told: tuple[Effect, ...]
) -> tuple[tuple[Effect, ...], tuple[Effect, ...]]:
    """What has been told after this, and what is to be told now."""
    standing = [one for one in stories if _common(one.log, told) == len(told)]
    agree = (one for one in stories if _common(one.log, told) == len(told) or _awaits_card(one, told))
    stands = bool(standing) and sum(exp(one.merit) for one in agree) > MAY_STAND
    best = standing[0] if stands else stories[0]
    best = next((one for one in standing if _awaits_card(best, one.log)), best)
    same = _common(best.log, told)
    sure = _sure(stories, best, same)
    if not stands and sure == same < len(best.log):
        return told, ()  # what would correct it isn't sure yet
    t, new = best.state.t, best.log[same:sure]
    back = _retraction(told[same:], t)
    said = gist(new) if len(told) > same else new
    known = _settled_cards(told[:same], best.log[:same], t)
    return (*best.log[:same], *new), (*back, *known, *(replace(effect, t=t) for effect in said))


def _awaits_card(story: Story, told: Sequence[Effect]) -> bool:
    """Whether all that was told beyond a story's log is a verdict on the move whose card it waits for."""
    same = _common(story.log, told)
    rest = [effect for effect in told[same:] if isinstance(effect, Verdict)]
    return same == len(story.log) and len(rest) == 1 and _awaits(story, rest[0])


def _awaits(story: Story, verdict: Verdict) -> bool:
    """Whether a story waits for the card of a move that this verdict accepts, which is late by now."""
    state, move = story.state, story.begun
    if move is None or not move.legal or not verdict.legal or verdict.do != "card":
        return False
    is_late = state.moved_at is not None and state.t - state.moved_at >= LATE_S
    same = state.rules.same_player(verdict.seat, state.on_turn)
    return is_late and same and move.pawns == frozenset(verdict.holes.items())


def _settled_cards(told: Sequence[Effect], now: Sequence[Effect], t: float) -> Iterator[CardSettled]:
    """The cards that are known now of moves that were told without them."""
    for one, other in zip(told, now, strict=True):
        if isinstance(one, Verdict) and isinstance(other, Verdict) and other.card not in (None, one.card):
            yield CardSettled(t, other.n, other.seat, other.card)


def gist(effects: Sequence[Effect]) -> tuple[Effect, ...]:
    """What is left to be told of a correction: without what was taken back since."""
    left: list[Effect] = []
    for effect in effects:
        match effect:
            case TakenBack(_, n):
                untold = any(isinstance(one, Settled) and one.n == n for one in left)
                left = [one for one in left if not (isinstance(one, Verdict | Settled) and one.n == n)]
                left += [] if untold else [effect]
            case Cleared(_, n):
                left = [one for one in left if not (isinstance(one, Verdict) and one.n == n)]
            case Turn() | Repair():
                left = [*(one for one in left if not isinstance(one, type(effect))), effect]
            case Notice():
                pass
            case Withdrawn(_, number):
                left = [one for one in left if not (isinstance(one, Question) and one.id == number)]
            case _:
                left.append(effect)
    return tuple(one for one in left if not isinstance(one, Repair) or one.holes)


def _sure(stories: Sequence[Story], best: Story, since: int) -> int:
    """How much of a story's log may be told."""
    for at, effect in enumerate(best.log):
        if at < since or not isinstance(effect, Verdict):
            continue
        if len(stories) > 1 and not effect.legal and _has_just_changed(best.state, effect):
            return at  # the other stories have weighed the next move, this one not yet
        key = _ruling(effect)
        agree = sum(
            exp(one.merit)
            for one in stories
            if _awaits(one, effect) or any(_ruling(other) == key for other in one.log)
        )
        if agree < _least(effect, best.state.t - effect.t):
            return at
    return len(best.log)


def _has_just_changed(state: RefereeState, flagged: Verdict) -> bool:
    """Whether the board isn't the flagged one any more, and hasn't stood for long enough to be explained."""
    look, pawns = state.clear_look, frozenset(flagged.holes.items())
    return look is not None and not state.has_stood(CONFIRM_S) and not state.shows(look, pawns)


def _least(verdict: Verdict, held_s: float) -> float:
    """Share of the weight that must agree on a verdict that was held back so long.

    In the end it is told, or it would hold back all that has come after it.
    """
    if held_s >= (HOLD_S if verdict.legal else GIVE_UP_S):
        return 0.0
    if verdict.legal:
        return SURE_LEGAL
    return WRONG_AT_LAST if held_s >= HOLD_S else SURE_WRONG


def _retraction(told: Sequence[Effect], t: float) -> tuple[Effect, ...]:
    """What takes back what was told."""
    settled: list[Settled] = []
    flagged, asked, shown = None, None, False
    for effect in told:
        match effect:
            case Verdict(legal=False):
                flagged = effect
            case Settled():
                settled.append(effect)
                flagged = None
            case TakenBack():
                settled = [one for one in settled if one.n != effect.n]
            case Cleared():
                flagged = None
            case Question():
                asked = effect
            case Withdrawn():
                asked = None
            case Repair(_, holes):
                shown = bool(holes)
    back: list[Effect] = [Cleared(t, flagged.n, righted=False)] if flagged is not None else []
    back += [Withdrawn(t, asked.id)] if asked is not None else []
    back += [Repair(t, {})] if shown else []
    return (*back, *(TakenBack(t, one.n, one.seat) for one in reversed(settled)))
