"""A single observation: its unsure holes, the positions it supports or contradicts, the pawns in camps."""

from collections import Counter

import pytest
from looks import at, look

from calibration.holes import Hole, Seat
from toc_pi.belief.look import MAX_COMPLETIONS, Look, look_of

SEATS = [Seat(letter) for letter in "abcd"]


def test_a_hole_is_sure_from_a_chance_of_nine_in_ten() -> None:
    holes = {Hole("a0"): Seat("a"), Hole("a1"): Seat("a"), Hole("aC1"): Seat("a"), Hole("aC2"): Seat("a")}
    odds = {Hole("a0"): {"a": 0.9, "": 0.1}, Hole("a1"): {"a": 0.89, "": 0.11}, Hole("aC2"): {"a": 0.8}}
    white = {Hole("a0"): 0.7, Hole("aC1"): 0.9}
    seen = look_of(holes, (), odds, white)
    assert seen.pawns == at("a0:a")
    assert seen.unsure == {"a1"}
    assert seen.camps == {("a", 1)}
    assert seen.hidden == {"aC2"}
    assert seen.chances == {hole: odds[Hole(hole)] for hole in ("a1", "aC2")}
    assert seen.white == {"a0": 0.7}


def test_a_position_agrees_where_it_differs_in_unsure_holes_alone() -> None:
    sure, open_to = look("a0:a b3:b"), look("a0:a", b3={"b": 0.5, "": 0.5})
    assert sure.agrees(at("a0:a b3:b"))
    assert not sure.agrees(at("a0:a"))
    assert open_to.agrees(at("a0:a"))
    assert open_to.agrees(at("a0:a b3:b"))
    assert not open_to.agrees(at("b3:b"))
    assert not open_to.agrees(at("a0:a b4:b"))


@pytest.mark.parametrize(
    ("before", "now", "expected"),
    [
        (0.25, 0.01, True),
        (0.25, 0.015, False),
        (0.24, 0.0, False),
        (0.5, 0.39, True),
        (0.5, 0.4, False),
        (0.49, 0.39, False),
        (0.7, 0.6, False),
    ],
)
def test_a_look_contradicts_another_where_it_rules_out_or_makes_unlikely(
    before: float, now: float, expected: bool
) -> None:
    first, second = look(a5={"a": before, "": 0.45}), look(a5={"a": now, "": 0.45})
    assert second.contradicts(first) == expected


def test_a_look_that_leaves_more_holes_open_is_a_dimmer_one() -> None:
    known = look("a0:a b3:b", "aaa")
    assert look("a0:a", "aaa", b3={"b": 0.4, "": 0.6}).is_dimmer(known)
    assert not look("a0:a", "aaa", b3={"b": 0.39, "": 0.61}).is_dimmer(known)
    assert look("a0:a b3:b", "aaa", c1={"": 0.4, "a": 0.6}).is_dimmer(known)
    assert look("a0:a b3:b", "aa", aC1={"a": 0.5, "": 0.5}).is_dimmer(known)
    assert not look("a0:a b3:b", "aaa").is_dimmer(known)
    assert not look("a0:a", "aaa", c1={"": 0.8, "a": 0.2}).is_dimmer(known)
    assert not look("a0:a b3:b c2:c", "aaa", c1={"": 0.8, "a": 0.2}).is_dimmer(known)
    assert not look("a0:a b3:b", "aaab", c1={"": 0.8, "a": 0.2}).is_dimmer(known)
    assert not look("a0:a b3:b", "aaa", c1={"": 0.8, "a": 0.2}).is_dimmer(look("a0:a b3:b", "aaa", c2={}))


