"""Handles taps: a card for the open turn, a correction, accept anyway; `undo` and `redo`, one turn a tap."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from toc_pi.belief.game import Play
from toc_pi.effects import Echo, Effect, Notice, Repair
from toc_pi.events import Declared, Do, Event, Offered, TurnHint
from toc_pi.referee.order import goes_on_after, is_inferred, plays_twice, settle_card, shortest_round_s
from toc_pi.referee.phases import CONFIRM_S, JOKER_LATE_S, LATE_S
from toc_pi.referee.settling import accept, accepted_positions, is_handless, rule_on, settle, turn_now
from toc_pi.referee.states import RefereeState, StepResult, following
from toc_pi.referee.taking_back import (
    differences,
    lift_flag,
    settle_stopped,
    settled_again,
    take_back,
    with_repair,
)
from toc_pi.referee.turns import Cause, Flag, Lost, Over, PawnsMoved, Playing, Returning
from toc_pi.rules.game import pack_of, unseen
from toc_pi.rules.position import Card, Pawns
from toc_pi.rules.ruleset import RuleSet


def declare(state: RefereeState, event: Event) -> StepResult:
    """Handle `Declared`: echo it, and do what it asks for, or say why that can't be."""
    assert isinstance(event, Declared)
    if not event.seat and event.do in ("accept", "undo", "redo"):  # a shared button without a seat
        event = replace(event, seat=state.on_turn)
    if event.do in ("card", "discard") and state.rules.game.declare == "camera":
        event = replace(event, told=True)
    if event.seat not in state.rules.seats:
        return state, (Notice(state.t, "unknown-seat", {"seat": event.seat}),)
    named = 0 < event.n < state.n and event.do == "card"
    echo = Echo(state.t, event.seat, event.do, event.card, event.cards, event.n if named else 0)
    pack = pack_of(state.rules.ruleset)
    for card in (*event.cards, *([event.card] if event.card else [])):
        if card not in pack:
            return state, (echo, Notice(state.t, "not-in-pack", {"seat": event.seat, "card": card}))
    if event.do in ("card", "discard") and event.card is None:
        return state, (echo, Notice(state.t, "no-card", {"seat": event.seat}))
    handle = _name_card if named else _HANDLERS.get(event.do, _queue)
    done, effects = handle(state, event if named else replace(event, n=0))
    if event.do in ("undo", "redo"):
        echo = replace(echo, n=redoable(done))
    return done, (echo, *effects)


def _name_card(state: RefereeState, event: Declared) -> StepResult:
    """The card of a settled turn that a key named: a rank left open, or for the last turn any other one."""
    turn = state.turns[event.n - 1]
    same_player = state.rules.same_player(turn.play.seat, event.seat)
    if turn.play.do != "card" or not same_player or event.card is None:
        return state, ()
    if event.card in turn.play.cards:
        return settle_open(state, event.n, event.card, told=event.told)
    if event.card == turn.play.card or event.n < len(state.turns):
        return state, ()
    return judge_again(state, replace(event, n=0))


def settle_open(state: RefereeState, n: int, card: Card, *, told: bool = False) -> StepResult:
    """Name the card of a turn of which several were possible; `told` by people, if the camera reads, too."""
    known, effects = settle_card(state, n, card)
    if told:
        turn = known.turns[n - 1]
        named = replace(turn, play=replace(turn.play, told=True))
        known = replace(known, turns=(*known.turns[: n - 1], named, *known.turns[n:]))
    if known.course.turn != state.course.turn:
        effects = (*effects, turn_now(known))
    return known, effects


def _accept(state: RefereeState, event: Declared) -> StepResult:
    """Accept anyway: settle the flagged move, or the board as it is if it can't be explained."""
    if state.open.flag is not None:
        return accept(state, state.open.flag.play, _flagged_board(state, state.open.flag))
    if isinstance(state.phase, Returning) and state.phase.taken_back is not None and state.look is not None:
        standing = state.likeliest(state.look)
        if standing is not None:  # the turn that was taken back counts after all
            return accept(state, state.phase.taken_back, standing)
    if isinstance(state.phase, Lost | PawnsMoved) and state.look is not None:
        pawns = state.likeliest(state.look)
        if isinstance(state.phase, Lost) and pawns is not None:
            return _accept_all(state, pawns)
        declared = state.queue[0] if state.queue else Declared(state.t, event.seat, "pass")
        if pawns is not None and pawns != state.pawns and declared.do in ("card", "pass"):
            moved = replace(declared, do="card") if declared.card else replace(declared, do="accept")
            return accept(state, moved, pawns)
    return state, (Notice(state.t, "nothing-to-accept", {"seat": event.seat}),)


