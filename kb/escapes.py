"""What a terminal would obey, taken out of what is printed.

Texts come from anywhere: one that holds the codes of a terminal must not clear it, name it or type into it.
"""

from __future__ import annotations

import re

_BOLD = ("\x1b[1m", "\x1b[0m")
# Control characters of ASCII and of Latin-1 (ECMA-48), line ends and tabs apart; the codes of bold as one.
_OBEYED = re.compile("\x1b\\[[01]m|[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def harmless(text: str) -> str:
    """`text` with a mark for each control character in it but line ends, tabs and the codes of our own bold."""
    return _OBEYED.sub(lambda found: found[0] if found[0] in _BOLD else "\ufffd", text)


def escaped_in_json(text: str) -> str:
    """JSON that means the same, with an escape for each control character that JSON would let stand."""
    return _OBEYED.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def csv_for_terminal(rows: bytes) -> str:
    """The lines of CSV as a terminal may have them."""
    return harmless(rows.decode().lstrip("\ufeff").replace("\r\n", "\n").rstrip("\n"))
