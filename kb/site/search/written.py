"""How data is written for the script: numbers in few characters, records as one call of a function."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache

# What stands in a script as it is: all of printable ASCII but what would have to be escaped there or in HTML.
DIGITS = "".join(chr(code) for code in range(32, 127) if chr(code) not in '"\\<')
_ONE, _TWO, _THREE = 64, 88, 91
_BASE = len(DIGITS)


class Written(str):
    """Content that is written already."""

    __slots__ = ()


def script(name: str, content: object) -> bytes:
    """A script that hands `content` over under `name`; nothing in it can end a script or begin a tag."""
    told = content if isinstance(content, Written) else written(content)
    return f'articuladoData("{name}",{told});\n'.encode("utf-8", "backslashreplace")


def written(content: object) -> Written:
    """Content as a script has it."""
    told = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    for character in "<\u2028\u2029":
        told = told.replace(character, f"\\u{ord(character):04x}")
    return Written(told)


def listed(every: Iterable[str]) -> Written:
    """A list of what is written already."""
    return Written(f"[{','.join(every)}]")


@lru_cache(4096)
def number(value: int) -> str:
    """A number of 0 and more: one character below 64, two below 2272, then three and five."""
    if value < _ONE:
        return DIGITS[value]
    rest = value - _ONE
    if rest < (_TWO - _ONE) * _BASE:
        return DIGITS[_ONE + rest // _BASE] + DIGITS[rest % _BASE]
    rest -= (_TWO - _ONE) * _BASE
    if rest < (_THREE - _TWO) * _BASE**2:
        return DIGITS[_TWO + rest // _BASE**2] + DIGITS[rest // _BASE % _BASE] + DIGITS[rest % _BASE]
    rest -= (_THREE - _TWO) * _BASE**2
    return DIGITS[_THREE] + "".join(DIGITS[rest // _BASE**power % _BASE] for power in (3, 2, 1, 0))


def numbers(values: Iterable[int]) -> str:
    """Numbers one after another."""
    return "".join(map(number, values))
