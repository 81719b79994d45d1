"""Names: how a text is cut into words, and which place or power a word means (STD-ORD).

Every table of names is spelled the same way, as lower-case words joined by
single blanks, so that finding a name is one dictionary look-up.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from legation.board.graph import COAST_NAMES, MapGraph, province_of
from legation.errors import AmbiguousOrderError, NameUnknownError, nearest

# A number, a run of letters, an arrow or dash, or any other sign by itself.
_WORD = re.compile(r"[0-9]+|[^\W\d_]+|[-=]+>+|-+|\S")
_SIGNS = {
    **dict.fromkeys("‐‑‒–—―−﹘﹣－", "-"),
    **dict.fromkeys("→⇒➔➙➜⟶⟹►▶", "->"),
    **dict.fromkeys("'’‘ʼ`´\u200b\u200c\u200d\ufeff\u00ad", ""),
    **dict.fromkeys(".…\u00a0\u2007\u202f", " "),
    "／": "/",
}
_PLAIN = str.maketrans(_SIGNS)
_SHORTEST_PLACE, _SHORTEST_POWER = 4, 3

END = ""
"""The word after the last one; look-ups may always look at it."""


def words_of(text: str) -> list[str]:
    """Cut a text into words and signs, spelled as written, typographic signs made plain.

    Full stops and apostrophes vanish: ``St. Paul's`` is ``St``, ``Pauls``.
    """
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text.translate(_PLAIN)).translate(_PLAIN)
    elif "." in text or "'" in text or "`" in text:
        text = text.translate(_PLAIN)
    if not text.isprintable():
        text = "".join(letter if letter.isprintable() else " " for letter in text)
    return _WORD.findall(text)


def key_of(text: str) -> str:
    """The spelling under which a name is filed."""
    return " ".join(words_of(text)).casefold()


def _coast_keys() -> dict[str, str]:
    keys: dict[str, str] = {}
    for coast, name in COAST_NAMES.items():
        side = name.partition(" ")[0]
        keys[coast] = keys[name] = coast
        for word in (coast, name, side, side[0]):
            keys[f"/ {word}"] = keys[f"( {word} )"] = coast
    return keys


_COASTS = _coast_keys()
_COAST_STARTS = frozenset(key.split()[0] for key in _COASTS)
_COAST_MOST = max(len(key.split()) for key in _COASTS)


class _Names:
    """Spellings of one sort of thing, with unique beginnings of the full names."""

    def __init__(self, shortest: int) -> None:
        self.exact: dict[str, str] = {}
        self.meaning: dict[str, str] = {}
        self.unclear: dict[str, tuple[str, ...]] = {}
        self.most: dict[str, int] = {}
        self._shortest = shortest

    def add(self, spelling: str, meaning: str) -> None:
        """File a spelling, with and without its dashes; the first to claim one keeps it."""
        key = key_of(spelling)
        for variant in (key, key.replace(" - ", " "), key.replace(" - ", "")):
            if variant:
                self.exact.setdefault(variant, meaning)

    def close(self, full_names: Iterable[str]) -> None:
        """Add the beginnings of these spellings that mean one thing only."""
        begun: dict[str, list[str]] = {}
        for name in full_names:
            key = key_of(name)
            for spelling in dict.fromkeys((key, key.replace(" - ", " "))):
                for end in range(self._shortest, len(spelling)):
                    if self._is_beginning(spelling, end):
                        meanings = begun.setdefault(spelling[:end], [])
                        if self.exact[key] not in meanings:
                            meanings.append(self.exact[key])
        self.meaning = dict(self.exact)
        for start, meanings in begun.items():
            if start in self.exact or start == "the":  # "The U Cov - Hol" names no Theatre-Goer
                continue
            if len(meanings) == 1:
                self.meaning[start] = meanings[0]
            else:
                self.unclear[start] = tuple(meanings)
        for key in (*self.meaning, *self.unclear):
            words = key.split()
            self.most[words[0]] = max(self.most.get(words[0], 0), len(words))

    def _is_beginning(self, spelling: str, end: int) -> bool:
        # "english c" does not stand for the Channel: that c is the order to convoy.
        start = spelling[:end]
        last = start.rpartition(" ")[2]
        alone = len(last) == 1 and len(spelling) > end and spelling[end] != " "
        letters = sum(letter.isalpha() for letter in start)
        return letters >= self._shortest and last.isalpha() and not alone

    def find(self, words: Sequence[str], at: int) -> tuple[str, int] | None:
        """What the longest name that starts at `at` means, and where it ends."""
        most = self.most.get(words[at])
        if most is None:
            return None
        for count in range(most, 1, -1):
            meaning = self.meaning.get(" ".join(words[at : at + count]))
            if meaning is not None:
                return meaning, at + count
        meaning = self.meaning.get(words[at])
        return None if meaning is None else (meaning, at + 1)

    def choices(self, words: Sequence[str], at: int) -> tuple[str, ...]:
        """What an ambiguous beginning at `at` may mean; empty where it is not one."""
        for count in range(self.most.get(words[at], 0), 0, -1):
            meanings = self.unclear.get(" ".join(words[at : at + count]))
            if meanings:
                return meanings
        return ()


class NameTable:
    """Finds places and powers by any usual spelling.

    `powers` maps each power to its other names: adjective, short name,
    aliases. A place is found by code, full name, alias, or by a beginning of
    its full name that has at least four letters and fits no other place; a
    power in the same way, from three letters on.
    """

    def __init__(
        self,
        graph: MapGraph,
        powers: Mapping[str, Sequence[str]],
        neutrals: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self.graph = graph
        self.powers = tuple(powers)
        self._neutrals = frozenset(neutrals or ())
        self.seas = graph.carriers
        self._places = _Names(_SHORTEST_PLACE)
        self._powers = _Names(_SHORTEST_POWER)
        provinces = graph.provinces.values()
        for province in provinces:
            self._places.add(province.code, province.code)
        for province in provinces:
            self._places.add(province.name, province.code)
        for alias, code in graph.aliases.items():
            self._places.add(alias, code)
        for province in provinces:
            key = key_of(province.name)
            if key.startswith("the "):
                self._places.add(key[4:], province.code)
            if key.startswith("st "):
                self._places.add(f"saint {key[3:]}", province.code)
            for coast in province.coasts:
                self._places.add(f"{province.code}{coast}", f"{province.code}/{coast}")
        self._gone = {
            key_of(spelling): name
            for code, name in graph.off_board.items()
            for spelling in (code, name)
        }
        self._places.close(province.name for province in provinces)
        for power in powers:
            self._powers.add(power, power)
        for power, others in powers.items():
            for other in others:
                self._powers.add(other, power)
        for power in powers:
            self._powers.add(f"{power}s", power)  # France's, its apostrophe gone
        for neutral, others in (neutrals or {}).items():
            for spelling in (neutral, *others):
                self._powers.add(spelling, neutral)
        self._powers.close(powers)

    def place_at(self, words: Sequence[str], at: int) -> tuple[str, int] | None:
        """The place whose name starts at word `at`, coast included, and where it ends.

        `words` are in lower case and closed by `END`. A coast is kept as it
        was written, whether or not the province has it: judging that is for
        legality.
        """
        named = self._places.find(words, at)
        if named is None:
            return None
        place, end = named
        if words[end] in _COAST_STARTS and "/" not in place:
            for count in range(_COAST_MOST, 0, -1):
                coast = _COASTS.get(" ".join(words[end : end + count]))
                if coast is not None:
                    return f"{place}/{coast}", end + count
        return named

    def power_at(self, words: Sequence[str], at: int) -> tuple[str, int] | None:
        """The power whose name starts at word `at`, and where it ends."""
        return self._powers.find(words, at)

    def places_begun(self, words: Sequence[str], at: int) -> tuple[str, ...]:
        """The places that an ambiguous beginning at word `at` may mean."""
        return self._places.choices(words, at)

    def off_board(self, words: Sequence[str], at: int) -> str:
        """A sentence on the place at word `at` that a variant took off the board, if it is one."""
        for end in range(at + 3, at, -1):
            gone = self._gone.get(" ".join(words[at:end]))
            if gone is not None:
                return f"{gone} is off the board in this game ({self.graph.edge})."
        return ""

    def find_place(self, text: str) -> str:
        """The place that a text names.

        Raises NameUnknownError with the nearest names, AmbiguousOrderError
        where the beginning of a name fits several.
        """
        words = [*key_of(text).split(), END]
        named = self.place_at(words, 0)
        if named is not None and named[1] == len(words) - 1:
            return named[0]
        choices = self.places_begun(words, 0)
        if choices and named is None:
            raise AmbiguousOrderError(self.unclear(text, choices))
        raise NameUnknownError(self.unknown_place(text))

    def find_power(self, text: str) -> str:
        """The power, one with a player, that a text names. Raises as `find_place` does."""
        nation = self.find_nation(text)
        if nation in self._neutrals:
            raise NameUnknownError(f"{nation} has no player.")
        return nation

    def find_nation(self, text: str) -> str:
        """The power, with or without a player, that a text names. Raises as `find_place` does."""
        key = key_of(text)
        words = [*key.split(), END]
        named = self.power_at(words, 0)
        if named is not None and named[1] == len(words) - 1:
            return named[0]
        choices = self._powers.choices(words, 0)
        # "Earl of Warwik" begins as two names do, and is none of them as a whole: a slip
        slip = len(words) > 2 and not any(key_of(each).startswith(key) for each in choices)
        if choices and named is None and not slip:
            raise AmbiguousOrderError(f'"{text}" may be {any_of(choices)}.')
        raise NameUnknownError(self.unknown_power(text))

    def full(self, place: str) -> str:
        """The full name of a place; the text itself where it is none."""
        return self.graph.name(place) if province_of(place) in self.graph.provinces else place

    def unclear(self, text: str, choices: Sequence[str]) -> str:
        """A sentence: this beginning fits several places."""
        return f'"{text}" may be {any_of([f"{self.full(c)} ({c})" for c in choices])}.'

    def unknown_place(self, text: str, beside: Sequence[str] = ()) -> str:
        """A sentence: no such place, and what was probably meant.

        `beside` are the other places of the order; a neighbour of one of them
        is the likelier meaning.
        """
        if said := self.off_board(key_of(text).split(), 0):
            return said
        key = key_of(text)[:40]
        if len(key) <= 3:
            codes = self.graph.provinces
            near = [c for c in codes if _one_letter_off(c.casefold(), key)] or nearest(key, codes)
        else:
            known = [spelling for spelling, p in self._places.exact.items() if "/" not in p]
            near = [self._places.exact[match] for match in nearest(key, known)]
            near = [self.full(place) for place in dict.fromkeys(near)]
        ways = self.graph.touching
        beside = [province_of(place) for place in beside]
        likely = [
            name
            for name in near
            if (code := self._places.exact.get(key_of(name)))
            and any(province_of(code) in ways.get(place, ()) for place in beside)
        ]
        return f'no place is called "{text}".{did_you_mean((likely or near)[:3])}'

    def unknown_power(self, text: str) -> str:
        """A sentence: no such power, and what was probably meant."""
        near = nearest(key_of(text)[:40], self._powers.exact)
        meant = list(dict.fromkeys(self._powers.exact[match] for match in near))
        return f'no power is called "{text}".{did_you_mean(meant)}'


def any_of(names: Sequence[str]) -> str:
    """Names as a choice: ``A, B or C``."""
    *first, last = names
    return f"{', '.join(first)} or {last}" if first else last


def did_you_mean(names: Sequence[str]) -> str:
    """A sentence's tail, empty where there is nothing to offer."""
    return f" Did you mean {any_of(names)}?" if names else ""


def _one_letter_off(code: str, word: str) -> bool:
    """One letter differs, or two have changed places."""
    wrong = [i for i, (a, b) in enumerate(zip(code, word, strict=False)) if a != b]
    if len(code) != len(word):
        return False
    return len(wrong) == 1 or (
        len(wrong) == 2 and [code[i] for i in wrong] == [word[i] for i in reversed(wrong)]
    )