def test_a_look_confirms_another_where_each_was_likely_to_show_the_same() -> None:
    record = at("a0:a b3:b")
    known = look("b3:b", a5={"a": 0.75, "": 0.25})
    assert look("b3:b a5:a").confirms(known, record)
    assert not look("b3:b a5:a").confirms(look("b3:b", a5={"a": 0.74, "": 0.26}), record)
    assert look("a0:a b3:b").confirms(look("b3:b", a0={"a": 0.5, "": 0.5}), record)
    assert not look("a0:a b3:b").confirms(look("b3:b", a0={"a": 0.49, "": 0.51}), record)
    sure = look("a0:a b3:b")
    assert look("b3:b", a0={"a": 0.5, "": 0.5}).confirms(sure, record)
    assert not look("b3:b", a0={"a": 0.49, "": 0.51}).confirms(sure, record)
    assert not sure.confirms(sure, record)
    assert not look("a0:a b3:b", "a").confirms(look("b3:b", a0={"a": 0.9, "": 0.1}), record)
    assert not look("a0:a b4:b").confirms(look("b3:b", a0={"a": 0.9, "": 0.1}), record)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (look("a0:a"), look("a0:a"), True),
        (look("a0:a"), look("a1:a"), False),
        (look("a0:a"), look(""), False),
        (look(a0={"a": 0.25, "": 0.75}), look("a0:a"), True),
        (look(a0={"a": 0.24, "": 0.76}), look("a0:a"), False),
        (look(a0={"a": 0.25, "": 0.75}), look(a0={"b": 0.9, "": 0.1}), True),
        (look(camps="a"), look(camps="aa"), False),
        (look(camps="a", aC2={"a": 0.5, "": 0.5}), look(camps="aa"), True),
        (look(camps="a", aC2={"a": 0.5, "": 0.5}), look(camps="aaa"), False),
        (look(camps="a", aC2={"a": 0.01, "": 0.99}, aC3={}), look(camps="aa"), True),
        (look(camps="a", aC2={"a": 0.01, "": 0.5}), look(camps="aa"), False),
    ],
)
def test_two_looks_may_show_the_same(one: Look, other: Look, expected: bool) -> None:
    assert one.allows(other) == expected
    assert other.allows(one) == expected


def test_the_likelihood_of_a_position_is_that_of_its_unsure_holes() -> None:
    seen = look("a0:a", a5={"a": 0.6, "": 0.3}, b3={"b": 0.5, "": 0.4999}, c2={})
    assert seen.likelihood(at("a0:a a5:a b3:b")) == pytest.approx(0.6 * 0.5)
    assert seen.likelihood(at("a0:a")) == pytest.approx(0.3 * 0.4999)
    assert seen.likelihood(at("a0:a a5:c")) == pytest.approx(0.02 * 0.4999)  # a tenth is left, 0.02 at most
    assert seen.likelihood(at("a0:a b3:c")) == pytest.approx(0.3 * 0.003)  # nothing is left, 0.003 at least
    assert look("a0:a").likelihood(at("a0:a")) == 1.0


def test_a_hole_that_may_look_as_recorded_has_seldom_changed() -> None:
    seen = look("a0:a", a5={"a": 0.7, "": 0.25}, b3={"b": 0.7, "": 0.24}, c2={"c": 0.5})
    record = at("a0:a")
    assert seen.change_prior(record, record) == 1.0
    assert seen.change_prior(at("a0:a a5:a"), record) == pytest.approx(0.05)
    assert seen.change_prior(at("a0:a b3:b"), record) == pytest.approx(0.3)
    assert seen.change_prior(at("a0:a a5:a b3:b c2:c"), record) == pytest.approx(0.05 * 0.3 * 0.3)


def test_a_guess_is_as_likely_as_its_least_likely_changed_hole() -> None:
    seen = look("a0:a", "aa", a5={"a": 0.7, "": 0.3}, b3={"b": 0.6, "": 0.4}, c2={"c": 0.5, "": 0.5})
    record = at("a0:a c2:c")
    assert seen.guesses(record, record) == 1.0
    assert seen.guesses(at("a0:a a5:a c2:c"), record) == 0.7
    assert seen.guesses(at("a0:a a5:a b3:b c2:c"), record) == 0.6
    assert seen.guessed(at("a0:a a5:a"), record) == {"a5", "c2"}


def test_an_emptied_hole_is_no_guess_where_all_its_pawns_stand_elsewhere() -> None:
    record = at("a5:a")
    some = {"a": 0.6, "": 0.4}
    assert look("a8:a", "aaa", a5=some).guessed(at("a8:a"), record) == frozenset()
    assert look("a8:a", "aa", a5=some).guessed(at("a8:a"), record) == {"a5"}
    assert look("a8:a", "aaa", a5=some | {"b": 0.02}).guessed(at("a8:a"), record) == {"a5"}
    assert look("a8:a", "aaa", a5=some | {"b": 0.01}).guessed(at("a8:a"), record) == frozenset()
    assert look("a8:a", "aaabbbb", a5=some | {"b": 0.02}).guessed(at("a8:a"), record) == frozenset()
    assert look("a8:a", "aaa", a5={}).guessed(at("a8:a"), record) == {"a5"}
    assert look("a8:a", "bbbb", a5={"b": 0.5, "": 0.5}).guessed(at("a8:a"), record) == {"a5"}


