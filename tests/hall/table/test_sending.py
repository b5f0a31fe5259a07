"""A record is sent until it is confirmed: whatever is lost or late, the hall gets it once, in order."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from toc_pi.hall.table.outbox import MOST_PATIENCE_S, PATIENCE_S, WINDOW, RecordMessage, Sending, to_send
from toc_pi.store.journal_reader import JournalPlace


def messages(count: int) -> list[RecordMessage]:
    """A record of two games."""
    places: list[JournalPlace] = [(0, 0), *((1 + number // 7, 3 * number + 1) for number in range(count))]
    return [
        RecordMessage(at, after, "verdict", {"n": number})
        for number, (after, at) in enumerate(pairwise(places))
    ]


OPEN = Sending().opened(True)


def test_nothing_is_sent_while_no_hall_is_there() -> None:
    assert to_send(Sending(), messages(3), 0.0)[1] == ()


def test_a_window_is_sent_once_and_the_rest_as_it_is_confirmed() -> None:
    waiting = messages(WINDOW + 5)
    sending, sent = to_send(OPEN, waiting, 0.0)
    assert [*sent] == waiting[:WINDOW]
    assert to_send(sending, waiting, 1.0)[1] == ()
    sending, sent = to_send(sending.took(waiting[2].at, 1.0), waiting, 1.0)
    assert [*sent] == waiting[WINDOW : WINDOW + 3]


def test_after_a_silence_everything_unconfirmed_is_sent_again_and_more_and_more_rarely() -> None:
    waiting, now, sending, times = messages(2), 0.0, OPEN, []
    while now < 400:
        sending, sent = to_send(sending, waiting, now)
        if sent:
            assert [*sent] == waiting
            times.append(now)
        now += 1.0
    gaps = [later - earlier for earlier, later in pairwise(times)]
    assert gaps[:4] == [PATIENCE_S, 2 * PATIENCE_S, 4 * PATIENCE_S, 8 * PATIENCE_S]
    assert gaps[-1] == MOST_PATIENCE_S


def test_a_hall_that_is_there_again_gets_at_once_what_it_has_not_confirmed() -> None:
    waiting = messages(3)
    sending, _ = to_send(OPEN, waiting, 0.0)
    sending = sending.took(waiting[0].at, 0.5).opened(False).opened(True)
    assert [*to_send(sending, waiting, 0.6)[1]] == waiting[1:]


def test_a_hall_that_was_put_back_to_an_older_record_gets_what_it_lacks() -> None:
    waiting = messages(5)
    sending, _ = to_send(OPEN, waiting, 0.0)
    sending = sending.took(waiting[4].at, 0.1).took(waiting[1].at, 0.2)
    assert [*to_send(sending, waiting, 0.3)[1]] == waiting[2:]


@settings(max_examples=50)
@given(st.data(), st.integers(0, 45))
def test_every_message_has_its_effect_once_and_in_order(data: st.DataObject, count: int) -> None:
    """A network that loses, repeats and delays, and a hall that keeps only the last message's place."""
    waiting, sending, now = messages(count), OPEN, 0.0
    taken, effects = (0, 0), []
    wire: list[RecordMessage] = []
    acknowledged: list[JournalPlace] = []
    fates = st.sampled_from(["arrives", "arrives", "lost", "twice", "late", "reconnect"])
    for step in range(2000):
        calm = step > 25
        now += 1.0
        sending, sent = to_send(sending, waiting, now)
        late = []
        for message in sent:
            fate = "arrives" if calm else data.draw(fates)
            if fate == "reconnect":
                sending = sending.opened(False).opened(True)
            if fate == "late":
                late.append(message)
            wire += [message] * {"lost": 0, "twice": 2, "late": 0}.get(fate, 1)
        for message in wire:
            if message.after == taken:
                taken = message.at
                effects.append(message.body["n"])
            acknowledged.append(taken)
        wire = late
        if acknowledged and (calm or data.draw(st.booleans())):
            sending = sending.took(max(acknowledged), now)
            acknowledged.clear()
        if calm and len(effects) == count:
            break
    assert effects == [*range(count)]
