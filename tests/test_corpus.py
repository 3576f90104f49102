"""Folders, manifests and bytes: what is read, and the one sentence that a mistake gets."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from assembling import readings, texts

from kb import audit, corpus
from kb.corpus.reader import read
from kb.corpus.unreadable import UnreadableSource
from kb.model import ArticuladoError, Knowledge

LAW = "Artículo 1. El banco pagará las multas que se le impongan.\n\nArtículo 2. La ley rige desde hoy.\n"


def collection(root: Path, manifest: str | None = None, **files: str | bytes) -> Path:
    """A corpus in `root` of one collection, co/leyes, with these files (name with _ for the dot)."""
    folder = root / "corpus" / "co" / "leyes"
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        data = content.encode() if isinstance(content, str) else content
        (folder / name.replace("_", ".")).write_bytes(data)
    if manifest is not None:
        (folder / "manifest.toml").write_text(manifest, "utf-8")
    return root / "corpus"


def knowledge(root: Path) -> Knowledge:
    return texts(root)[0]


SOURCE = '[[source]]\nfile = "a.txt"\n'
LEY_1 = "[[instrument]]\nid = 'co/ley/1923/1'\ntitle = 'x'\n"
# manifest -> the line it names and words of its sentence
MISTAKES = {
    "not TOML": ("[[source]\n", "line 1", "not TOML"),
    "an unknown table": (f"{SOURCE}[[law]]\nid = 1\n", "line 3", "'law' is not a part of a manifest"),
    "a wrong key": (f"{SOURCE}colour = 'red'\n", "line 3", "'colour' is not a key of"),
    "a wrong type": (f"{SOURCE}title = 4\n", "line 3", "'title' must be str"),
    "no file": ("[[source]]\ntitle = 'x'\n", "line 1", "needs a 'file'"),
    "a missing file": ("[[source]]\nfile = 'b.txt'\n", "line 2", "there is no file 'b.txt'"),
    "a path outside": ("[[source]]\nfile = '../b.txt'\n", "line 2", "lies outside"),
    "an absolute path": ("[[source]]\nfile = '/etc/passwd'\n", "line 2", "lies outside"),
    "a file listed twice": (SOURCE + SOURCE, "line 4", "'a.txt' stands here a second time"),
    "an unknown layout": (f"{SOURCE}layout = 'table'\n", "line 3", "layout 'table' is unknown"),
    "an unknown tradition": (f"{SOURCE}tradition = 'la'\n", "line 3", "no tradition 'la'"),
    "an unknown language": (
        f"{SOURCE}title = 'x'\nlanguage = 'xx'\n",
        "line 4",
        "in the language 'xx'; there are en, es",
    ),
    "a changed hash": (f"{SOURCE}sha256 = 'abc'\n", "line 3", "has changed since"),
    "an id that is none": (f"{SOURCE}[[instrument]]\nid = 'Ley 1'\ntitle = 'x'\n", "line 4", "is not an address"),
    "no title": (f"{SOURCE}[[instrument]]\nid = 'co/ley/1923/1'\n", "line 3", "needs a 'title'"),
    "an id said twice": (
        SOURCE + LEY_1 + LEY_1,
        "line 7",
        "stands here a second time",
    ),
    "a record that is not there": (
        f"{SOURCE}layout = 'records'\n[[instrument]]\nrecord = 9\nid = 'co/ley/1923/1'\ntitle = 'x'\n",
        "line 4",
        "there is no record on line 9",
    ),
    "a record claimed twice": (
        f"{SOURCE}layout = 'records'\n[[instrument]]\nrecord = 1\nid = 'co/ley/1923/1'\ntitle = 'x'\n"
        "[[instrument]]\nrecord = 1\nid = 'co/ley/1923/2'\ntitle = 'y'\n",
        "line 8",
        "is already co/ley/1923/1",
    ),
    "a date that is none": (
        f"{SOURCE}{LEY_1}dates = [{{ event = 'passed', date = '1923-13-01' }}]\n",
        "line 6",
        "is not a date",
    ),
    "a former id that is none": (f"{SOURCE}{LEY_1}formerly = ['Ley 1']\n", "line 6", "'Ley 1' is not an address"),
    "a former id of now": (f"{SOURCE}{LEY_1}formerly = ['co/ley/1923/1']\n", "line 6", "is what it is called now"),
    "former ids that are no list": (f"{SOURCE}{LEY_1}formerly = 'co/x/r1'\n", "line 6", "must be list"),
    "a former id of another": (
        f"{SOURCE}layout = 'records'\n{LEY_1}record = 1\n"
        "[[instrument]]\nrecord = 2\nid = 'co/ley/1923/2'\ntitle = 'y'\nformerly = ['co/ley/1923/1']\n",
        "line 8",
        "'co/ley/1923/1' is already that of co/ley/1923/1",
    ),
    "a notice without words": (f"{SOURCE}notice = {{ es = 4 }}\n", "line 3", "a notice is words"),
    "a notice in no language": (f"{SOURCE}notice = {{ 'Español' = 'x' }}\n", "line 3", "a notice is words"),
    "a year of many digits": (f"{SOURCE}{LEY_1}year = 999999999999999999999999\n", "line 6", "is no year"),
    "a year before all": (f"{SOURCE}{LEY_1}year = -1\n", "line 6", "is no year"),
    "a number that Python does not read": (
        f"{SOURCE}{LEY_1}number = {'9' * 4400}\n",
        "",
        "not TOML: Exceeds the limit",
    ),
    "an id of many digits": (
        f"{SOURCE}[[instrument]]\nid = 'co/ley/{'9' * 4301}/1'\ntitle = 'x'\n",
        "line 4",
        "'id' is longer than 200 letters",
    ),
    "a former id of many letters": (f"{SOURCE}{LEY_1}formerly = ['co/{'x' * 300}']\n", "line 6", "is not an address"),
    "an alias of many words": (f"{SOURCE}{LEY_1}aliases = ['{'a ' * 2000}']\n", "line 6", "longer than 200 letters"),
    "a title of many words": (f"{SOURCE}{LEY_1}".replace("'x'", f"'{'a ' * 2000}'"), "line 5", "longer than 1000"),
    "a number of many letters": (f"{SOURCE}{LEY_1}number = '{'9' * 99}'\n", "line 6", "longer than 40 letters"),
    "a file with a control": ('[[source]]\nfile = "a\\u0000.txt"\n', "line 2", "'file' holds a control character"),
    "an alias with a control": (f'{SOURCE}{LEY_1}aliases = ["a\\u001b[2J"]\n', "line 6", "holds a control character"),
    "a title deep in lists": (f"[collection]\ntitle = {'[' * 3000}{']' * 3000}\n", "", "stand too deep in one another"),
    "a title in some lists": (f"[collection]\ntitle = {'[' * 90}{']' * 90}\n", "line 2", "'title' must be str"),
    "a country out of the folder": ("[collection]\njurisdiction = '../../x'\n", "line 2", "is no country"),
    "a country of markup": ("[collection]\njurisdiction = '<script>'\n", "line 2", "is no country"),
    "a country of blanks": ("[collection]\njurisdiction = '  '\n", "line 2", "is no country"),
    "a language of blanks": ("[collection]\nlanguage = 'Español'\n", "line 2", "is no language"),
    "a language that no tradition speaks": ("[collection]\nlanguage = 'xx'\n", "line 2", "in the language 'xx'"),
    "a country with a control": ('[collection]\njurisdiction = "a\\u0000b"\n', "line 2", "holds a control character"),
    "an event that is none": (
        f"{SOURCE}{LEY_1}dates = [{{ event = 'born', date = '1923-01-01' }}]\n",
        "line 6",
        "the event one of",
    ),
}


@pytest.mark.parametrize(("manifest", "line", "why"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_in_a_manifest_is_one_sentence(tmp_path: Path, manifest: str, line: str, why: str) -> None:
    root = collection(tmp_path, manifest, a_txt=LAW)
    with pytest.raises(ArticuladoError) as caught:
        knowledge(root)
    sentence = str(caught.value)
    assert why in sentence and line in sentence and "manifest.toml" in sentence and "\n" not in sentence


# manifest -> the languages that a text in Spanish and one in English are taken for
LANGUAGES = {
    "nobody says it": ("", ["es", "en"]),
    "of the collection": ("[collection]\nlanguage = 'es'\n", ["es", "es"]),
    "of a source, before its collection's": (
        "[collection]\nlanguage = 'es'\n[[source]]\nfile = 'b.txt'\nlanguage = 'en'\n",
        ["es", "en"],
    ),
    "of the tradition of a source": (
        "[collection]\nlanguage = 'es'\n[[source]]\nfile = 'b.txt'\ntradition = 'en'\n",
        ["es", "en"],
    ),
}


@pytest.mark.parametrize(("manifest", "languages"), LANGUAGES.values(), ids=LANGUAGES)
def test_a_manifest_may_say_the_language(tmp_path: Path, manifest: str, languages: list[str]) -> None:
    english = "Article 1. The bank shall pay the fines that are imposed on it.\n"
    root = collection(tmp_path, manifest, a_txt=LAW, b_txt=english)
    assert [source.language for source in knowledge(root).sources] == languages


def test_a_manifest_that_is_not_utf_8_is_told_with_its_line(tmp_path: Path) -> None:
    root = collection(tmp_path, a_txt=LAW, manifest_toml=b"[[source]]\ntitle = 'C\xf3digo'\n")
    with pytest.raises(ArticuladoError, match=r"manifest\.toml, line 2: this is not UTF-8; save"):
        knowledge(root)


def test_a_folder_or_a_link_to_nothing_is_no_manifest(tmp_path: Path) -> None:
    root = collection(tmp_path, a_txt=LAW)
    place = root / "co" / "leyes" / "manifest.toml"
    place.mkdir()
    with pytest.raises(ArticuladoError, match=r"manifest\.toml: this is no file; a manifest is a text file"):
        knowledge(root)
    place.rmdir()
    linked(place, tmp_path / "nowhere")
    with pytest.raises(ArticuladoError, match=r"manifest\.toml: this is no file"):
        knowledge(root)


def test_a_link_that_leads_out_of_the_corpus_is_left_out_and_told(tmp_path: Path) -> None:
    root = collection(tmp_path, a_txt=LAW)
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "s.txt").write_text(LAW, "utf-8")
    linked(root / "co" / "leyes" / "b.txt", tmp_path / "secret" / "s.txt")
    linked(root / "co" / "other", tmp_path / "secret")
    linked(root / "co" / "leyes" / "c.txt", root / "co" / "leyes" / "a.txt")
    found = corpus.listed(root)
    assert [source.file for source in found.files] == ["co/leyes/a.txt", "co/leyes/c.txt"]
    why = "a link that leads out of the corpus; put the file itself there"
    assert found.skipped == (f"co/leyes/b.txt: {why}", f"co/other: {why}")


def linked(link: Path, target: Path) -> None:
    try:
        link.symlink_to(target)
    except OSError:  # Windows asks for a privilege
        pytest.skip("no symbolic links here")


def test_a_corpus_that_is_missing_or_holds_nothing_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(ArticuladoError, match="there is no such folder"):
        corpus.listed(tmp_path / "nowhere")
    with pytest.raises(ArticuladoError, match="there is no text to read here"):
        readings(tmp_path)


def test_bytes_that_are_no_text_are_refused_by_name() -> None:
    with pytest.raises(UnreadableSource, match=r"a\.txt: cannot be read \(not-text\)"):
        read(b"\x7fELF\0\0\0\1\2\3", "a.txt")


ENCODINGS = [
    ("ñandú – “1º”".encode(), "utf-8", "ñandú – “1º”"),
    (b"\xef\xbb\xbfArt\xc3\xadculo", "utf-8", "Artículo"),
    ("Artículo 1º – “x”".encode("cp1252"), "windows-1252", "Artículo 1º – “x”"),
    (b"a\x81b", "windows-1252", "a\x81b"),
    ("\ufeffArtículo".encode("utf-16-le"), "utf-16-le", "Artículo"),
    ("\ufeffArtículo".encode("utf-32-be"), "utf-32-be", "Artículo"),
]


@pytest.mark.parametrize(("data", "encoding", "words"), ENCODINGS)
def test_bytes_are_read_by_mark_then_utf_8_then_windows(data: bytes, encoding: str, words: str) -> None:
    text = read(data, "f.txt")
    assert (text.words, text.encoding) == (words, encoding)


def test_a_byte_order_mark_that_lies_is_one_sentence() -> None:
    with pytest.raises(UnreadableSource) as caught:
        read(b"\xef\xbb\xbf\xff", "f.txt")
    told = "f.txt: its first bytes say utf-8, but byte 0 is not: save it again as UTF-8."
    assert audit.sentence(caught.value.problem, "en") == told


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_any_line_ending_gives_the_same_tree_and_lines(tmp_path: Path, ending: str) -> None:
    known = knowledge(collection(tmp_path, a_txt=LAW.replace("\n", ending)))
    assert [(n.eid, n.line, n.text[:8]) for n in known.nodes] == [("art_1", 1, "El banco"), ("art_2", 3, "La ley r")]


def test_a_folder_without_a_manifest_is_read_under_provisional_addresses(tmp_path: Path) -> None:
    root = collection(tmp_path, a_txt=LAW, B_md=LAW, notes_pdf="%PDF", README_md="# About")
    found = corpus.listed(root)
    assert [line.split(": ")[0] for line in found.skipped] == ["co/leyes/README.md", "co/leyes/notes.pdf"]
    known = knowledge(root)
    assert [i.id for i in known.instruments] == ["co/leyes/b", "co/leyes/a"]
    assert {i.identified_by for i in known.instruments} == {None}
    assert {p.code for p in known.problems} == {"undated-instrument", "unidentified-instrument"}


def test_files_of_one_name_and_records_of_two_files_keep_apart(tmp_path: Path) -> None:
    records = "**Artículo 1.** Uno., **Artículo 2.** Dos.\n\n**Artículo 3.** Tres.\n"
    known = knowledge(collection(tmp_path, a_txt=LAW, a_md=LAW, r_txt=records, s_txt=records))
    assert len({i.id for i in known.instruments}) == 6
    assert {"co/leyes/a", "co/leyes/r1", "co/leyes/r3", "co/leyes/s-r1"} <= {i.id for i in known.instruments}


def test_an_empty_file_and_a_text_without_articles_are_problems(tmp_path: Path) -> None:
    known = knowledge(collection(tmp_path, a_txt=" \n", b_txt="These are the rules of the club.\n"))
    assert [p.code for p in known.problems] == [
        "empty-source",
        "no-articles",
        "undated-instrument",
        "unidentified-instrument",
    ]
    assert [n.kind for n in known.nodes] == ["body"]


def test_an_instrument_gathers_its_records_and_the_curators_word(tmp_path: Path) -> None:
    records = "**Artículo 7.** Siete.\n\n**Artículo 9.** Nueve.\n\n**Artículo 9.** Otra vez.\n"
    manifest = (
        f"{SOURCE}sha256 = '{hashlib.sha256(records.encode()).hexdigest()}'\nlayout = 'records'\n"
        "[[instrument]]\nrecords = [1, 5]\nid = 'co/ley/1912/110'\ntitle = 'Código'\n"
        "aliases = ['Código Fiscal', { name = 'CF', since = '1912-11-23' }]\n"
        "dates = [{ event = 'sanctioned', date = '1912-11-23' }]\n"
    )
    known = knowledge(collection(tmp_path, manifest, a_txt=records))
    code = next(i for i in known.instruments if i.id == "co/ley/1912/110")
    assert (code.type, code.number, code.year, code.identified_by) == ("ley", "110", 1912, "curator")
    assert [(a.name, a.since) for a in code.aliases] == [("Código Fiscal", None), ("CF", "1912-11-23")]
    assert [(d.event, d.origin) for d in code.dates] == [("sanctioned", "curator")]
    assert [(n.eid, n.line) for n in known.nodes if n.instrument == code.id] == [("art_7", 1), ("art_9", 5)]
    assert [i.id for i in known.instruments] == ["co/ley/1912/110", "co/leyes/r3"]


TRADITIONS = [
    ("El Congreso de Colombia expide normas para los bancos del país en Bogotá y en las otras ciudades.", "es-co"),
    ("La sociedad tiene por objeto la prestación de servicios a sus asociados y a los terceros que lo pidan.", "es"),
    ("The company shall have its offices in the city and may open branches wherever the board decides.", "en"),
]


@pytest.mark.parametrize(("words", "tag"), TRADITIONS)
def test_the_tradition_of_a_text_is_found_from_its_words(tmp_path: Path, words: str, tag: str) -> None:
    (tmp_path / "a.txt").write_text(words, "utf-8")
    assert texts(tmp_path)[0].sources[0].tradition == tag