def test_a_look_rules_out_what_is_hardly_possible_in_an_unsure_hole() -> None:
    record = at("a0:a")
    assert look("a0:a", a5={"b": 0.5, "a": 0.01}).rules_out(at("a0:a a5:a"), record)
    assert not look("a0:a", a5={"b": 0.5, "a": 0.02}).rules_out(at("a0:a a5:a"), record)
    assert not look("a0:a", a5={}).rules_out(at("a0:a a5:a"), record)
    assert not look("a0:a", a5={"b": 0.5, "": 0.5}).rules_out(record, record)


def test_a_pawn_that_surely_left_its_hole_must_be_in_a_possible_one() -> None:
    record, after, own_seats = at("a5:a b3:b"), at("a8:a b3:b"), (Seat("a"),)
    likely = {"a": 0.6, "": 0.4}
    assert look("b3:b", a8=likely).must_hold(record, after, own_seats)
    assert not look("b3:b", a8={"a": 0.59, "": 0.41}).must_hold(record, after, own_seats)
    assert not look("b3:b", a8=likely).must_hold(record, after, (Seat("b"),))
    assert not look("a8:a b3:b").must_hold(record, after, own_seats)
    assert not look("b3:b", a8=likely, a9={"a": 0.25, "": 0.75}).must_hold(record, after, own_seats)
    assert look("b3:b", a8=likely, a9={"a": 0.24, "": 0.76}).must_hold(record, after, own_seats)
    assert look("b3:b", a8=likely, a5={"a": 0.01, "": 0.99}).must_hold(record, after, own_seats)
    assert not look("b3:b", a8=likely, a5={"a": 0.02, "": 0.8}).must_hold(record, after, own_seats)
    assert not look("b3:b", a8=likely, a5={}).must_hold(record, after, own_seats)
    assert not look("b3:b", a8=likely, aC1={"a": 0.5, "": 0.5}).must_hold(record, after, own_seats)
    assert look("b3:b", a8=likely, bC1={"b": 0.5, "": 0.5}).must_hold(record, after, own_seats)
    assert look("b3:b", a8=likely).must_hold(at("b3:b"), after, own_seats)
    assert not look("", a8=likely).must_hold(record, at("a8:a"), own_seats)
    assert not look("b3:b", a8=likely, a9=likely).must_hold(record, at("a8:a a9:a b3:b"), own_seats)
    assert not look("b3:b", aH3=likely).must_hold(at("aH2:a b3:b"), at("aH3:a b3:b"), own_seats)
    assert not look("", a8=likely).must_hold(at("b3:b"), at("a8:a"), own_seats)


def test_four_pawns_a_seat_are_somewhere() -> None:
    seen = look("a0:a", "aabbbb")
    assert seen.lacking(at("a0:a"), SEATS[:2]) == Counter(a=1)
    assert seen.lacking(at("a0:a a5:a"), SEATS[:2]) == Counter()
    assert seen.lacking(at("a0:a"), SEATS[:3]) == Counter(a=1, c=4)
    assert seen.lacking(at("a0:a a5:a a6:a"), SEATS[:2]) is None
    assert look("", "aaaaa"[:4]).lacking(at("a0:a"), SEATS[:1]) is None
    assert seen.lacking(at("a0:a c0:c c1:c"), SEATS[:2]) is None  # a pawn of a seat that doesn't play


def test_a_look_adds_up_where_every_pawn_may_be_somewhere() -> None:
    seats = SEATS[:1]
    assert look("a0:a", "aaa").adds_up(seats, Counter())
    assert not look("a0:a", "aa").adds_up(seats, Counter())
    assert look("a0:a", "aa").adds_up(seats, Counter(a=1))
    assert look("a0:a", "aa", a5={"a": 0.02, "": 0.5}).adds_up(seats, Counter())
    assert not look("a0:a", "aa", a5={"a": 0.01, "": 0.5}).adds_up(seats, Counter())
    assert look("a0:a", "aa", aC4={"a": 0.5, "": 0.5}).adds_up(seats, Counter())
    assert not look("a0:a a1:a", "aaa").adds_up(seats, Counter())


def test_a_fifth_pawn_in_a_camp_is_a_ghost() -> None:
    five = look("a0:a b0:b", "aaaabbb")
    assert five.without_ghost().camps == {("a", 3), ("b", 3)}
    assert five.without_ghost().pawns == five.pawns
    right = look("a0:a", "aaa")
    assert right.without_ghost() is right
    two = look("a0:a b0:b", "aaaabbbb")
    assert two.without_ghost() is two
    six = look("a0:a a1:a", "aaaa")
    assert six.without_ghost() is six
    alone = look("a0:a a1:a a2:a a3:a", "a")
    assert alone.without_ghost().camps == frozenset()


