"""A knowledge base small enough to read, with the traps of the real ones: what the query and index tests ask."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from kb.analysis import Analyzer
from kb.build.spelling import speller
from kb.build.words import Words
from kb.grammar import load_all
from kb.ids import eid
from kb.index import build_index
from kb.model import Alias, Instrument, Knowledge, Node, Source, Version
from kb.store import Store, write

BYLAWS, LAW_45, LAW_25 = "co/estatutos/andino", "co/ley/1923/45", "co/ley/1923/25"
LATER_45, CODE, DECREE, CITED = "co/ley/2023/45", "co/ley/1912/110", "co/decreto/1982/2920", "co/ley/1923/42"
NESTED = "co/ley/1981/60"

# One row a node: depth, kind, number, label, heading, text. A number that came twice is followed by ~2.
Row = tuple[int, str, str, str, str, str]

TREES: dict[str, tuple[Row, ...]] = {
    BYLAWS: (
        (0, "preface", "1", "", "", "Exhibit 1.1"),
        (0, "chapter", "1", "CHAPTER I", "NAME", ""),
        (1, "article", "1", "Article 1.", "Name", "The company, Banco Andino de Colombia, is under no other name."),
        (1, "article", "2", "Article 2.", "Domicile", "The domicile of the Bank is Medellín."),
        (1, "article", "4", "Article 4.", "Term", "The term runs until December 8, 2044."),
        (1, "article", "8", "Article 8.", "Share classes", "The shares of the company may be:"),
        (2, "point", "a", "a)", "", "common,"),
        (2, "point", "b", "b)", "", "privileged, and"),
        (2, "point", "c", "c)", "", "with preferred dividend,"),
        (2, "point", "ch", "ch)", "", "or of another class."),
        (0, "chapter", "2", "CHAPTER II", "MEETINGS", ""),
        (1, "article", "36", "Article 36.", "Proxies", "Shareholders may be represented."),
        (2, "paragraph", "", "PARAGRAPH:", "", "A proxy is given in writing."),
        (1, "article", "40", "Article 40.", "Ordinary meetings", "The meeting is held every year."),
        (
            1,
            "article",
            "45",
            "Article 45.",
            "Powers",
            "The General Meeting of Shareholders elects the External Auditor.",
        ),
        (2, "paragraph", "1", "PARAGRAPH 1.", "", "It may delegate."),
        (2, "paragraph", "2", "PARAGRAPH 2.", "", "It may not delegate elections."),
        (3, "item", "1", "1.", "", "Nor those of the auditor."),
        (1, "article", "46", "Article 46.", "Special majorities", "A vote of seventy percent is needed for:"),
        (2, "item", "1", "1.", "", "Waiving the right of first refusal."),
        (2, "item", "3", "3.", "", "Issuing preferred shares."),
        (1, "article", "50", "Article 50.", "Minutes", "The majorities of No. 3, Article 46 are recorded."),
        (1, "article", "75", "Article 75.", "Secretary", "The functions of the secretary are set by the Board."),
        (0, "chapter", "13", "CHAPTER XIII", "LIQUIDATION", ""),
        (1, "article", "90", "Article 90.", "Liquidation", "The Bank is named with the words “under liquidation”."),
        (0, "chapter", "13~2", "CHAPTER XIII", "OTHERS", ""),
        (1, "article", "91", "Article 91.", "Reserve", "The legal reserve of capital of Law 110 of 1912 is kept."),
    ),
    LAW_45: (
        (0, "formula", "1", "", "", "El Congreso de Colombia DECRETA:"),
        (0, "chapter", "1", "CAPITULO I.", "Definiciones.", ""),
        (
            1,
            "article",
            "2",
            "Artículo 2.",
            "",
            "Las palabras banco comercial significan un establecimiento que recibe fondos.",
        ),
        (1, "article", "2-bis", "Artículo 2 bis.", "", "Los bancos extranjeros se rigen por esta Ley."),
        (1, "article", "3", "Artículo 3.", "", ""),
        (2, "subparagraph", "1", "(1)", "", "Las palabras banco hipotecario significan una corporación."),
        (2, "subparagraph", "2", "(2)", "", "Las cédulas son títulos."),
        (1, "article", "12", "Artículo 12.", "", "Utilidades líquidas de un período de dividendo."),
        (1, "article", "12a", "Artículo 12-A.", "", "Las pérdidas se deducen."),
        (
            1,
            "article",
            "13",
            "Artículo 13.",
            "",
            "Las palabras periodo de dividendo significan el tiempo entre dos dividendos.",
        ),
        (
            1,
            "article",
            "17",
            "Artículo 17.",
            "",
            "El encaje legal consistirá únicamente en oro amonedado y en barras de oro.",
        ),
        (0, "chapter", "2", "CAPITULO II.", "Sección Bancaria", ""),
        (1, "article", "23", "Artículo 23.", "", "El Superintendente elegirá un secretario."),
        (1, "article", "25", "Artículo 25.", "", "Derogado por el Artículo 81 de la Ley 42 de 1923."),
        (1, "article", "32", "Artículo 32.", "", "La multa por deficiencia en el encaje será de uno por ciento."),
        (1, "article", "46", "Artículo 46.", "", "Ningún banco podrá abrirse sin el certificado del Código Fiscal."),
        (1, "article", "75", "Artículo 75.", "", "Las funciones del Superintendente son estas:"),
        (2, "quoted", "1", "", "", ""),
        (3, "article", "823", "Artículo 823.", "", "Texto nuevo de otro código."),
        (1, "article", "a", "Articulo a (transitorio).", "", "Las referencias a los bancos se entenderán así."),
    ),
    LAW_25: (
        (0, "article", "2", "Artículo 2º.", "", "La duración del Banco será de veinte años."),
        (0, "article", "8", "Artículo 8.", "", "La Junta Directiva elegirá al Gerente."),
        (0, "article", "46", "Artículo 46.", "", "Los billetes son convertibles en oro."),
    ),
    LATER_45: ((0, "article", "1", "Artículo 1º.", "", "Vigencia."),),
    CODE: (
        (0, "article", "157", "Artículo 157.", "", "Derogado por el Artículo 7 de la Ley 97 de 1923."),
        (0, "article", "400", "Artículo 400.", "", "De los títulos."),
        (0, "article", "823", "Artículo 823.", "", "De las aduanas."),
        (0, "article", "1823", "Artículo 1823.", "", "De las minas."),
        (0, "article", "2247", "Artículo 2247.", "", "De los bienes."),
    ),
    NESTED: (
        (0, "article", "61", "Artículo 61.", "", "Apruébase la siguiente resolución:"),
        (1, "annex", "", "", "CONVENIO SOBRE MOLINOS", ""),
        (2, "article", "61", "Artículo 61.", "", "Las mercancías se inscriben."),
        (2, "article", "62", "Artículo 62.", "", "Las mercancías se pesan."),
        (3, "item", "5", "5.", "", "En la balanza."),
        (2, "article", "99", "Artículo 99.", "", "Las mercancías se guardan."),
        (0, "article", "62", "Artículo 62.", "", "Vigencia del reglamento."),
        (0, "article", "64", "Artículo 64.", "", "Faros."),
        (0, "article", "65", "Artículo 65 (transitorio).", "", "Boyas."),
        (0, "article", "t64", "Artículo transitorio 64.", "", "Muelles."),
        (1, "paragraph", "", "PARÁGRAFO.", "", "Salvo los viejos."),
        (0, "article", "67", "Artículo 67.", "", ""),
        (1, "section", "67.1", "Sección 67.1.", "", "Diques."),
        (1, "section", "3", "Sección 3.", "", "Esclusas."),
        (0, "transitional", "", "ARTÍCULOS TRANSITORIOS", "", ""),
        (1, "article", "63", "Artículo 63.", "", "Canales."),
        (0, "annex", "a", "ANEXO A", "", ""),
        (1, "article", "62", "Artículo 62.", "", "Tarifas de muelle, como dice el transitorio 64."),
    ),
    DECREE: ((0, "article", "1", "Artículo primero.", "", "Créase un fondo."),),
}


def instrument(id: str, title: str, *names: str, language: str = "es", in_corpus: bool = True) -> Instrument:
    _, type_, *year, number = id.split("/")
    return Instrument(
        id=id,
        type=type_,
        number=number if year else None,
        year=int(year[0]) if year else None,
        title=title,
        language=language,
        in_corpus=in_corpus,
        aliases=tuple(Alias(name=name) for name in names),
    )


INSTRUMENTS = (
    instrument(BYLAWS, "BYLAWS BANCO ANDINO S.A.", "Bylaws", language="en"),
    instrument(LAW_45, "Ley 45 de 1923 (julio 19)", "Ley de establecimientos bancarios"),
    instrument(LAW_25, "Ley 25 de 1923", "Ley orgánica del Banco de la República"),
    instrument(LATER_45, "Ley 45 de 2023"),
    instrument(CODE, "Ley 110 de 1912", "Código Fiscal"),
    instrument(NESTED, "Ley 60 de 1981"),
    instrument(DECREE, "Decreto 2920 de 1982"),
    instrument(CITED, "Ley 42 de 1923", in_corpus=False),
)


def nodes(instrument: str, rows: tuple[Row, ...]) -> Iterator[Node]:
    above: list[Node] = []
    for order, (depth, kind, number, label, heading, text) in enumerate(rows):
        del above[depth:]
        number, twice, _ = number.partition("~")
        own = eid(kind, number or "1", above[-1].eid if above and above[-1].kind != "chapter" else None)
        above.append(
            Node(
                instrument=instrument,
                eid=own + ("~2" if twice else ""),
                kind=kind,
                label=label,
                number=number or None,
                heading=heading,
                text=text,
                parent=above[-1].eid if above else None,
                order=order,
                source="small.txt",
                line=order + 1,
                start=order * 100,
                end=order * 100 + 99,
            )
        )
        yield above[-1]


def version(eid: str, place: int, since: str | None, until: str | None, text: str) -> Version:
    """An older wording of an article of Ley 25."""
    return Version(
        instrument=LAW_25, eid=eid, place=place, label="Artículo.", text=text, since=since, until=until,
        note="LEGISLACIÓN ANTERIOR", source="small.txt", line=50 + place, start=5000 + place, end=5050 + place,
    )  # fmt: skip


# As a compiler prints them: the words of a dead law beside those of today, in no order of days.
VERSIONS = (
    version("art_8", 1, "1923-07-11", "1931-06-22", "La Junta Directiva elegirá un Gerente y un amanuense."),
    version("art_8", 2, None, None, "El Gerente será nombrado por sorteo."),
    version("art_8", 3, "1931-06-22", "1940-01-31", "La Junta Directiva elegirá al Gerente por cuatro años."),
    version("art_46", 1, "1923-07-11", None, "Los billetes son convertibles en oro amonedado del banco."),
)


def knowledge() -> Knowledge:
    source = Source(
        file="small.txt", sha256="", encoding="utf-8", media_type="text/plain", language="es", layout="text",
        tradition="es-co", characters=0,
    )  # fmt: skip
    every = tuple(node for id, rows in TREES.items() for node in nodes(id, rows))
    return Knowledge((source,), INSTRUMENTS, every, (), (), VERSIONS)


def build(folder: Path) -> Path:
    """A finished knowledge base and its index in `folder`, speaking as the grammars that ship do; the store's path."""
    known = knowledge()
    grammars = load_all()
    languages = {i.id: i.language for i in known.instruments}
    said = [(n.instrument, f"{n.label} {n.heading} {n.text}") for n in known.nodes]
    said += [(v.instrument, f"{v.label} {v.text}") for v in known.versions]
    analyzer = Analyzer.of({g.language: g.stop_words for g in grammars.values()}).learn(
        (languages[id], text) for id, text in said
    )
    words = {word for grammar in grammars.values() for word in grammar.reference_words}
    path = folder / "kb.sqlite"
    mending = speller(Words.of(known, known, {}).spellings, known.instruments, grammars, analyzer.known)
    said_of = {"reference_words": words, "vocabulary": analyzer.known, "speller": mending}
    write(path, known, problems=(), meta={"index": "first"}, **said_of)
    with Store.open(path) as store:
        build_index(folder / "index" / "first", store, analyzer)
    return path
