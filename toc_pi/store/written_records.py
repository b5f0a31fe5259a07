"""Records as JSON; each turn's order is stored as its difference from that of the turn before."""

from collections.abc import Iterable, Mapping

from toc_pi.errors import BadInput
from toc_pi.messages import said
from toc_pi.store.codec import Json, from_json, to_json
from toc_pi.store.records import FORM, Open, TurnRecord

_MORE_USED = "more_used"
"""Instead of `used`: the cards added since the turn before."""


def record_json(record: TurnRecord | Open, before: TurnRecord | None) -> Json:
    """A record as JSON.

    Args:
        record: a turn, or the open turn after all turns.
        before: the turn before it.
    """
    found = to_json(record)
    if before is not None:
        found["order"] = _changed(to_json(before.order), found["order"])
    return found


def read_records(turns: Iterable[Json], now: Json) -> tuple[tuple[TurnRecord, ...], Open]:
    """Read the records of a game.

    Raises:
        BadInput: they aren't records, or are of an unknown form.
    """
    form = now.get("form") if isinstance(now, Mapping) else None
    if isinstance(form, int) and form > FORM:
        raise BadInput(
            said(
                "it was written by a newer toc-pi (form {form}; this one knows {known})",
                form=form,
                known=FORM,
            )
        )
    order: Json = {}
    found = []
    try:
        for turn in turns:
            order = _whole(order, turn["order"])
            found.append(from_json(TurnRecord, {**turn, "order": order}))
        return tuple(found), from_json(Open, {**now, "order": _whole(order, now["order"])})
    except (KeyError, TypeError, AttributeError) as error:
        raise BadInput(said("not a record of a game ({why})", why=error)) from error


def _changed(before: Mapping[str, Json], now: Mapping[str, Json]) -> Json:
    changed = {key: value for key, value in now.items() if before[key] != value}
    used = f"{before['used']} ".lstrip()
    if "used" in changed and changed["used"].startswith(used):
        changed[_MORE_USED] = changed.pop("used").removeprefix(used)
    return changed


def _whole(before: Mapping[str, Json], changed: Mapping[str, Json]) -> Json:
    whole = {**before, **changed}
    if _MORE_USED in whole:
        whole["used"] = f"{before['used']} {whole.pop(_MORE_USED)}".lstrip()
    return whole
