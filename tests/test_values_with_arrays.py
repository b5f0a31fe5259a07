"""No value compares arrays with `==`: numpy answers with an array, and whoever asks gets an exception."""

import collections.abc
import importlib
import inspect
import pkgutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import numpy as np
import numpy.typing as npt

import calibration
import hardware
import toc_pi


def modules() -> Iterator[Any]:
    for package in (calibration, hardware, toc_pi):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not found.name.endswith("__main__"):
                yield importlib.import_module(found.name)


def values_of(found: Iterator[Any]) -> Mapping[type, Mapping[str, Any]]:
    """The dataclasses and named tuples of modules, each with the types of what their `==` compares.

    Annotations of names that are imported for type checking alone are looked up in all modules.
    """
    known = [*found]
    names: dict[str, Any] = {**vars(collections.abc), "Path": Path, "np": np, "npt": npt}
    for module in known:
        names |= vars(module)
    own = {module.__name__ for module in known}
    classes = {one for one in names.values() if inspect.isclass(one) and one.__module__ in own}
    for module in known:
        classes |= {one for one in vars(module).values() if inspect.isclass(one) and one.__module__ in own}
    return {one: dict(compared(one, names)) for one in sorted(classes, key=str)}


def compared(one: type, names: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The fields that a generated `==` compares, with their types; none where it compares identity."""
    if is_dataclass(one):
        chosen = [each.name for each in fields(one) if each.compare] if has_made_eq(one) else []
    else:
        chosen = [*getattr(one, "_fields", ())]
    if chosen:
        types = get_type_hints(one, localns={**names, **vars(importlib.import_module(one.__module__))})
        yield from ((name, types[name]) for name in chosen)


def has_made_eq(one: type) -> bool:
    return bool(vars(one)["__dataclass_params__"].eq) if "__dataclass_params__" in vars(one) else False


def holds_array(type_: Any, values: Mapping[type, Mapping[str, Any]], above: tuple[Any, ...] = ()) -> bool:
    """Whether `==` of a value of this type compares an array."""
    origin = get_origin(type_)
    if np.ndarray in (type_, origin):
        return True
    if origin is collections.abc.Callable or type_ in above:
        return False
    inner = get_args(type_) if origin is not None or get_args(type_) else values.get(type_, {}).values()
    return any(holds_array(each, values, (*above, type_)) for each in inner)


def wrong(values: Mapping[type, Mapping[str, Any]]) -> list[str]:
    return [
        f"{one.__module__}.{one.__qualname__}.{name}"
        for one, types in values.items()
        for name, type_ in types.items()
        if holds_array(type_, values)
    ]


@dataclass(frozen=True)
class Compares:
    picture: npt.NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Same:
    picture: npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Holds:
    same: Same
    both: "Mapping[str, tuple[Compares, ...]] | None"
    left_out: Compares | None = field(default=None, compare=False)


def test_no_value_compares_arrays() -> None:
    values = values_of(modules())
    assert len(values) > 200
    assert not wrong(values), "give it eq=False, or the field compare=False"


def test_a_value_in_a_value_is_found() -> None:
    own = {one: dict(compared(one, globals())) for one in (Compares, Same, Holds)}
    assert wrong(own) == [f"{__name__}.Compares.picture", f"{__name__}.Holds.both"]
