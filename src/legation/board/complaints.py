"""What is wrong with a text that is no order: one line, and what was probably meant (STD-ORD).

Reading orders is quick and says only yes or no. When it says no, this module
follows every form as far as it goes, and explains the word at which the best
of them stopped.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from legation.board.dialects import spellings
from legation.board.forms import Grammar, Literal, Sequence
from legation.board.graph import COAST_NAMES
from legation.board.names import END, any_of, did_you_mean
from legation.board.orders import NUMBER, PLACE, POWER, UNIT_FIELD, Field
from legation.errors import (
    AmbiguousOrderError,
    IllegalOrderError,
    NameUnknownError,
    OrderError,
    OrderSyntaxError,
    nearest,
)

_LONGEST_QUOTE = 80
_PLACE_OF_UNIT = Field("place", PLACE)


@dataclass(frozen=True, slots=True)
class Stop:
    """Where a form stopped fitting, and what it wants there; nothing, if it is complete."""

    at: int
    sequence: Sequence
    step: int
    wanted: Literal | Field | None


def is_one_line(text: str) -> bool:
    """Would `one_line` leave a text as it is, but for a blank at its end?"""
    return len(text) <= _LONGEST_QUOTE and text.isprintable() and "  " not in text


def one_line(text: str) -> str:
    """A text as an error quotes it: one line, printable, not too long."""
    if not text.isprintable():
        text = "".join(c if c.isprintable() else " " for c in text[:1000])
    line = " ".join(text[:1000].split())
    if len(line) > _LONGEST_QUOTE:
        line = line[: _LONGEST_QUOTE - 1].rstrip() + "…"
    return line if line[-1:].isalnum() or line[-1:] in (")", "…") else f"{line} ".lstrip()


def of_other_phase(text: str, belongs: str, phase: str) -> OrderError:
    """The order is well written, but for another phase."""
    return IllegalOrderError(
        f"{one_line(text)}: this is an order for the {belongs} phase, and now is the {phase} phase."
    )


def complaint(
    text: str, spelled: list[str], tried: list[list[str]], grammar: Grammar, phase: str
) -> OrderError:
    """The error for a text whose words, in all the ways `tried`, fit no form of this phase."""
    quoted = one_line(text)
    if not spelled:
        return OrderSyntaxError("an empty line is no order.")
    sequences = grammar.sequences.get(phase, ())
    if not sequences:
        return IllegalOrderError(f"{quoted}: there are no orders in the {phase} phase.")
    best: list[Stop] = []
    words = tried[0]
    for way in tried:
        stops = [stop for sequence in sequences for stop in _stops(sequence, 0, way, 0, grammar)]
        far = max(stop.at for stop in stops)
        if not best or len(way) - far < len(words) - best[0].at:
            best, words = [stop for stop in stops if stop.at == far], way
    spelling = {word.casefold(): word for word in reversed(spelled)}
    finder = _Finder(quoted, words, spelling, grammar, phase)
    return finder.missing(best) if words[best[0].at] == END else finder.wrong(best)


def _stops(
    sequence: Sequence, index: int, words: list[str], at: int, grammar: Grammar
) -> Iterator[Stop]:
    """Every way this sequence stops fitting from `index` and word `at` on."""
    for step in range(index, len(sequence.items)):
        item = sequence.items[step]
        if isinstance(item, Literal):
            end = item.end(words, at)
        elif item.kind == UNIT_FIELD:
            units = grammar.units_at(words, at)
            for _, end in units:
                yield from _stops(sequence, step + 1, words, end, grammar)
            if not units:
                yield _unit_stop(sequence, step, item, words, at, grammar)
            return
        else:
            value = grammar.value_at(item, words, at)
            end = value[1] if value else -1
        if end < 0:
            yield Stop(at, sequence, step, item)
            return
        at = end
    yield Stop(at, sequence, len(sequence.items), None)


def _unit_stop(
    sequence: Sequence, step: int, item: Field, words: list[str], at: int, grammar: Grammar
) -> Stop:
    start = grammar.kind_at(words, at)[1]
    if start == at and (named := grammar.names.power_at(words, at)) is not None:
        at = named[1] + (words[named[1]] == ":")
        start = grammar.kind_at(words, at)[1]
    if words[start] == "(" and start > at:
        start += 1
    return Stop(start, sequence, step, _PLACE_OF_UNIT if start > at else item)


class _Finder:
    """Words the error for one text."""

    def __init__(
        self,
        quoted: str,
        words: list[str],
        spelling: dict[str, str],
        grammar: Grammar,
        phase: str,
    ) -> None:
        self.quoted = quoted
        self.words = words
        self.spelling = spelling
        self.grammar = grammar
        self.phase = phase

    def syntax(self, sentence: str) -> OrderError:
        return OrderSyntaxError(f"{self.quoted}: {sentence}")

    def as_written(self, start: int, end: int) -> str:
        return " ".join(self.spelling.get(word, word) for word in self.words[start:end])

    def missing(self, stops: list[Stop]) -> OrderError:
        """The text ends too early."""
        for stop in stops:
            if isinstance(stop.wanted, Field):
                return self.syntax(f"{_noun(stop)} is missing.")
        return self.syntax(f"an order word is missing; {self.comes(stops)}.")

    def wrong(self, stops: list[Stop]) -> OrderError:
        """A word stands where no form wants it."""
        at = stops[0].at
        fields = [stop for stop in stops if isinstance(stop.wanted, Field)]
        if at == 0 and ":" in self.words[1:] and not self.knows_colon():
            before = self.as_written(0, self.words.index(":"))
            return self.unknown(self.grammar.names.unknown_power(before))
        if not fields or (at == 0 and self.near_order_words(stops)):
            return self.not_wanted(stops)
        for stop in fields:
            assert isinstance(stop.wanted, Field)
            if stop.wanted.kind in (PLACE, UNIT_FIELD):
                return self.no_place(stop, stop.wanted)
        return self.no_value(fields[0])

    def comes(self, stops: list[Stop]) -> str:
        """What may stand here: ``after a unit comes -, H, S or C``."""
        wanted = [stop.wanted.shown for stop in stops if isinstance(stop.wanted, Literal)]
        if any(isinstance(stop.wanted, Field) for stop in stops):
            wanted.append("a unit")
        listed = any_of(sorted(dict.fromkeys(wanted), key=lambda word: word != "-"))
        if stops[0].step == 0:
            return f"an order begins with {listed}"
        before = stops[0].sequence.items[stops[0].step - 1]
        if isinstance(before, Field) and before.kind == UNIT_FIELD:
            return f"after a unit comes {listed}"
        return f"here comes {listed}"

    def near_order_words(self, stops: list[Stop]) -> list[str]:
        """The wanted order words that look like the word that is there."""
        known = [
            way
            for stop in stops
            if isinstance(stop.wanted, Literal)
            for way in (stop.wanted.shown, *spellings(stop.wanted.shown, self.phase)[1:])
            if len(way) > 1 and " " not in way
        ]
        word = self.words[stops[0].at]
        return nearest(word[:40], known, 1) if len(word) > 2 else []

    def not_wanted(self, stops: list[Stop]) -> OrderError:
        at = stops[0].at
        if at == 0 and self.grammar.units_at(self.words, 0):
            return self.syntax(f"{self.comes(stops)}.")
        word = self.as_written(at, at + 1)
        if word in ("/", "(") and at + 1 < len(self.words) - 1:
            coast = self.as_written(at + 1, at + 2)
            return self.syntax(f'"{coast}" is no coast. Coasts are {any_of(list(COAST_NAMES))}.')
        meant = did_you_mean(self.near_order_words(stops))
        if any(stop.wanted is None for stop in stops):
            before = self.as_written(0, at)
            if not meant:
                rest = self.as_written(at, len(self.words) - 1)
                return self.syntax(f'"{rest}" is too much after the order "{before}".')
            return self.syntax(f'"{word}" is no order word.{meant}')
        return self.syntax(f'"{word}" is no order word; {self.comes(stops)}.{meant}')

    def no_place(self, stop: Stop, wanted: Field) -> OrderError:
        """A place, or a unit, should begin at this word."""
        at, words, names = stop.at, self.words, self.grammar.names
        if said := names.off_board(words, at):
            return self.unknown(said)
        choices = names.places_begun(words, at)
        if choices:
            unclear = names.unclear(self.as_written(at, at + 1), choices)
            return AmbiguousOrderError(f"{self.quoted}: {unclear}")
        if not words[at][0].isalnum() or self.is_order_word(words[at]):
            return self.syntax(f'{_noun(stop)} is missing before "{self.as_written(at, at + 1)}".')
        if wanted.kind == UNIT_FIELD and names.place_at(words, at + 1):
            nouns = names.graph.nouns
            kinds = any_of([f"{k} ({nouns[k]})" if k in nouns else k for k in self.grammar.kinds])
            word = self.as_written(at, at + 1)
            return self.syntax(f'"{word}" is no kind of unit. Units are {kinds}.')
        if wanted.kind == UNIT_FIELD and self.grammar.kind_at(words, at + 1)[1] > at + 1:
            return self.unknown(names.unknown_power(self.as_written(at, at + 1)))
        end = at + 1
        while words[end] != END and words[end][0].isalnum() and not self.is_order_word(words[end]):
            end += 1
        beside = [
            place[0]
            for start in range(len(words) - 1)
            if start != at and (place := names.place_at(words, start))
        ]
        whole = names.unknown_place(self.as_written(at, end), beside)
        if end > at + 1 and "?" not in whole:
            whole = names.unknown_place(self.as_written(at, at + 1), beside)
        return self.unknown(whole)

    def knows_colon(self) -> bool:
        """Is a colon an order word of this phase, or does a power stand before it?"""
        named = self.grammar.names.power_at(self.words, 0)
        return self.grammar.knows(":") or (named is not None and self.words[named[1]] == ":")

    def unknown(self, sentence: str) -> OrderError:
        error = self.syntax(sentence)
        error.__cause__ = NameUnknownError(sentence)
        return error

    def no_value(self, stop: Stop) -> OrderError:
        word = self.as_written(stop.at, stop.at + 1)
        wanted = stop.wanted
        if isinstance(wanted, Field) and wanted.kind == POWER:
            return self.unknown(self.grammar.names.unknown_power(word))
        if isinstance(wanted, Field) and wanted.choices:
            near = did_you_mean(nearest(word[:40], wanted.choices, 1))
            return self.syntax(f'"{word}" is none of {any_of(wanted.choices)}.{near}')
        return self.syntax(f'{_noun(stop)} is missing before "{word}".')

    def is_order_word(self, word: str) -> bool:
        return word in self.grammar.order_words[self.phase]


def _noun(stop: Stop) -> str:
    """What is missing: ``a place to move to``."""
    verb, wanted = stop.sequence.type.verb, stop.wanted
    assert isinstance(wanted, Field)
    if wanted is _PLACE_OF_UNIT:
        return "the place of a unit"
    if wanted.name == "goal":
        return f"a place to {verb if verb == 'retreat' else 'move'} to"
    if wanted.kind == UNIT_FIELD:
        return "a unit" if wanted.name == "unit" and stop.step == 0 else f"a unit to {verb}"
    if wanted.kind == NUMBER:
        return f"a number ({wanted.name})"
    return f"a {wanted.kind} ({wanted.name})"