def _flagged_board(state: RefereeState, flag: Flag) -> Pawns:
    """The board as it was flagged; or as it is seen now, if it is whole and surely another one."""
    look = state.look
    if look is None or not state.is_clear or not state.has_stood(CONFIRM_S) or look.agrees(flag.pawns):
        return flag.pawns
    standing = state.likeliest(look)
    return standing if standing is not None and state.stands(look, standing) else flag.pawns


def _accept_all(state: RefereeState, pawns: Pawns) -> StepResult:
    """Accept the board after everything declared while it couldn't be followed, as one turn each."""
    played = [
        waiting for waiting in state.queue if waiting.do == "card" and waiting.t <= state.episode.clear_since
    ]
    effects: list[Effect] = []
    for declared in played or [Declared(state.t, state.on_turn, "accept")]:
        positions = accepted_positions(state.record, pawns, state.look)
        state, more = settle(state, declared, positions, accepted=True)
        effects += more
    return state, tuple(effects)


def _pass(state: RefereeState, event: Declared) -> StepResult:
    """Handle a pass: plays a card that may be passed with, or keeps the joker's second play for later."""
    if state.open.flag is not None:
        return state, (Notice(state.t, "flag-stands", {"seat": state.open.flag.play.seat}),)
    queued_cards = [waiting for waiting in state.queue if waiting.seat == event.seat and waiting.do == "card"]
    course = state.course
    if not queued_cards and course.again == "later" and state.rules.player_of(event.seat) == course.turn:
        return _queue(state, event)
    cards = (queued_cards[-1].card,) if queued_cards else passing_cards(state.rules.ruleset)
    if len(cards) != 1 or (card := cards[0]) is None:
        return state, (Notice(state.t, "no-card" if cards else "no-passing", {"seat": event.seat}),)
    play = state.play_of(replace(event, card=card))
    unmoved = state.look is None or state.look.agrees(state.pawns)
    if not unmoved or not any(state.rules.ruling(before, play, state.pawns).legal for before in state.record):
        return state, (Notice(state.t, "not-unmoved", {"seat": event.seat, "card": card}),)
    waiting = tuple(other for other in state.queue if other not in queued_cards)
    return _queue(replace(state, queue=waiting), replace(event, card=card))


def _queue(state: RefereeState, event: Declared) -> StepResult:
    """Queue a card, discard, thrown hand or pass, for the open turn or a later one."""
    correction = _declared_late(state, event) or _corrected(state, event)
    if correction is not None:
        return correction
    effects: list[Effect] = []
    spare, state = state.open.spare, replace(state, open=replace(state.open, spare=None))
    if spare is not None and state.rules.player_of(event.seat) != state.course.turn:
        # Somebody else plays out of turn: the spare card was a turn of its own.
        state = replace(state, queue=(*state.queue, spare))
    earlier = [waiting for waiting in state.queue if waiting.seat == event.seat]
    if earlier and declares_same(earlier[-1], event):
        return state, ()
    if earlier and not plays_twice(state.rules, earlier[-1]):
        event = replace(event, laid=earlier[-1].laid)
        queue = tuple(event if waiting is earlier[-1] else waiting for waiting in state.queue)
        return replace(state, queue=queue), ()
    if not state.queue and state.open.flag is None:
        effects += _out_of_turn(state, event)
    effects += _too_many(state, event)
    return enqueue(state, event), tuple(effects)


def enqueue(state: RefereeState, event: Declared) -> RefereeState:
    """Add a declaration to those that aren't judged yet."""
    taken_back, phase = state.open.taken_back, state.open.after(Cause.DECLARED)
    again = taken_back is not None and taken_back.seat == event.seat
    if again and state.open.to_go_back is None and not isinstance(phase, Over):
        phase = replace(phase, taken_back=None)
    handled = state.open.handled and state.t - state.episode.clear_since < LATE_S
    queue = (*state.queue, event)
    if state.open.flag is not None and state.open.flag.play.seat == event.seat:
        queue = (event, *state.queue)  # a correction of the flagged turn goes before other players' cards
    return replace(state, open=replace(state.open, phase=phase, handled=handled), queue=queue)


