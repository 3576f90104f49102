"""Where ideas are named, for the script: in shards, by their numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kb.site.search.gathered import Gathered
from kb.site.search.parts import joined
from kb.site.search.postings import Shard

SIZE = 20_000


def shards(gathered: Gathered, ideas: Sequence[str]) -> list[Shard[int]]:
    """Where each of these ideas is named, a line each; a shard begins with the number of its first."""
    found = joined((begins, part.ideas) for begins, part in gathered.each())
    written = [found.get(idea, "") for idea in ideas]
    return [Shard(first, "\n".join(written[first:end])) for first, end in _runs(written)]


def _runs(written: Sequence[str]) -> Iterator[tuple[int, int]]:
    first, size = 0, 0
    for at, postings in enumerate(written):
        if at > first and size + len(postings) > SIZE:
            yield first, at
            first, size = at, 0
        size += len(postings) + 1
    if written:
        yield first, len(written)
