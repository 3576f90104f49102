"""What somebody chooses by name before asking: one instrument, or a language."""

from __future__ import annotations

from kb.model import ArticuladoError
from kb.query.reference import read_reference
from kb.store import Store

_MANY = 20


class NotHere(ArticuladoError):
    """What was named reads well and is not in this knowledge base."""


def named(store: Store, text: str | None, option: str = "--in") -> str | None:
    """The id of the one instrument that `text` names, None for None; NotHere when it names one that is not there.

    ArticuladoError, which speaks of `option`, when it names none or several.
    """
    if text is None:
        return None
    reference = read_reference(store, text)
    ids = {target.instrument for target in reference.targets if not target.eid}
    if reference and not reference.targets and not reference.unknown:
        raise NotHere(f"{option} {text}: not in this knowledge base.")
    if len(ids) != 1:
        known = sorted(ids) or store.first_ids(_MANY + 1)
        some = ", ".join(known[:_MANY]) + (" …" if len(known) > _MANY else "")
        raise ArticuladoError(f"{option} {text}: {'may be any of' if ids else 'no such instrument; there are'} {some}.")
    return ids.pop()
