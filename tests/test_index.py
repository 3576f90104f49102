"""Every word is in the index once, in the place a reader would name; a new index takes the place of the old one."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
import small_corpus
from small_corpus import BYLAWS, LAW_25, LAW_45, NESTED
from whoosh.filedb.filestore import FileStorage
from whoosh.query import And, AndMaybe, DisjunctionMax, Or, Phrase, Query, Term

from kb.analysis import Analyzer, keys
from kb.index import Clause, Engine, Ideas, Question, build_index, gathered, open_index, printed
from kb.index.documents import CONCEPT
from kb.index.schema import TODAY, schema
from kb.index.searcher import Searcher
from kb.model import ArticuladoError, Instrument, Node, Version
from kb.store import Store


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with Store.open(small_corpus.build(tmp_path_factory.mktemp("small"))) as store:
        yield store


@pytest.fixture(scope="module")
def engine(small: Store) -> Iterator[Engine]:
    with closing(open_index(small.path.parent / "index" / "first")) as opened:
        yield opened


def word(key: str, *terms: str) -> Clause:
    return Clause(((key,),), terms)


def places(engine: Engine, *clauses: Clause, limit: int = 20, **options: object) -> list[str]:
    asked = {"fields": {}, **options}
    found = engine.search(Question(clauses=clauses, **asked), limit)  # type: ignore[arg-type]
    return [f"{hit.address}@{hit.wording}" if hit.wording else hit.address for hit in found]


def test_every_word_of_every_node_is_in_one_document(small: Store) -> None:
    for instrument in small.instruments():
        nodes = small.nodes(instrument.id)
        documents = gathered(nodes).values()
        assert [node.eid for node in nodes] == sorted(
            (node.eid for own in documents for node in own), key=[node.eid for node in nodes].index
        )
        said = Counter(w for n in nodes for part in (n.label, n.heading, n.text) for w in keys(part))
        held = Counter(
            w for own in documents for part in (own[0].label, own[0].heading, printed(own)) for w in keys(part)
        )
        assert said == held


def test_an_article_holds_all_below_it_and_a_chapter_only_its_own_words(small: Store) -> None:
    documents = gathered(small.nodes(BYLAWS))
    assert [node.eid for node in documents["art_45"]] == [
        "art_45",
        "art_45__par_1",
        "art_45__par_2",
        "art_45__par_2__num_1",
    ]
    assert [node.eid for node in documents["chp_2"]] == ["chp_2"]


def test_sections_and_documents_inside_an_article_are_documents_of_their_own() -> None:
    documents = gathered(list(small_corpus.nodes(NESTED, small_corpus.TREES[NESTED])))
    assert [node.eid for node in documents["art_61"]] == ["art_61"]
    inner = "art_61__annex_1__art_62"
    assert [node.eid for node in documents[inner]] == [inner, f"{inner}__num_5"]
    assert documents.keys() >= {"art_61__annex_1", "art_67", "art_67__sec_3", "annex_a", "annex_a__art_62"}


def test_articles_quoted_from_another_law_belong_to_the_article_that_quotes_them(small: Store) -> None:
    assert "Artículo 823." in printed(gathered(small.nodes(LAW_45))["art_75"])


def test_words_phrases_and_nearness(engine: Engine) -> None:
    assert set(places(engine, word("oro", "oro"))) == {f"{LAW_45}#art_17", f"{LAW_25}#art_46"}
    assert places(engine, Clause((("under", "liquidation"),))) == [f"{BYLAWS}#art_90"]
    assert places(engine, Clause((("42", "1923"),))) == []
    assert places(engine, Clause((("42", "1923"),), slop=2)) == [f"{LAW_45}#art_25"]


def test_all_or_any(engine: Engine) -> None:
    both = (word("oro", "oro"), word("encaje", "encaj"))
    assert places(engine, *both) == [f"{LAW_45}#art_17"]
    assert len(places(engine, *both, every=False)) == 3


def test_optional_clauses_rank_and_never_find(engine: Engine) -> None:
    better = dataclasses.replace(word("certificado", "certific"), optional=True)
    assert places(engine, better) == []
    assert places(engine, word("banco", "banc"), better)[0] == f"{LAW_45}#art_46"


def test_fields_and_addresses_restrict(engine: Engine) -> None:
    bank = word("banco", "banc", "banco")
    assert places(engine, bank, fields={"language": ["en"]}) == [f"{BYLAWS}#art_1"]
    assert places(engine, bank, among=frozenset({f"{LAW_45}#art_2"})) == [f"{LAW_45}#art_2"]
    assert places(engine, bank, among=frozenset()) == []


def test_nothing_asked_is_nothing_found(engine: Engine) -> None:
    assert places(engine) == []
    assert places(engine, word("oro", "oro"), limit=0) == []
    assert places(engine, word("*", "*")) == []


@pytest.mark.parametrize(
    "asked",
    [
        Term("words", "oro"),
        Term("terms", "banc", boost=0.5),
        Term("status", "repealed"),
        Or([Term("words", "oro"), Term("words", "de"), Term("terms", "banc")]),
        And([Term("words", "de"), Or([Term("words", "banco"), Term("heading", "liquid")])]),
        AndMaybe(Term("words", "de"), Or([Term("words", "banco"), Term("words", "oro", boost=2.0)])),
        Phrase("words", ["oro", "amonedado"], boost=2.0),
        Phrase("words", ["de", "la"], slop=3),
        Phrase("words", ["de", "nada"]),
    ],
    ids=str,
)
def test_the_scores_are_those_of_whoosh(small: Store, asked: Query) -> None:
    folder = small.path.parent / "index" / "first"
    with FileStorage(str(folder)).open_index(schema=schema()).searcher() as whoosh:
        theirs = {hit["address"]: hit.score for hit in whoosh.search(asked, limit=None)}
    with closing(Searcher(folder, TODAY)) as ours:
        hits = ours.search(asked, 1000)
        assert {ours.name(hit.document)[0]: hit.score for hit in hits} == pytest.approx(theirs, abs=2e-6)
        assert ours.docs_for_query(asked) == {hit.document for hit in hits}


def test_of_several_words_that_will_do_the_best_counts(small: Store) -> None:
    either = Term("words", "oro"), Term("words", "de")
    with closing(Searcher(small.path.parent / "index" / "first", TODAY)) as searcher:
        gold, of = ({hit.document: hit.score for hit in searcher.search(one, 1000)} for one in either)
        found = {hit.document: hit.score for hit in searcher.search(DisjunctionMax(either), 1000)}
    assert found == {n: max(gold.get(n, 0.0), of.get(n, 0.0)) for n in gold | of}


def test_equal_scores_come_in_corpus_order(engine: Engine) -> None:
    def score(address: str) -> float:
        return next(hit.score for hit in found if hit.address == address)

    found = engine.search(Question(clauses=(word("1923", "1923"),), fields={}), 10)
    first, second = f"{LAW_45}#art_25", "co/ley/1912/110#art_157"
    assert score(first) == score(second)
    assert [hit.address for hit in found] == [first, second]


def test_older_wordings_answer_only_when_history_is_asked_for(engine: Engine) -> None:
    manager = word("gerente", "gerent")
    assert places(engine, manager) == [f"{LAW_25}#art_8"]
    assert set(places(engine, manager, history=True)) == {
        f"{LAW_25}#art_8",
        *(f"{LAW_25}#art_8@{n}" for n in (1, 2, 3)),
    }
    assert places(engine, word("amanuense", "amanuens")) == []
    assert places(engine, word("amanuense", "amanuens"), history=True) == [f"{LAW_25}#art_8@1"]


def test_older_wordings_obey_phrases_fields_and_limit(engine: Engine) -> None:
    gold = Clause((("oro", "amonedado"),))
    assert set(places(engine, gold, history=True)) == {f"{LAW_45}#art_17", f"{LAW_25}#art_46@1"}
    assert places(engine, gold, fields={"instrument": [LAW_25]}, history=True) == [f"{LAW_25}#art_46@1"]
    assert places(engine, gold, fields={"number": ["46"]}, history=True) == [f"{LAW_25}#art_46@1"]
    assert len(places(engine, word("gerente", "gerent"), history=True, limit=2)) == 2


class One:
    """A library of one instrument."""

    def __init__(self, *nodes: Node, versions: tuple[Version, ...] = ()) -> None:
        self._nodes = list(nodes)
        self._versions = [dataclasses.replace(version, instrument=LAW_45) for version in versions]

    def instruments(self) -> list[Instrument]:
        return [small_corpus.instrument(LAW_45, "")]

    def nodes(self, instrument: str) -> list[Node]:
        return self._nodes

    def versions(self, instrument: str) -> list[Version]:
        return self._versions


def node(eid: str, text: str) -> Node:
    return next(small_corpus.nodes(LAW_45, ((0, "article", eid, "", "", text),)))


def test_an_index_without_documents_opens_and_finds_nothing(tmp_path: Path) -> None:
    analyzer = Analyzer.of({"es": frozenset()})
    assert build_index(tmp_path / "none", One(), analyzer) == 0
    assert build_index(tmp_path / "wordless", One(node("1", "…")), analyzer) == 0
    for name in ("none", "wordless"):
        with closing(open_index(tmp_path / name)) as engine:
            assert places(engine, word("oro", "oro")) == []


def test_a_document_without_heading_is_an_index_too(tmp_path: Path) -> None:
    assert build_index(tmp_path / "one", One(node("1", "oro")), Analyzer.of({"es": frozenset()})) == 1
    with closing(open_index(tmp_path / "one")) as engine:
        assert places(engine, word("oro", "oro")) == [f"{LAW_45}#art_1"]


def test_what_is_found_without_history_is_the_same_as_if_there_were_none(tmp_path: Path) -> None:
    nodes = [node(number, f"oro {'plata ' * int(number)}") for number in ("1", "2", "3")]
    older = tuple(small_corpus.version(f"art_{n}", 1, None, None, "oro oro plata cobre") for n in (1, 2, 3))
    analyzer = Analyzer.of({"es": frozenset()})
    assert build_index(tmp_path / "without", One(*nodes), analyzer) == 3
    assert build_index(tmp_path / "with", One(*nodes, versions=older), analyzer) == 6
    found = []
    for name in ("without", "with"):
        with closing(open_index(tmp_path / name)) as engine:
            asked = (Question(clauses=(word(w, w),), fields={}) for w in ("oro", "plata", "cobre"))
            found.append([engine.search(question, 10) for question in asked])
    assert found[0] == found[1]


def test_history_of_a_corpus_without_older_wordings_is_today(tmp_path: Path) -> None:
    build_index(tmp_path / "one", One(node("1", "oro")), Analyzer.of({"es": frozenset()}))
    with closing(open_index(tmp_path / "one")) as engine:
        assert places(engine, word("oro", "oro"), history=True) == [f"{LAW_45}#art_1"]


def test_concepts_of_any_node_are_those_of_its_document(tmp_path: Path) -> None:
    ideas = Ideas(lambda nodes: {(LAW_45, "art_1"): {"gold"}})
    build_index(tmp_path / "one", One(node("1", "oro"), node("2", "plata")), Analyzer.of({"es": frozenset()}), ideas)
    with closing(open_index(tmp_path / "one")) as engine:
        assert places(engine, word("oro", "oro"), fields={CONCEPT: ["gold"]}) == [f"{LAW_45}#art_1"]


def test_a_new_index_takes_the_place_of_the_old_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    folder, analyzer = tmp_path / "index", Analyzer.of({"es": frozenset()})
    build_index(folder, One(node("1", "oro")), analyzer)
    build_index(folder, One(node("1", "plata")), analyzer)
    assert [path.name for path in tmp_path.iterdir()] == ["index"]
    with closing(open_index(folder)) as engine:
        assert places(engine, word("oro", "oro")) == []


def test_a_build_that_fails_leaves_the_last_index_alone(tmp_path: Path) -> None:
    class Broken(One):
        def nodes(self, instrument: str) -> list[Node]:
            raise ArticuladoError("broken")

    folder, analyzer = tmp_path / "index", Analyzer.of({"es": frozenset()})
    build_index(folder, One(node("1", "oro")), analyzer)
    with pytest.raises(ArticuladoError):
        build_index(folder, Broken(), analyzer)
    assert [path.name for path in tmp_path.iterdir()] == ["index"]
    with closing(open_index(folder)) as engine:
        assert places(engine, word("oro", "oro")) == [f"{LAW_45}#art_1"]


@pytest.mark.parametrize("pattern", ["*.toc", "*.pst", "*.trm", "contents.txt"])
def test_an_index_that_is_not_whole_is_said(tmp_path: Path, pattern: str) -> None:
    build_index(tmp_path / "index", One(node("1", "oro")), Analyzer.of({"es": frozenset()}))
    file = next((tmp_path / "index").glob(pattern))
    for damaged in (file.read_bytes()[:-1], None):
        file.unlink() if damaged is None else file.write_bytes(damaged)
        with pytest.raises(ArticuladoError, match="articulado build"):
            open_index(tmp_path / "index")


def test_a_stranger_file_in_the_folder_does_no_harm(tmp_path: Path) -> None:
    build_index(tmp_path / "index", One(node("1", "oro")), Analyzer.of({"es": frozenset()}))
    (tmp_path / "index" / "Thumbs.db").write_bytes(b"x")
    open_index(tmp_path / "index").close()


def test_an_index_may_be_searched_while_the_next_takes_its_place(tmp_path: Path) -> None:
    folder, analyzer = tmp_path / "index", Analyzer.of({"es": frozenset()})
    build_index(folder, One(node("1", "oro")), analyzer)
    with closing(open_index(folder)) as before:
        build_index(folder, One(node("1", "plata")), analyzer)
        assert places(before, word("oro", "oro")) == [f"{LAW_45}#art_1"]
