"""The glossary for the script: what each idea is called, as lemmas; the lemma of each word; where ideas are named."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from kb.site.search.documents import Gathered
from kb.site.search.postings import Shard, encoded
from kb.store import Store
from kb.store.lists import every_form, every_lemma

SIZE = 20_000


def glossary(store: Store) -> object:
    """Language -> the forms of ideas, one "idea,lemma lemma,lemma" a line, and "lemma word word" for each lemma.

    A word that begins with its lemma is told as "+" and what follows. The line of stop words begins with a space.
    """
    forms: defaultdict[str, defaultdict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for concept, language, run in every_form(store):
        forms[language][concept].append(" ".join(run))
    spelled: defaultdict[str, defaultdict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for (surface, language), lemma in sorted(every_lemma(store).items()):
        spelled[language][lemma].append(surface)
    lemmas = {
        language: "\n".join(" ".join((lemma, *(_after(lemma, s) for s in its))) for lemma, its in sorted(by.items()))
        for language, by in spelled.items()
    }
    named = {
        language: "\n".join(",".join((concept, *runs)) for concept, runs in its.items())
        for language, its in sorted(forms.items())
    }
    return {language: [its, lemmas.get(language, "")] for language, its in named.items()}


def _after(lemma: str, word: str) -> str:
    return f"+{word[len(lemma) :]}" if lemma and word.startswith(lemma) else word


def shards(gathered: Gathered) -> list[Shard]:
    """Where each idea is named, in order of their ids."""
    found: defaultdict[str, list[tuple[int, int, int]]] = defaultdict(list)
    for at, document in enumerate(gathered.documents):
        for idea, times in document.ideas.items():
            found[idea].append((at, times, 0))
    written = {idea: encoded(its) for idea, its in sorted(found.items())}
    return [Shard(run[0], ["\n".join(run), "\n".join(written[idea] for idea in run)]) for run in _runs(written)]


def _runs(written: Mapping[str, str]) -> Iterator[Sequence[str]]:
    run, size = list[str](), 0
    for idea, postings in written.items():
        if run and size + len(postings) > SIZE:
            yield run
            run, size = [], 0
        run.append(idea)
        size += len(idea) + len(postings)
    if run:
        yield run
