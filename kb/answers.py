"""What the commands `search` and `show` answer: whether anything was found, as objects for programs and as lines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from kb.listings import ties_of
from kb.model import ArticuladoError
from kb.plain import absent_text, answer_row, answer_text, labels, shown, shown_row, shown_text, suggested_text
from kb.query.places import read_place
from kb.query.reference import Reference, nearest_to
from kb.query.search import search
from kb.query.suggest import meant
from kb.query.told import MOST_GUESSES, echoed, remark_row, remarks_text
from kb.store import Store


@dataclass(frozen=True, slots=True)
class Reply:
    """What a command replies: `value` is the JSON, `text` the lines for people."""

    found: bool
    value: Any
    text: str


def searched(store: Store, indexes: Path, text: str, width: int, asked: Mapping[str, Any]) -> Reply:
    """The hits of a search; `asked` are its other values, as `kb.query.search` has them."""
    answer = search(store, indexes / store.meta()["index"], text, **asked)
    near = [shown(store, target) for target in answer.nearest]
    names = labels(store, answer)
    return Reply(
        found=bool(answer.hits) and bool(answer.meant or not answer.reference.lacks_law),
        value={"query": text, "page": asked["page"], "limit": asked["limit"], **answer_row(answer, near, names)},
        text=answer_text(answer, near, text, width, names),
    )


def referred(store: Store, text: str, width: int, history: bool) -> Reply:
    """What a reference names, in full; ArticuladoError when the text does not read as one."""
    reference = read_place(store, text)
    others = meant(store, text, reference)
    if not reference:
        hint = f"\n{suggested_text(others)}" if others else " write one like 'art. 46 bylaws', or search for it."
        raise ArticuladoError(f"{echoed(text)!r} does not read as a reference;{hint}")
    found = [(shown(store, target), ties_of(store, target)) for target in reference.targets]
    rows = [{**shown_row(one, history), **ties.value} for one, ties in found]
    texts = [shown_text(one, width, history, ties.text(width)) for one, ties in found]
    told_first = filter(None, [remarks_text(reference), "\n\n\n".join(texts)])
    return Reply(
        found=bool(found),
        value={"query": text, "understood": asdict(reference), "found": rows, **_else(store, reference, others)},
        text="\n\n".join(told_first) if found else _absent(store, reference, others),
    )


def _else(store: Store, reference: Reference, others: tuple[str, ...]) -> dict[str, Any]:
    """What a reference may have meant, and what must be known of what it leads to."""
    return {
        "nearest": [shown_row(shown(store, target), False) for target in nearest_to(store, reference)],
        "suggestions": others,
        "remarks": [remark_row(remark) for remark in reference.remarks],
        "guesses": reference.guesses,
    }


def _absent(store: Store, reference: Reference, others: tuple[str, ...]) -> str:
    near = [shown(store, target) for target in nearest_to(store, reference)]
    guesses = [shown(store, target) for target in reference.guesses[:MOST_GUESSES]]
    titles = store.titles(reference.instruments)
    return absent_text(reference, near, titles, others, guesses)
