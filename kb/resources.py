"""Where the files that ship with the program lie: the corpus and the site's templates."""

from __future__ import annotations

from pathlib import Path

from kb.model import ArticuladoError

# A wheel carries them inside the package; in a checkout they are beside it.
_PACKAGE = Path(__file__).parent
_PLACES = (_PACKAGE / "_data", _PACKAGE.parent)


def resource(name: str) -> Path:
    """The folder `name` (`corpus` or `site_templates`) of this installation; ArticuladoError when it is not there.

    The wheel's own copy comes first: beside an installed package lie other people's packages.
    """
    found = next((place / name for place in _PLACES if (place / name).is_dir()), None)
    if found is None:
        raise ArticuladoError(
            f"{name}: this installation does not carry the folder; name one, or install Articulado again."
        )
    return found
