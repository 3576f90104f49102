"""What provisions do to each other: read from notes at the victim and from the clauses of the law that acts.

The stage reads passages with their citations. The next stages may rely on this: each effect carries the words it was
read from, on either side; what one side says and the other denies is graded, never settled silently; a catch-all
("las demás disposiciones contrarias") has no victim.
"""

from kb.effects.commencing import commencements
from kb.effects.days import Calendar, Day, dated, named_day, periods
from kb.effects.headed import with_living
from kb.effects.linked import joined, read_linked
from kb.effects.misplaced import misplaced
from kb.effects.read import once, read_effects
from kb.effects.rulings import Ruling
from kb.effects.verify import verified
from kb.effects.witnessing import witnessed

__all__ = [
    "Calendar",
    "Day",
    "Ruling",
    "commencements",
    "dated",
    "joined",
    "misplaced",
    "named_day",
    "once",
    "periods",
    "read_effects",
    "read_linked",
    "verified",
    "with_living",
    "witnessed",
]
