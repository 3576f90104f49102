"""What a build that is killed leaves: the old or the new knowledge base answering, no lock, and no growing litter.

    python -m benchmarks.crashes [TIMES]

A build of a changed corpus is killed at a random moment, so often; after each, a search must answer, by the words of
the last build that came to its end or of this one. After all of them one more build must find nothing in its way and
leave nothing behind. Ends with 1 and says what was wrong, if anything was.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parent.parent
TIMES = 30
# What a build may leave in its folder; of indexes two, the one that answers and the one before.
LEFT = {".lock", "index", "kb.sqlite", "readings.sqlite", "site"}
LAW = "LEY 7 DE 1923\n\nArtículo 1º. El encaje {word} será de oro.\n\n" + "\n\n".join(
    f"Artículo {n}º. De los bancos número {n} se llevará registro." for n in range(2, 60)
)


def main(arguments: Sequence[str]) -> int:
    """Kill, look, and say what was wrong."""
    times, wrong = int(arguments[0]) if arguments else TIMES, list[str]()
    chance = random.Random(time.time())
    with tempfile.TemporaryDirectory() as folder:
        corpus, out = Path(folder, "corpus"), Path(folder, "out")
        corpus.mkdir()
        began = time.monotonic()
        answering = built(corpus, out, "primero")
        lasts = time.monotonic() - began
        for number in range(times):
            said = f"palabra{number}"
            started = start(corpus, out, said)
            time.sleep(chance.uniform(0, 1.1 * lasts))
            os.kill(started.pid, signal.SIGKILL)
            started.wait()
            answers = [one for one in (answering, said) if finds(out, one)]
            wrong += [f"after kill {number} neither the old nor the new answers"] if len(answers) != 1 else []
            answering = answers[0] if answers else answering
            print(f"\r{number + 1} of {times} killed, {litter(out)} files and folders too many", end="", flush=True)
            wrong += [f"after kill {number} litter grows: {left(out)}"] if litter(out) > 6 else []
        print()
        built(corpus, out, "ultimo")
        wrong += [] if finds(out, "ultimo") else ["the last build does not answer"]
        wrong += [f"left behind: {left(out)}"] if litter(out) else []
    print("\n".join(wrong) or f"Killed {times} times: the old or the new answered each time, and nothing was left.")
    return 1 if wrong else 0


def start(corpus: Path, out: Path, word: str) -> subprocess.Popen[bytes]:
    """A build of the corpus with `word` in it, running."""
    (corpus / "ley.es.txt").write_text(LAW.format(word=word), "utf-8")
    call = [sys.executable, "-m", "cli", "build", "--corpus", str(corpus), "--out", str(out)]
    return subprocess.Popen(call, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def built(corpus: Path, out: Path, word: str) -> str:
    """A build that comes to its end."""
    if start(corpus, out, word).wait():
        raise SystemExit("a build that nobody disturbs must succeed")
    return word


def finds(out: Path, word: str) -> bool:
    """Whether the index finds the word, and the store prints it."""
    call = [sys.executable, "-m", "cli", "search", word, "--json", "--kb", str(out)]
    found = json.loads(subprocess.run(call, cwd=ROOT, capture_output=True).stdout or b"{}")
    return any(word in json.dumps(hit) for hit in found.get("hits", ()))


def left(out: Path) -> list[str]:
    """What is in the folder of the build that should not stay there."""
    indexes = sorted(out.glob("index/*")) + sorted(out.glob("index/.*"))
    found = [path for path in out.iterdir() if path.name not in LEFT] + indexes[2:]
    return [str(path.relative_to(out)) for path in (*found, *out.glob("site/.articulado-aside"))]


def litter(out: Path) -> int:
    return len(left(out))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
