"""XML of unknown origin, read without ever following or expanding an entity.

A document type may stand at its head, as jDip's files have one; an entity that it
declares for the text is refused, since a few of them make any amount of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from legation.errors import FileError

MOST_ELEMENTS, DEEPEST = 200_000, 60


@dataclass
class Element:
    """An element: its name without a prefix, attributes, line, and what is in it."""

    name: str
    line: int
    attributes: dict[str, str]
    inside: list[Element] = field(default_factory=list)

    def get(self, name: str, default: str = "") -> str:
        """An attribute, or what stands for one that is not there."""
        return self.attributes.get(name, default)

    def all(self, name: str) -> Iterator[Element]:
        """Every element of a name in it, at whatever depth, in order."""
        for each in self.inside:
            if each.name == name:
                yield each
            yield from each.all(name)


def read_markup(path: str, data: bytes) -> Element:
    """The root of an XML file.

    Raises:
        FileError: for what is not well formed, too deep or too much, or declares entities.
    """
    parser = expat.ParserCreate()
    top = Element("", 0, {})
    stack, count = [top], 0

    def wrong(said: str) -> FileError:
        return FileError(path, said, parser.CurrentLineNumber)

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal count
        count += 1
        if count > MOST_ELEMENTS or len(stack) > DEEPEST:
            raise wrong(f"more than {MOST_ELEMENTS} elements, or {DEEPEST} in one another")
        plain = {key.rpartition(":")[2]: value for key, value in attributes.items()}
        element = Element(name.rpartition(":")[2], parser.CurrentLineNumber, plain | attributes)
        stack[-1].inside.append(element)
        stack.append(element)

    def entity(name: str, parameter: bool, *_: object) -> None:
        if not parameter:  # one for the document type itself is never put in
            raise wrong(f'it declares the entity "{name}"; such a file is not read')

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _: stack.pop()
    parser.EntityDeclHandler = entity
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        said = expat.errors.messages[error.code]
        raise FileError(path, f"it is no well-formed XML: {said}", error.lineno) from None
    except (ValueError, LookupError):
        raise FileError(path, "it is in a writing system that its head misnames") from None
    return top.inside[0]