def _declared_late(state: RefereeState, event: Declared) -> StepResult | None:
    """Assign a card tapped late to the turn whose card was inferred; None if it belongs to a new turn."""
    player = state.rules.player_of(event.seat)
    if event.do != "card" or event.card is None or player == state.course.turn:
        return None
    own_turns = [turn for turn in state.turns if state.rules.player_of(turn.play.seat) == player]
    if not own_turns or not is_inferred(own_turns[-1]) or state.open.flag is not None:
        return None
    turn = own_turns[-1]
    if event.card in turn.play.cards:
        slip = state.queue[-1] if turn.play.card is not None and state.queue else None
        if slip is not None and slip.do == "card" and state.rules.player_of(slip.seat) == player:
            return replace(state, queue=state.queue[:-1]), (card_undone(state.t, slip),)
        return settle_open(state, turn.n, event.card, told=event.told)
    if turn is not state.turns[-1] or state.queue or _may_be_back(state):
        return None
    for card in turn.play.cards:  # a joker that lets its player go on: this is their second card
        if goes_on_after(state, turn, card).turn == player:
            known, effects = settle_card(state, turn.n, card)
            return following((*effects, turn_now(known)), _queue(known, event))
    return judge_again(state, event)


def _may_be_back(state: RefereeState) -> bool:
    """Whether all others may have laid cards down unseen since the last turn."""
    return state.rules.is_free and state.t - state.turns[-1].t >= shortest_round_s(state)


def judge_again(state: RefereeState, event: Declared) -> StepResult:
    """Open the last turn for another card; if its player seemed to go on by it, only the rest of the move."""
    stopped, (back, effects) = state.turns[-1].stopped, take_back(state)
    opened = back.gone_on(Cause.REOPENED, PawnsMoved())
    pile = tuple(one for one in opened.pile if one.n not in event.laid)
    opened = replace(opened, queue=(event, *state.queue), pile=pile)
    if stopped is not None and state.rules.legal_as(
        stopped.record, Play(event.seat, event.card), state.pawns
    ):
        return following(effects, settle_stopped(opened, stopped))
    return opened, effects


def _corrected(state: RefereeState, event: Declared) -> StepResult | None:
    """Treat a declaration right after its player's turn was judged as a correction; None: a new turn."""
    if state.queue or state.open.flag is not None or state.open.taken_back is not None or not state.turns:
        return None
    turn, last = state.turns[-1], state.turns[-1].play
    course = state.course
    late_s = JOKER_LATE_S if course.again and plays_twice(state.rules, event) else LATE_S
    if turn.assumed and state.t - turn.t < late_s and declares_same(last, event):
        plays_again = state.rules.player_of(event.seat) == course.turn and event.do == "card"
        spare = event if plays_again else None
        return replace(state, open=replace(state.open, spare=spare)), ()
    if not state.rules.same_player(last.seat, event.seat):
        return None
    if state.rules.player_of(event.seat) == course.turn or state.turns[-1].accepted:
        return None
    explains = event.do == "card" and state.rules.legal_as(
        turn.record, Play(event.seat, event.card), state.pawns
    )
    if _may_be_back(state) and not explains:
        return None
    if declares_same(last, event):
        return state, ()
    if last.do != "card" or event.do != "card":
        return None
    return judge_again(state, event)


def declares_same(one: Declared, other: Declared) -> bool:
    """Whether two taps of a player declare the same."""
    return (one.seat, one.do, one.card, one.cards) == (other.seat, other.do, other.card, other.cards)


def _out_of_turn(state: RefereeState, event: Declared) -> tuple[Effect, ...]:
    course = state.course
    its_turn = state.rules.player_of(event.seat) == course.turn
    if course.phase != "play" or its_turn or state.open.taken_back is not None:
        return ()
    # They may keep their second play for later; or those in between have discarded without declaring it.
    if course.again == "later" or state.rules.is_free:
        return ()
    return (Notice(state.t, "not-your-turn", {"seat": event.seat, "turn": state.on_turn}),)


def _too_many(state: RefereeState, event: Declared) -> tuple[Effect, ...]:
    """Notices for a fifth ace: more cards of a rank than the pack has had since it was shuffled."""
    shown = [*event.cards, *([event.card] if event.card else [])]
    waiting = [card for other in state.queue for card in (*other.cards, other.card) if card]
    left = unseen(state.rules.ruleset, [*state.course.used, *waiting, *shown])
    return tuple(
        Notice(state.t, "too-many-cards", {"seat": event.seat, "card": card})
        for card in dict.fromkeys(shown)
        if left[card] < 0
    )


def undo(state: RefereeState, event: Declared) -> StepResult:
    """Take back the flagged move, a card or a move that wasn't judged yet, or the last turn."""
    effects: tuple[Effect, ...]
    standing, tapped = _unjudged(state), any(not one.laid for one in state.queue)
    if state.open.flag is not None:
        done, effects = lift_flag(state)
    elif standing is not None and not tapped:
        open_turn = Declared(state.t, event.seat, "card")
        done = state.gone_on(Cause.TAKEN_BACK, Returning(open_turn, standing))
        effects = ()
    elif state.queue and state.queue[-1].seat == event.seat:
        last = state.queue[-1]
        done, effects = replace(state, queue=state.queue[:-1]), (card_undone(state.t, last),)
        if standing is not None and len(state.queue) == 1:
            done = done.gone_on(Cause.TAKEN_BACK, Returning(last, standing))
        elif not done.queue and done.open.taken_back is None:
            done = done.gone_on(Cause.WON if done.course.phase == "over" else Cause.WITHDRAWN)
    elif state.turns:
        done, effects = take_back(state)
    else:
        return state, (Notice(state.t, "nothing-to-take-back", {"seat": event.seat}),)
    return with_repair(replace(done, undone=state), effects)


