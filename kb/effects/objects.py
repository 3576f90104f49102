"""What a verb is said of: the list of provisions right after it, or right before it in the passive.

1. `after` reads the list behind a verb, `before` the one that ends at it, `placed` what a sentence begins with.
2. Between two members stands nothing but what joins them; what is hidden breaks no list: its bounds, who changed a
   member before (`_asides`), which law is meant, said again (`_apposed`), words that are quoted (`_spoken`).
3. A part is told before a member (`_partial`), in it or behind it (`_part`).
4. A member without a law is of the next one's (`of_one_law`), or of the law before the verb or behind what breaks the
   list (`of_law_said`).

A citation further on is none of its objects, nor is one that only tells of a member ("…, modificado por la Ley 57") or
says again which law is meant ("el Código de Aguas (Decreto 9811 de 1974)").
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from kb.effects.bounds import CATCH_ALL, Bound
from kb.effects.words import CitedPlace, CitedText
from kb.grammar.changing import Objects
from kb.grammar.quotations import quotations
from kb.model import Target

# No more words than these stand between a verb and its object, or between two objects of one list.
_LONGEST_GAP = 200
_LONGEST_PART = 90
# A law that no number is known of has an address by its name, with this for its type.
_BY_NAME = "/nombre/"
# What stands behind the second name of one law.
_ENDS_LAW = frozenset((",", "", ".", ";", ":", "\n"))
# How a citation ends that names no law: with a number, an ordinal, a letter or a number in brackets.
_NUMBER_ENDS = frozenset("0123456789ºª°)")


@dataclass(frozen=True, slots=True)
class Changed:
    """A provision that a verb is said of; `words` say of what part, where it is only one."""

    cited: CitedPlace
    words: str = ""


@dataclass(frozen=True, slots=True)
class ClauseSpan:
    """text[start:end], in which the objects of a verb stand, and what in it is none: `hidden` from the list."""

    words: CitedText
    start: int
    end: int
    hidden: tuple[tuple[int, int], ...]
    cited: tuple[CitedPlace, ...]

    @classmethod
    def of(cls, words: CitedText, start: int, end: int, found: Sequence[Bound], *, front: bool = False) -> ClauseSpan:
        """The stretch of a clause, its bounds being known; `front`: it stands before the verb."""
        objects = words.grammar.changing.objects
        bounds = [(bound.start, bound.end) for bound in found]
        unread = [*bounds, *_spoken(words, start, end, objects)]
        named = [cited for cited in words.cited(start, end) if not _is_in(cited, unread)]
        asides = list(_asides(words, (start, end), named, objects, front=front))
        named = [cited for cited in named if not _is_in(cited, asides)]
        again = _apposed(words, named, objects)
        hidden = sorted([*bounds, *asides, *((cited.start, cited.end) for cited in again)])
        kept = tuple(_called(cited, again) for cited in named if cited not in again)
        return cls(words, start, end, tuple(hidden), kept)

    def gap(self, start: int, end: int) -> str:
        """text[start:end] without what is hidden."""
        said, at = "", start
        for first, last in self.hidden:
            if first >= start and last <= end:
                said += self.words.text[at:first]
                at = max(at, last)
        return said + self.words.text[at:end]

    def after(self) -> list[Changed]:
        """The list of provisions that begins where the stretch does."""
        objects = self.words.grammar.changing.objects
        found: list[Changed] = []
        at = self.start
        # The words that are said of all members, or of those that follow without a noun.
        all_of_it = told = ""
        for cited in self.cited:
            gap = self.gap(at, cited.start)
            at = cited.end
            if not found and self._is_listing(cited, gap):
                continue
            if len(self._unquoted(gap)) > _LONGEST_GAP:
                break
            if (objects.joint if found else objects.lead).fullmatch(gap):
                all_of_it = self._said_of_all(cited, gap, first=not found) or all_of_it
                # "las normas sobre aguas contenidas en las leyes 61 de 1886, 57 y 153 de 1887, y el Decreto 5 de 1990"
                told = told if self._goes_on(gap) else ""
                found.append(Changed(cited, (self._part(cited) or told or all_of_it).strip(" ,;:\n")))
            elif objects.holding.fullmatch(gap):
                found.append(Changed(cited))
            elif part := self._partial(gap):
                told = part if objects.told.fullmatch(self._unquoted(gap)) else ""
                found += _in_part(cited, part, objects)
            else:
                break
        return found

    def _unquoted(self, gap: str) -> str:
        return self.words.grammar.layers.quoted.sub("", gap)

    def _said_of_all(self, cited: CitedPlace, gap: str, *, first: bool) -> str:
        """The words before a member by which only a part of it is meant, and of those that follow."""
        objects = self.words.grammar.changing.objects
        if objects.part.search(gap):
            return self._without_article(gap)
        # An adverb is said of the whole list: "modifica parcialmente los Decretos 5 y 6 de 1990".
        return gap if first and objects.within.search(gap) and not self._is_whole(cited) else ""

    def _goes_on(self, gap: str) -> bool:
        """Whether nothing but a comma or an "and" stands between two members of a list, the noun being left out."""
        said = gap.strip(" ,\n").lower()
        return not said or said in self.words.grammar.citing.marks.get("and", ())

    def _is_listing(self, cited: CitedPlace, gap: str) -> bool:
        """Whether what is cited after `gap` is only the law of all that a list names behind a colon."""
        behind = self.words.text[cited.end : self.end].lstrip()
        listing = self.words.grammar.changing.objects.listing
        return cited.is_law and behind.startswith(":") and listing.search(gap) is not None

    def _is_whole(self, cited: CitedPlace) -> bool:
        """Whether "del" before a citation means all of it: it stands before a range, or before the law of its parts.

        "Deroga del artículo 8 al 20 de la Ley 5 de 1990"; "Del Código de Aguas, el artículo 2".
        """
        words = self.words.text[cited.start : cited.end].lower()
        citing = self.words.grammar.citing
        if len(cited.targets) > 1 and not set(citing.marks.get("range", ())).isdisjoint(words.split()):
            return True
        parted = "," in words and not cited.is_law
        return parted and not any(words.startswith(tuple(forms)) for forms in citing.kinds.values())

    def _without_article(self, gap: str) -> str:
        """Words before a provision without the article that leads to it."""
        said, _, last = gap.rstrip().rpartition(" ")
        return said if last.lower() in self.words.grammar.citing.marks.get("leading", ()) else gap

    def _partial(self, gap: str) -> str:
        """The words before a provision by which only a part of it is meant ("la frase final del"); else empty."""
        objects = self.words.grammar.changing.objects
        bare = self._unquoted(gap)
        if objects.told.fullmatch(bare):
            return gap
        found = objects.part.search(bare)
        clean = found and "," not in bare[found.start() :] and len(bare) - found.start() <= _LONGEST_PART
        # What stands in brackets behind the words that are changed only tells where they are used.
        clean = clean and bare.count("(") == bare.count(")")
        if not clean or objects.stop.search(bare):
            return ""
        whole = objects.part.search(gap)
        return gap[gap.rfind(",", 0, whole.start()) + 1 :] if whole else ""

    def _part(self, cited: CitedPlace) -> str:
        """The words in a citation or behind it by which only a part is meant."""
        objects, text = self.words.grammar.changing.objects, self.words.text
        if objects.inside.search(text, cited.start, cited.end):
            return text[cited.start : cited.end]
        last = not self.cited or self.cited[-1] is cited
        behind = objects.part_after.match(text, cited.end, self.end) if last else None
        return behind[0] if behind else ""

    def before(self, verb: int) -> list[Changed]:
        """The list of provisions that ends at the verb, as long as what stands before it can begin a sentence."""
        objects = self.words.grammar.changing.objects
        chain: list[Changed] = []
        longest: list[Changed] = []
        at = verb
        for cited in reversed(self.cited):
            gap = self.gap(cited.end, at)
            if len(gap) > _LONGEST_GAP or not (objects.joint if chain else objects.tail).fullmatch(gap):
                break
            chain, at = [Changed(cited), *chain], cited.start
            led = self.words.text[self.start : cited.start]
            if objects.front.search(led):
                longest = chain
            elif part := self._part_in_front(cited, led):
                longest = [Changed(cited, part[0].strip(" ,;:.\n")), *chain[1:]]
        return longest

    def _part_in_front(self, cited: CitedPlace, led: str) -> re.Match[str] | None:
        """The words at the beginning of a sentence by which only a part of the first member is meant."""
        objects = self.words.grammar.changing.objects
        part = objects.part_front.search(led)
        if part and not objects.stop.search(part[0]):
            return part
        return objects.told_front.search(led) if cited.is_provision else None

    def placed(self, verb: int) -> list[Changed]:
        """The provision that a sentence names first, within which something is changed ("En el artículo 5º …")."""
        objects, text = self.words.grammar.changing.objects, self.words.text
        for cited in reversed(self.cited):
            gap = self.gap(cited.end, verb)
            if len(gap) > _LONGEST_GAP or objects.stop.search(gap):
                break
            if objects.place.search(text[self.start : cited.start]):
                return [Changed(cited, gap.strip(" ,;:\n"))]
        return []


def _in_part(cited: CitedPlace, words: str, objects: Objects) -> list[Changed]:
    """What is changed in part; of "la expresión «…» del 129, 130 y 133" only the first is."""
    said = words.strip(" ,;:\n")
    if len(cited.targets) > 1 and objects.single.search(words):
        first, rest = cited.targets[:1], cited.targets[1:]
        return [Changed(replace(cited, targets=first), said), Changed(replace(cited, targets=rest))]
    return [Changed(cited, said)]


def of_one_law(words: CitedText, listed: Sequence[Changed]) -> list[Changed]:
    """The objects; of "el parágrafo del artículo 54 y el artículo 55 de la Ley 8" the first is of that law too."""
    law, found = "", list[Changed]()
    for each in reversed(listed):
        cited = each.cited
        if not is_bare(words, cited):
            if cited.targets and cited.targets[-1].eid:
                law = cited.law
            law = "" if law == words.own.instrument else law
            found.append(each)
        elif law:
            found.append(replace(each, cited=cited.of_law(law)))
        elif words.named(cited):
            found.append(each)
        # A law that means its own articles says so; what lost its law on the page is nobody's.
    return found[::-1]


def of_law_said(
    words: CitedText, listed: Sequence[Changed], clause: tuple[int, int, int], exceptions: Sequence[Bound]
) -> list[Changed]:
    """The objects of a verb, of the law that the clause names elsewhere; `clause` is where it, its objects and it end.

    "De la Ley 5 de 1990 deróganse los artículos 3 y 4" names it before the verb, "los artículos 2, 4 (parágrafo 1) y 5
    (inciso 2) de la Ley 5" behind what breaks the list.
    """
    before, verb, after = clause
    if not listed or not all(_names_no_law(words, each.cited) for each in listed):
        return list(listed)
    law = _law_before(words, before, verb) or _law_behind(words, listed[-1].cited.end, after, exceptions)
    return [replace(each, cited=each.cited.of_law(law)) for each in listed] if law else list(listed)


def _names_no_law(words: CitedText, cited: CitedPlace) -> bool:
    """Whether a citation is of provisions and ends with a number of theirs."""
    said = words.text[cited.start : cited.end]
    return not words.named(cited) and said[-1:] in _NUMBER_ENDS and cited.is_provision


def _law_before(words: CitedText, start: int, verb: int) -> str:
    """The law with which a sentence begins, right before its verb."""
    named = words.cited(start, verb)
    if not named or not named[-1].is_law or words.text[named[-1].end : verb].strip(" ,"):
        return ""
    placed = words.grammar.changing.objects.place.search(words.text[start : named[-1].start])
    return named[-1].law if placed else ""


def _law_behind(words: CitedText, end: int, after: int, exceptions: Sequence[Bound]) -> str:
    """The law that stands behind brackets or an exception, by which a list is broken off."""
    later = [each.start for each in exceptions if each.start >= end]
    excepting = any(not words.text[end:start].strip(" ,") for start in later)
    if not excepting and not words.text[end:after].lstrip(" ,").startswith("("):
        return ""
    for cited in words.cited(end, after):
        if ";" in words.text[end : cited.start]:
            return ""
        if _names_law(words, cited):
            return cited.law
    return ""


def _names_law(words: CitedText, cited: CitedPlace) -> bool:
    """Whether a citation names a law, by its number or by a name of it ("de la Constitución")."""
    other = any(target.instrument != words.own.instrument for target in cited.targets)
    return other and (words.named(cited) or cited.is_law)


def is_bare(words: CitedText, cited: CitedPlace) -> bool:
    """Whether a citation names provisions and no law that they are of."""
    said = words.text[cited.start : cited.end].lower()
    if any(phrase in said for phrase in words.grammar.citing.marks.get("own", ())):
        return False
    return all(t.instrument == words.own.instrument and t.eid for t in cited.targets)


def _spoken(words: CitedText, start: int, end: int, objects: Objects) -> Iterator[tuple[int, int]]:
    """Where words are changed that name a provision themselves ("la expresión «del artículo 79» por «del 80»")."""
    for first, last in quotations(words.grammar.layers.quotes, words.text, start, end):
        if objects.part.search(words.text, start, first):
            yield first, last


def _asides(
    words: CitedText, stretch: tuple[int, int], named: Sequence[CitedPlace], objects: Objects, *, front: bool
) -> Iterator[tuple[int, int]]:
    """Where it is only told of a member who changed it before, by which provisions of which laws."""
    for found in objects.aside.finditer(words.text, *stretch):
        stop = found.end()
        above = next((cited for cited in reversed(named) if cited.end <= found.start()), None)
        inside: CitedPlace | None = None
        for cited in named:
            if cited.start >= stop:
                gap = words.text[stop : cited.start]
                if not _is_told(above, inside, cited, gap, objects, front=front):
                    break
                inside, stop = cited, cited.end
            elif cited.start >= found.start():
                inside = cited
        yield found.start(), stop


def _is_told(
    above: CitedPlace | None, inside: CitedPlace | None, cited: CitedPlace, gap: str, objects: Objects, *, front: bool
) -> bool:
    """Whether a citation is one more of what changed the member `above`, behind `inside`, the last of these."""
    if inside is None:
        # "A partir de hoy, el artículo 15": nothing of a list is told behind the comma.
        return "," not in gap and objects.lead.fullmatch(gap) is not None
    if objects.nested.fullmatch(gap):
        return True
    # An article was changed by "el Decreto 5 de 1990, el Decreto 6 de 1991 y la Ley 7": all of them are laws.
    among = above is not None and above.is_provision and inside.is_law and cited.is_law
    among = among or (front and _also_told(above, inside, cited))
    return among and objects.joint.fullmatch(gap) is not None


def _also_told(above: CitedPlace | None, inside: CitedPlace, cited: CitedPlace) -> bool:
    """Whether articles of several laws, behind what one of them changed, are all told of that.

    "El artículo 2 de la Ley 5, modificado por el artículo 1 de la Ley 6, el artículo 3 de la Ley 7, quedará así".
    """
    if above is None or not inside.is_provision or not cited.is_provision:
        return False
    return not {t.instrument for t in above.targets}.intersection([inside.law, cited.law])


def _apposed(words: CitedText, named: Sequence[CitedPlace], objects: Objects) -> Mapping[CitedPlace, CitedPlace]:
    """The citations that only say again, in brackets or between commas, which law the one before names."""
    found: dict[CitedPlace, CitedPlace] = {}
    for first, second in pairwise(named):
        gap = words.text[first.end : second.start]
        if second.is_law and objects.apposed.fullmatch(gap) and _is_same_law(words, first, second, gap.strip()):
            found[second] = first
    return found


def _is_same_law(words: CitedText, first: CitedPlace, second: CitedPlace, gap: str) -> bool:
    behind = words.text[second.end : second.end + 1]
    if gap.startswith("(") and behind == ")":
        return True
    if behind not in _ENDS_LAW:
        return False
    if _is_by_name(second) or {t.instrument for t in first.targets} == {t.instrument for t in second.targets}:
        return True
    # "del Código de Molinos, Decreto 52 de 1990," is one law, "del Código de Molinos, la Ley 52 de 1990," are two.
    called = _is_by_name(first) or not (first.is_law or words.named(first))
    return called and gap == ","


def _is_by_name(cited: CitedPlace) -> bool:
    return any(_BY_NAME in target.instrument for target in cited.targets)


def _called(cited: CitedPlace, again: Mapping[CitedPlace, CitedPlace]) -> CitedPlace:
    """A citation by a name as one of the law that is known by its number, where the print says that too."""
    other = next((second for second, first in again.items() if first == cited), None)
    if other is None or not other.targets or _BY_NAME in other.law:
        return cited
    return replace(cited, targets=tuple(_renamed(target, other.law) for target in cited.targets))


def _renamed(target: Target, law: str) -> Target:
    return Target(law, target.eid) if _BY_NAME in target.instrument else target


def _is_in(cited: CitedPlace, spans: Sequence[tuple[int, int]]) -> bool:
    return any(start <= cited.start < end for start, end in spans)


def catch_all(found: Sequence[Bound]) -> Bound | None:
    """The catch-all among the bounds of a clause."""
    return next((bound for bound in found if bound.sort == CATCH_ALL), None)