def test_an_unsure_camp_hole_has_room_unless_its_pawn_is_ruled_out() -> None:
    assert look("", aC1={"a": 0.02, "": 0.5}).may_wait(Seat("a"))
    assert not look("", aC1={"a": 0.01, "": 0.5}).may_wait(Seat("a"))
    assert look("", aC1={}).may_wait(Seat("a"))
    assert not look("", aC1={}).may_wait(Seat("b"))
    assert look("", aC1={}, aC2={}).nowhere(Counter(a=3, b=1)) == Counter(a=1, b=1)
    assert look("").nowhere(Counter(a=1, b=0)) == Counter(a=1)
    assert look("", aC1={}).nowhere(Counter()) == Counter()


@pytest.mark.parametrize(
    ("seen", "record", "after", "expected"),
    [
        (look("a0:a", "aaa", aC4={}), "", "a0:a", 1),  # the hole that it left may still hold it
        (look("a0:a", "aaa"), "", "a0:a", 0),
        (look("a0:a", "aa", aC3={}), "", "a0:a", 0),  # one more than these is missing already
        (look("a0:a a1:a", "aa", aC3={}, aC4={}), "", "a0:a a1:a", 2),
        (look("a0:a b0:b", "aaabbb", aC4={}), "b0:b", "a0:a b0:b", 1),
        (look("a0:a", "aaa", aC4={}), "a5:a", "a0:a", 0),
    ],
)
def test_pawns_that_came_out_unseen(seen: Look, record: str, after: str, expected: int) -> None:
    assert seen.came_unseen(at(record), at(after)) == expected


def test_the_likelihood_of_camps_is_that_of_the_number_of_their_occupied_unsure_holes() -> None:
    seen = look("", "a", aC2={"a": 0.7, "": 0.3}, aC3={"a": 0.4, "": 0.6})
    assert seen.camp_likelihood(Counter()) == pytest.approx(0.3 * 0.6)
    assert seen.camp_likelihood(Counter(a=1)) == pytest.approx(0.7 * 0.6 + 0.3 * 0.4)
    assert seen.camp_likelihood(Counter(a=2)) == pytest.approx(0.7 * 0.4)
    assert seen.camp_likelihood(Counter(a=3)) == pytest.approx(0.7 * 0.4)
    assert look("", aC2={}).camp_likelihood(Counter(a=1)) == 0.5
    assert look("", aC2={"a": 0.995, "": 0.005}, aC3={}).camp_likelihood(Counter()) == pytest.approx(0.01)
    assert look("", aC2={"a": 0.7, "": 0.3}, bC1={"b": 0.6, "": 0.4}).camp_likelihood(
        Counter(a=1)
    ) == pytest.approx(0.7 * 0.4)
    assert look("").camp_likelihood(Counter(a=1)) == 1.0


def test_unsure_holes_are_filled_in_every_way_that_is_not_ruled_out_and_as_recorded() -> None:
    seen = look("a0:a", a5={"a": 0.5, "": 0.48, "b": 0.02, "c": 0.01}, b3={"b": 0.99, "": 0.01})
    filled = list(seen.completions(at("a0:a b3:b")))
    assert len(filled) == len(set(filled))
    assert set(filled) == {at(f"a0:a b3:b {other}") for other in ("a5:a", "", "a5:b")}
    assert at("a0:a a5:d b3:b") in set(seen.completions(at("a0:a a5:d")))
    assert list(look("a0:a").completions(at("b0:b"))) == [at("a0:a")]
    assert set(look("", c3={}).completions(at("c3:c"))) == {at(""), at("c3:c")}


def test_of_very_many_unsure_holes_the_likeliest_fillings_are_tried_and_no_pawn_too_many() -> None:
    holes = {f"b{n}": {"a": 0.3 - 0.01 * n, "": 0.5 + 0.02 * n, "b": 0.2 - 0.01 * n} for n in range(12)}
    seen = look("c0:a", "a", None, **holes)
    record = at("c0:a b11:a")
    filled = list(seen.completions(record))
    assert len(filled) == MAX_COMPLETIONS + 1
    assert filled[0] == record
    assert max(sum(seat == "a" for _, seat in pawns) for pawns in filled) == 3  # with the one in the camp
    likely = [seen.likelihood(pawns) for pawns in filled[1:]]
    assert likely == pytest.approx(sorted(likely, reverse=True))
    assert likely[0] == seen.likelihood(at("c0:a"))
    few = look("c0:a", "a", None, **{hole: holes[hole] for hole in list(holes)[:5]})
    assert len(list(few.completions(at("c0:a")))) == 3**5
