"""Several pictures of one board on one page: what they have in common is there once.

A picture draws its board anew each time, and twenty of them would repeat every
coastline twenty times. `shared` takes pictures that are not alone (drawn with
``standalone=False``) and gives back their common part and what is left of each:

- a whole layer that is the same in all of them, and what stands in ``<defs>``,
  moves to the common part; a ``<use>`` takes the place of a layer;
- of any other long path the line moves there, and a ``<use>`` with the classes
  of the path takes its place, so that it can be coloured otherwise each time;
- ids are told apart: those that a picture keeps get its number before them, and those
  that nothing points at go, as does what only a page that is clicked on needs.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from xml.etree import ElementTree as ET

_SVG = "http://www.w3.org/2000/svg"
_XLINK = "{http://www.w3.org/1999/xlink}href"
_LONG = 60  # letters of a line that is worth moving
_LAYER = 200  # letters of a layer that is
_DEFS, _G, _PATH, _USE = (f"{{{_SVG}}}{name}" for name in ("defs", "g", "path", "use"))
_GEOMETRY = frozenset({"d", "id"})
_URL = re.compile(r"url\(#([^)]+)\)")

ET.register_namespace("", _SVG)


@dataclass(frozen=True, slots=True)
class Shared:
    """The common part, as one ``<svg>`` that shows nothing, and the pictures."""

    common: str
    pictures: tuple[str, ...]


@dataclass
class _Store:
    """What has moved to the common part, by how it was written."""

    layers: dict[str, str] = field(default_factory=dict)
    lines: dict[str, str] = field(default_factory=dict)
    defs: dict[str, str] = field(default_factory=dict)
    ids: set[str] = field(default_factory=set)

    def parts(self) -> Iterator[str]:
        """Everything in it, as SVG writes it."""
        yield from self.defs.values()
        for line, name in self.lines.items():
            yield f'<path id="{name}" d="{line}"/>'
        for layer, name in self.layers.items():
            # In a copy a browser matches selectors within the copy alone; they begin at .atlas.
            yield f'<g id="{name}" class="atlas">{layer}</g>'


def shared(pictures: Sequence[str]) -> Shared:
    """The pictures, with what they have in common taken out."""
    roots = [ET.fromstring(picture) for picture in pictures]
    store = _Store()
    _take_definitions(roots, store)
    _take_layers(roots, store)
    for root in roots:
        _take_lines(root, store)
    for number, root in enumerate(roots):
        _strip(root)
        _rename(root, f"n{number}-", store.ids)
    common = (
        f'<svg xmlns="{_SVG}" class="atlas common" width="0" height="0" aria-hidden="true">'
        f"<defs>{''.join(store.parts())}</defs></svg>"
    )
    return Shared(common, tuple(_text(root) for root in roots))


def _text(element: ET.Element) -> str:
    """An element as SVG writes it, without the declarations that its page has."""
    text = ET.tostring(element, encoding="unicode", short_empty_elements=True)
    return text.replace(f' xmlns="{_SVG}"', "").replace(" />", "/>")


def _take_definitions(roots: Sequence[ET.Element], store: _Store) -> None:
    """Move what the pictures define alike; a definition that differs stays where it is."""
    uses: dict[str, Counter[str]] = {}
    for root in roots:
        for defs in root.iter(_DEFS):
            for each in defs:
                name = each.get("id", "")
                uses.setdefault(name, Counter())[_text(each)] += 1
    for name, texts in uses.items():
        if name and len(texts) == 1:
            (store.defs[name],) = texts
            store.ids.add(name)
            store.ids.update(_ids(ET.fromstring(_named(store.defs[name]))))
    for root in roots:
        for defs in list(root.iter(_DEFS)):
            for each in list(defs):
                if each.get("id", "") in store.defs:
                    defs.remove(each)
        for parent in root.iter():
            for defs in [e for e in parent if e.tag == _DEFS and not len(e)]:
                parent.remove(defs)


def _named(text: str) -> str:
    return f'<svg xmlns="{_SVG}">{text}</svg>'


def _take_layers(roots: Sequence[ET.Element], store: _Store) -> None:
    """Move the layers that are the same in all pictures and point at nothing that is not."""
    counts = Counter(text for root in roots for text in {_text(layer) for layer in root})
    same = {text for text, count in counts.items() if count == len(roots) and len(text) > _LAYER}
    waiting = True
    while waiting:  # a layer may point at one that moved a moment ago
        waiting = False
        for layer in list(roots[0]):
            text = _text(layer)
            pointed = set(_pointed(layer)) - set(_ids(layer))
            if text in same and text not in store.layers and pointed <= store.ids:
                store.layers[text] = f"l{len(store.layers)}"
                store.ids.update(_ids(layer))
                waiting = True
    for root in roots:
        for at, layer in enumerate(list(root)):
            name = store.layers.get(_text(layer))
            if name:
                root.remove(layer)
                root.insert(at, ET.Element(_USE, {"href": f"#{name}"}))


def _take_lines(root: ET.Element, store: _Store) -> None:
    """Move the lines of long paths; what a path is besides its line stays."""
    for element in root.iter(_PATH):
        line = element.get("d", "")
        if len(line) < _LONG:
            continue
        name = store.lines.setdefault(line, f"d{len(store.lines)}")
        store.ids.add(name)
        element.tag = _USE
        del element.attrib["d"]
        element.set("href", f"#{name}")


def _strip(root: ET.Element) -> None:
    """Take off what only a page that is clicked on needs: data, and ids that nothing points at."""
    pointed = set(_pointed(root))
    for element in root.iter():
        for key in [key for key in element.attrib if key.startswith("data-")]:
            del element.attrib[key]
        if element.get("id", "") not in pointed:
            element.attrib.pop("id", None)


def _rename(root: ET.Element, mark: str, known: set[str]) -> None:
    """Put a mark before every id that the picture keeps, and where one is pointed at."""
    for element in root.iter():
        for key, value in list(element.attrib.items()):
            if key == "id" and value not in known:
                element.set(key, mark + value)
            elif key in ("href", _XLINK) and value[1:] not in known and not _moved(value):
                element.set(key, f"#{mark}{value[1:]}")
            elif "url(#" in value:
                element.set(key, _URL.sub(lambda m: _pointer(m[1], mark, known), value))
            elif key in ("aria-labelledby", "aria-describedby"):
                element.set(key, " ".join(mark + word for word in value.split()))


def _moved(value: str) -> bool:
    return re.fullmatch(r"#[ld]\d+", value) is not None


def _pointer(name: str, mark: str, known: set[str]) -> str:
    return f"url(#{name if name in known else mark + name})"


def _ids(element: ET.Element) -> Iterator[str]:
    return (e.get("id", "") for e in element.iter() if e.get("id"))


def _pointed(element: ET.Element) -> Iterator[str]:
    """The ids that an element or what is in it points at."""
    for each in element.iter():
        for key, value in each.attrib.items():
            if key in ("href", _XLINK):
                yield value.removeprefix("#")
            yield from _URL.findall(value)