def card_undone(t: float, last: Declared) -> Notice:
    """The notice that a declaration is withdrawn."""
    return Notice(t, "card-undone", {"seat": last.seat, "card": str(last.card or "")})


def _unjudged(state: RefereeState) -> Pawns | None:
    """The board of a move that isn't judged yet; None if no pawn has to be put back, or it may be misread."""
    if not isinstance(state.phase, PawnsMoved) or state.look is None:
        return None
    if is_handless(state) and not state.has_stood(CONFIRM_S):
        return None
    standing = state.likeliest(state.look)
    return standing if standing != state.pawns else None


def redo(state: RefereeState, event: Declared) -> StepResult:
    """Take the last `undo` back: all is as it was before it, but for what the camera has seen since."""
    was = state.undone
    if was is None:
        return state, (Notice(state.t, "nothing-to-redo", {"seat": event.seat}),)
    now = replace(state, undone=None)  # keeps what was seen and asked since
    done = replace(
        now,
        belief=was.belief,
        course=was.course,
        turns=was.turns,
        queue=was.queue,
        open=replace(now.open, phase=_phase_again(was), spare=was.open.spare),
        situation=replace(now.situation, repair=None, notices=frozenset()),
        undone=was.undone,
    )
    effects = state.hidden_repair
    if (flag := was.open.flag) is not None:  # flag the move again, with its reasons
        if flag.play.do != "card" or state.look is None:
            return replace(done, queue=(flag.play, *done.queue)), effects
        return following(effects, rule_on(done, state.look, flag.play, flag.pawns))
    if len(was.turns) > len(state.turns):
        effects = (*effects, *settled_again(done))
        board = state.look
        put_back = state.open.to_go_back is None and board is not None and not board.agrees(was.pawns)
        if put_back and not isinstance(was.phase, Over):  # its pawns are to be moved again
            done = done.gone_on(Cause.UNEXPLAINED)
            wrong = differences(done)
            return done.showing(wrong), (*effects, Repair(state.t, dict(wrong)))
    elif was.queue:
        last = was.queue[-1]
        effects = (*effects, Echo(state.t, last.seat, last.do, last.card, last.cards))
    return with_repair(done, effects)


def _phase_again(was: RefereeState) -> Playing:
    """The phase before an `undo`; a flagged move is judged again first."""
    match was.open.playing:
        case Flag(taken_back=taken_back, to_go_back=to_go_back):
            return Returning(taken_back, to_go_back)
        case phase:
            return phase


def redoable(state: RefereeState) -> int:
    """How many times `redo` is possible."""
    return 0 if state.undone is None else 1 + redoable(state.undone)


# What handles a declaration, by `Declared.do`; all others are queued.
_HANDLERS: Mapping[str, Callable[[RefereeState, Declared], StepResult]] = {
    "accept": _accept,
    "undo": undo,
    "redo": redo,
    "pass": _pass,
}


def offered_by(rules: RuleSet) -> Offered:
    """What can be declared under a rule set, house rules included (RULES 3 and 4)."""
    always = frozenset[Do](("card", "accept", "undo"))
    passes = frozenset[Do](("pass",)) if passing_cards(rules) else frozenset[Do]()
    stuck: Mapping[str, frozenset[Do]] = {
        "discard": frozenset(("discard",)),
        "throw": frozenset(("throw",)),
        "either": frozenset(("discard", "throw")),
    }
    after_joker = always | passes | stuck["discard"]
    actions: Mapping[TurnHint, frozenset[Do]] = {
        "": always | passes | stuck[rules.cannot_play],
        "again": after_joker,
        "same-pawn": after_joker,
        # The second play may be kept for later.
        "may-play-again": always | frozenset[Do](("pass",)),
        "discard-one": frozenset(("discard", "accept", "undo")),
    }
    return Offered(tuple(rules.cards), actions, max(rules.deal))


def passing_cards(rules: RuleSet) -> tuple[Card, ...]:
    """The ranks that can be played so that nothing moves (`pass`, RULES 3)."""
    return tuple(card for card, uses in rules.cards.items() if any(use.kind == "pass" for use in uses))
