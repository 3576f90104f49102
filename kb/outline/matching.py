"""A line as the rules are to see it: letters that a print sets apart drawn together, accents on their letters.

Only marks are looked for in such a form; the words stay as printed, and a mark found is told by where it is printed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from unicodedata import combining, normalize

from kb.grammar import Grammar, Mark

_CAPITAL = "[A-ZÀ-ÖØ-Þ]"
# A word of capitals set apart ("T Í T U L O"): four of them at the least, since initials and enumerations are short.
_APART = re.compile(rf"\W*{_CAPITAL}(?P<gap>\s{{1,3}}){_CAPITAL}(?:(?P=gap){_CAPITAL}){{2}}(?!\w)")
_BETWEEN = re.compile(r"(?<![^\W\d_]{2})(?<=[^\W_])\s{1,3}(?=[^\W_](?!\w))")

# The text to match, and where in the line each of its characters is printed, with the end of the last one.
Form = tuple[str, list[int]]


def drawn_together(text: str, grammar: Grammar) -> Form | None:
    """The form of a line whose capitals are set apart, if it then begins with a mark."""
    apart = _APART.match(text)
    if apart is None:
        return None
    gap = len(apart["gap"])
    kept = list(range(len(text)))
    for joint in reversed(list(_BETWEEN.finditer(text))):
        if len(joint[0]) <= gap:
            del kept[joint.start() : joint.end()]
    form = "".join(text[at] for at in kept), [*kept, len(text)]
    return next((one for one in (form, *_parted(form, grammar)) if grammar.division(one[0])), None)


def composed(text: str) -> Form:
    """The form of a line with each accent that is printed after its letter on it."""
    letters, places = "", []
    starts = [at for at, sign in enumerate(text) if at == 0 or not combining(sign)]
    for at, end in pairwise([*starts, len(text)]):
        letter = normalize("NFC", text[at:end])
        letters += letter
        places += [at] * len(letter)
    return letters, [*places, len(text)]


def printed(mark: Mark, form: Form, text: str) -> Mark:
    """A mark found in a form of the line `text`, where it stands in the line."""
    places = form[1]
    start, end = places[mark.start], places[mark.end]
    lead = (places[mark.lead[0]], places[mark.lead[1]], mark.lead[2]) if mark.lead else None
    return mark._replace(start=start, end=start + len(text[start:end].rstrip()), rest=places[mark.rest], lead=lead)


def _parted(form: Form, grammar: Grammar) -> Iterator[Form]:
    """The form with its first word parted from the next: a print may set words apart no further than letters."""
    text, places = form
    for division in grammar.divisions:
        if division.bare and (word := division.bare.match(text)):
            at = word.end()
            yield f"{text[:at]} {text[at:]}", [*places[:at], *places[at : at + 1], *places[at:]]
