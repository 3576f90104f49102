"""The pages of a site as a source for Hugo: what our templates are given stands in the front matter of each page.

Hugo sets the same head, path, text with its links, state with its proofs, older wordings with what changed, neighbours,
cited by, cites, terms, problems, citation and notice. What ties there are is worked out before, as ours are by reading
the store; the changes between two wordings too, which ours are compared for while it is made.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from kb.model import Citation, Target
from kb.site import citing
from kb.site.blocks import Table
from kb.site.entries import Entry
from kb.site.library import Library, gather
from kb.site.marks import pieces
from kb.site.places import Way, said
from kb.site.register import since
from kb.site.ties import Citers, Deed
from kb.site.views import Article, Provision, Work
from kb.site.words import Words, load
from kb.store import Store, StoredProblem

GIVEN = Path(__file__).parent / "hugo"
# Of many as ours shows at once; the rest folds away there.
PROOFS = 3
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~])")
_KEY = re.compile(r"[^A-Za-z0-9]+")


def written(folder: Path, store: Path, templates: Path) -> Path:
    """A folder that Hugo makes the site of a store from, in every language."""
    shutil.copytree(GIVEN, folder)
    with Store.open(store) as opened:
        languages = load(templates / "words")
        library = gather(opened, languages)
        for words in languages:
            spoken = {_KEY.sub("_", key): told for key, told in words.table.items()}
            _put(folder / "i18n" / f"{words.code}.json", json.dumps(spoken))
            for path, head, text in _pages(library, words):
                told = json.dumps(head, ensure_ascii=False, indent=1)
                _put(folder / "content" / words.code / path, f"{told}\n\n{text}\n")
    return folder


def _put(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def _pages(library: Library, words: Words) -> Iterator[tuple[str, Mapping[str, Any], str]]:
    """(path, front matter, Markdown) of every page in one language."""
    every = [{"href": f"{e.folder}/index.html", "name": e.name.main, "tongue": e.instrument.language,
              "total": words.count("count.articles", len(e.articles))} for e in library.works]  # fmt: skip
    home = {"title": words("home.title"), "root": "../", "base": "", "path": "index.html", "works": every}
    yield "_index.md", home, ""
    for entry in library.works:
        work = library.work(entry)
        up = "../" * (entry.folder.count("/") + 1)
        way = Way(library.places, words, "")
        yield f"{entry.folder}/_index.md", {**_shared(work, up, "", words, library), **_law(work, library, way)}, ""
        for number, article in enumerate(work.articles, 1):
            head = _shared(work, up, article.node.eid, words, library)
            text = "\n\n".join(_markdown(article.provision, way, up))
            yield (
                f"{entry.folder}/{article.node.eid}.md",
                {**head, **_article(work, article, library, way, number)},
                text,
            )


def _shared(work: Work, up: str, eid: str, words: Words, library: Library) -> dict[str, Any]:
    it, source = work.instrument, next(iter(work.sources), None)
    styles = [
        (other, citing.cited(work, eid, other) if eid else citing.whole(work, other)) for other in library.languages
    ]
    return {
        "root": f"{up}../",
        "base": up,
        "path": f"{work.folder}/{eid or 'index'}.html",
        "tongue": it.language,
        "address": f"{it.id}#{eid}" if eid else it.id,
        "source": {"file": source.file, "sha256": source.sha256} if source else {},
        "citing": [
            {"name": words("citing.in", language=words.term("language", o.code)), "lang": o.code, "words": told}
            for o, told in styles
        ],
    }


def _law(work: Work, library: Library, way: Way) -> dict[str, Any]:
    it, words, ties = work.instrument, way.words, library.ties
    above = {node.eid: _division(node) for article in work.articles for node in article.above}
    dates = [{"name": words.term("event", fact.event), "value": words.date(fact.date)} for fact in it.dates]
    facts = {"instrument.identified": it.evidence, "instrument.id": it.id, "instrument.authority": it.authority}
    return {
        "title": work.name.main,
        "subject": work.name.subject,
        "kicker": f"{words.term('type', it.type)} · {words.term('language', it.language)}",
        "eids": [article.node.eid for article in work.articles] or [it.id],
        "total": words.count("count.articles", len(work.articles)),
        "tally": [{"status": _key(status), "n": n} for status, n in work.statuses],
        "card": [*dates, *({"name": words(key), "value": value} for key, value in facts.items() if value)],
        "divisions": list(above.values()),
        "deeds": _deeds((*ties.by_work(work), *ties.upon_work(work)), way),
        "cited_by": _citers(ties.cited_by_others(work), way),
        "problems": _problems(work.problems, work, way),
    }


def _article(work: Work, article: Article, library: Library, way: Way, number: int) -> dict[str, Any]:
    node, ties, words = article.node, library.ties, way.words
    return {
        "title": node.label or node.eid,
        "work": work.name.main,
        "eid": node.eid,
        "number": node.number or node.label,
        "heading": node.heading,
        "weight": number,
        "status": _key(node.status),
        "above": [_division(each) for each in article.above],
        "line": words("source.line", line=node.line),
        "deeds": _deeds((*ties.upon(work, article), *ties.by(work, article)), way),
        "older": [_older(each, words) for each in article.versions],
        "cited_by": _citers(ties.cited_by(work, article), way),
        "cites": [
            {"law": _place(Target(each.instrument), way), "wordings": [_wording(c, way) for c in each.citations]}
            for each in ties.cites(work, article)
        ],
        "uses": [{"term": u.term, "places": [_place(t, way) for t in u.targets]} for u in article.uses],
        "problems": _problems(article.problems, work, way),
    }


def _key(status: str) -> str:
    return _KEY.sub("_", status)


def _division(node: Any) -> dict[str, str]:
    return {"eid": node.eid, "label": node.label or node.heading, "heading": node.heading}


def _place(target: Target, way: Way) -> dict[str, str]:
    entry: Entry | None = way.work(target.instrument)
    law = entry.name.main if entry else target.instrument
    name = said(way.words, target.eid)
    return {"href": way.link(target), "name": name or law, "work": law if name else ""}


def _wording(citation: Citation, way: Way) -> dict[str, Any]:
    return {"quote": citation.quote, "places": [_place(target, way) for target in citation.targets[:12]]}


def _citers(every: Iterable[Citers], way: Way) -> list[dict[str, Any]]:
    return [
        {"law": _place(Target(each.instrument), way), "places": [_place(target, way) for target in each.places]}
        for each in every
    ]


def _deeds(every: Iterable[Deed], way: Way) -> list[dict[str, Any]]:
    return [
        {
            "effect": way.words.term("effect", f"{deed.head.kind}.name"),
            "victims": [_place(target, way) for target in deed.victims],
            "actor": _place(deed.head.affecting, way) if deed.head.affecting else None,
            "grade": deed.head.grade.replace("-", "_"),
            "since": since(deed.head, way.words),
            "proofs": [
                {"quote": proof.quote, "place": _place(Target(proof.place.instrument, proof.place.eid), way)}
                for proof in deed.proofs[:PROOFS]
            ],
        }
        for deed in every
    ]


def _older(each: Any, words: Words) -> dict[str, Any]:
    version, said_of = each.version, [words("article.wording", n=each.version.place)]
    said_of += [words("article.since", date=words.date(version.since))] if version.since else []
    said_of += [words("article.until", date=words.date(version.until))] if version.until else []
    changes = [] if each.rewritten else [[{"kind": c.kind, "words": c.words} for c in some] for some in each.changes]
    texts = [text for text in each.blocks if isinstance(text, str)]
    return {"summary": " · ".join(said_of), "label": version.label, "texts": texts, "note": version.note or "",
            "changes": changes}  # fmt: skip


def _problems(problems: Sequence[StoredProblem], work: Work, way: Way) -> list[dict[str, str]]:
    return [
        {"code": p.code, "eid": p.eid or "", "label": work.labels.get(p.eid or "", ""), "said": way.message(p)}
        for p in problems
    ]


def _markdown(provision: Provision, way: Way, up: str) -> Iterator[str]:
    """The paragraphs of a provision and of all below it; their marks lead to themselves, as ours do."""
    for number, block in enumerate(provision.blocks):
        yield _table(block) if isinstance(block, Table) else _prose(block, provision, number, way, up)
    for run in provision.runs:
        for member in run.members:
            mark = f"[{_plain(member.node.label)}](#{member.node.eid}) " if member.node.label else ""
            first, *rest = [*_markdown(member, way, up)] or [""]
            yield f'<div class="provision {member.node.kind}" id="{member.node.eid}">'
            yield f"{mark}{first}"
            yield from rest
            yield "</div>"
    if provision.closing:
        yield _plain(provision.closing)


def _prose(text: str, provision: Provision, number: int, way: Way, up: str) -> str:
    told = []
    for piece in pieces(text, provision.marks.get(number, ())):
        if isinstance(piece, str):
            told.append(_plain(piece))
            continue
        printed, tie = piece
        lead = way.lead(tie) if isinstance(tie, Citation) else None
        href = lead.href if lead else ""
        if not isinstance(tie, Citation) and len(tie.targets) == 1:
            href = way.link(tie.targets[0])
        title = f' "{lead.title}"'.replace("\n", " ") if lead else ""
        told.append(f"[{_plain(printed)}]({up}{href}{title})" if href else _plain(printed))
    return "".join(told)


def _table(table: Table) -> str:
    rows = [*table.head, *table.rows]
    lines = [f"| {' | '.join(map(_plain, row))} |" for row in rows]
    return "\n".join([lines[0], "|" + "---|" * len(rows[0]), *lines[1:]])


def _plain(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)
