"""What reading citations costs: million characters a second, of laws that cite seldom and of laws that always cite.

The laws are the sentences of the corpus, mixed so that a given share of them could begin a citation; the same every
time. Only those are given to spaCy, so the cost should follow the mentions and not the size of the text. Prints a table
and writes results/citations.json.
"""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

from benchmarks.laws import bodies
from kb import grammar
from kb.citations import mentions
from kb.grammar import Grammar
from kb.grammar.sentences import sentences
from kb.language import STOPS, Language, language

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "benchmarks" / "results" / "citations.json"
ROUNDS = 5
CHARACTERS = 500_000
# How many of a hundred sentences could begin a citation.
SHARES = (0, 1, 10, 30, 100)


def main() -> None:
    """Measure, print, write."""
    spanish = grammar.load("es-co")
    spoken = language(spanish)
    said = [text[a:b] for text in bodies(ROOT / "corpus") for a, b in sentences(text, STOPS)]
    rows = {f"{share} in 100": measure(mixed(said, share, spoken), spoken, spanish) for share in SHARES}
    print(f"{'sentences that may cite':<25}{'M characters/s':>16}{'to spaCy':>10}{'mentions':>10}{'µs a mention':>14}")
    for name, row in rows.items():
        each = f"{row['µs a mention']:>14.0f}" if row["mentions"] else ""
        print(f"{name:<25}{row['M characters/s']:>16.2f}{row['to spaCy']:>10.0%}{row['mentions']:>10.0f}{each}")
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    RESULTS.write_text(json.dumps(rows, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"\nWritten to {RESULTS.relative_to(ROOT)}")


def mixed(said: Sequence[str], share: int, spoken: Language) -> str:
    """A text of CHARACTERS in which `share` of a hundred sentences could begin a citation."""
    citing = [s for s in said if spoken.trigger.search(s)]
    silent = [s for s in said if not spoken.trigger.search(s)]
    chance, made, length = Random(1923), [], 0
    while length < CHARACTERS:
        made.append(chance.choice(citing if chance.randrange(100) < share else silent))
        length += len(made[-1]) + 1
    return "\n\n".join(made)


def measure(text: str, spoken: Language, spanish: Grammar) -> Mapping[str, float]:
    """The median of ROUNDS readings of `text`."""
    found = [m for reading in spoken.read(text) for m in mentions(reading, spanish)]
    seconds = statistics.median(timed(text, spoken, spanish) for _ in range(ROUNDS))
    asked, every = sum(1 for _ in spoken.read(text)), sum(1 for _ in sentences(text, STOPS))
    return {
        "M characters/s": len(text) / 1e6 / seconds,
        "to spaCy": asked / every,
        "mentions": len(found),
        "µs a mention": seconds * 1e6 / max(len(found), 1),
    }


def timed(text: str, spoken: Language, spanish: Grammar) -> float:
    """Seconds of one reading."""
    began = time.perf_counter()
    for reading in spoken.read(text):
        mentions(reading, spanish)
    return time.perf_counter() - began


if __name__ == "__main__":
    main()
