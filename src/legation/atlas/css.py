"""The style sheet of a board: one set of rules, filled with a look.

``light``, ``dark`` and ``print`` have every colour written out, for a renderer
that knows no variables. ``auto`` has variables, which follow what the reader's
screen wants and change for paper; a page may set them otherwise.

Selectors are classes below ``.atlas``, so that nothing else on a page is meant,
and the smallest renderer reads them. Names are ``text.name`` instead: they are
drawn a second time by ``use``, and in that copy no browser need see ``.atlas``.

The forms of orders differ without colour: a move is a full line, a support is
dashed, a convoy dotted, a hold a ring, a retreat thin and dashed, a build
a dashed outline, a removal a cross. So do the results: what failed is thinner,
what was void is grey and dotted, and only what is dislodged is red.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from legation.atlas.look import Look
from legation.atlas.style import MODES

AUTO = "auto"

# $x is a colour of the look, @x one of its lines or faces.
_RULES = """\
.atlas{background:$paper;color:$ink;fill:$ink}
.water,.seas{fill:$sea}
.seas{pointer-events:all;stroke:$sea-line;stroke-width:.7;stroke-dasharray:@sea-dash}
.offwater{fill:$offwater;stroke:$surf-1;stroke-width:@surf-1}
.ground{fill:$ground;stroke:$coast;stroke-width:.5}
.graticule{fill:none;stroke:$graticule;stroke-width:.5}
.surf{fill:none;stroke-linejoin:round}
.surf-1{stroke:$surf-1;stroke-width:@surf-1}
.surf-2{stroke:$surf-2;stroke-width:@surf-2}
.surf-3{stroke:$surf-3;stroke-width:@surf-3}
.coast{fill:none;stroke:$coast;stroke-width:@coast2;stroke-linejoin:round}
.lands{stroke:$border;stroke-width:@border;stroke-linejoin:round}
.o-none{fill:$land}
.seas .o-none{fill:none}
.impassable{fill:$ground}
.pattern{stroke:none;pointer-events:none}
.pl{fill:none;stroke-width:1;stroke-linecap:round}
.fogged{pointer-events:none}
.fog{fill:$ground;fill-opacity:.62;stroke:none}
.haze{fill:none;stroke:$ink;stroke-opacity:.45;stroke-width:.9;stroke-linecap:round}
.range{fill:none;stroke:$ink;stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}
.range-double{fill:none;stroke:$ink;stroke-width:2.6;stroke-linecap:round;stroke-linejoin:round}
.crossing{fill:none;stroke:$coast;stroke-width:2;stroke-dasharray:.1 3.6;stroke-linecap:round}
.bar{fill:none;stroke:$coast;stroke-width:2.4;stroke-linecap:round}
.edge{fill:none;stroke:$faint;stroke-width:1;stroke-dasharray:4 2}
.bridges{stroke:$coast;stroke-width:1}
.labels,.furniture{pointer-events:none}
text.code,text.name,text.sea-name,.mark,.strength,.seen-time,.title,.legend{text-anchor:middle}
text.code,.mark,.strength,.seen-time,.legend{font-family:@code;font-weight:400}
text.code{font-size:10.5px;fill:$ink}
text.sea-code{fill:$sea-ink}
text.name{font-family:@name;fill:$ink;letter-spacing:@name-spacing}
text.sea-name{font-family:@sea;fill:$sea-ink;letter-spacing:@sea-spacing}
.title{font-family:@title;font-size:22px;fill:$ink;letter-spacing:@title-spacing}
.legend{font-size:11px;fill:$ink}
.halo{fill:none;stroke:$paper;stroke-width:2.4;stroke-linejoin:round;stroke-opacity:.6}
.leader{fill:none;stroke:$ink;stroke-width:1}
.centre{fill:$paper;stroke:$ink;stroke-width:1.3}
.free{fill:$free}
.frame{fill:none;stroke:$ink;stroke-width:1}
.panel{fill:$paper;stroke:$ink;stroke-width:.7}
.order{fill:none;stroke-linecap:round;stroke-linejoin:round;pointer-events:none}
.casing{fill:none;stroke:$edge}
.line{fill:none}
.move .line{stroke-width:3}
.move .casing{stroke-width:4.6}
.support .line{stroke-width:2.2;stroke-dasharray:6 4}
.support .casing{stroke-width:3.6;stroke-dasharray:6 4}
.convoy .line{stroke-width:2.6;stroke-dasharray:.1 4.6}
.convoy .casing{stroke-width:4.2;stroke-dasharray:.1 4.6}
.hold .line{stroke-width:2}
.hold .casing{stroke-width:3.4}
.retreat .line{stroke-width:1.6;stroke-dasharray:4 3}
.retreat .casing{stroke-width:3;stroke-dasharray:4 3}
.build .line{stroke-width:1.8;stroke-dasharray:3 2.4}
.build .casing{stroke-width:3.2;stroke-dasharray:3 2.4}
.remove .line{stroke-width:2.2}
.remove .casing{stroke-width:3.8}
.head{stroke:$edge;stroke-width:.8}
.ring{fill:$paper;stroke-width:1.6}
.bid{opacity:.75}
.bounce .line,.failed .line,.cut .line{stroke-width:1.7}
.bounce .casing,.failed .casing,.cut .casing{stroke-width:3}
.void .line{stroke:$faint;stroke-width:1.6;stroke-dasharray:.1 3.4}
.void .casing{stroke:none}
.pending{opacity:.82}
.fate{fill:none;stroke:$ink;stroke-width:1.8;stroke-linecap:round}
.fate-ground{fill:none;stroke:$paper;stroke-width:4.2;stroke-linecap:round}
.unit{stroke:$edge;stroke-width:1}
.mark,.strength{stroke:none;font-size:10px}
.faction{fill:$paper;stroke:$edge;stroke-width:1.2}
.badge{fill:$paper;stroke:$edge;stroke-width:.8}
.badge-text{font-family:@code;font-size:9.5px;fill:$ink;stroke:none;text-anchor:middle}
.alarm{fill:none;stroke:$signal;stroke-width:6.6;stroke-dasharray:none}
.alarm-gap{fill:none;stroke:$paper;stroke-width:2.8;stroke-dasharray:none}
.dislodged .casing{stroke:$signal}
.seen{fill-opacity:.25;stroke-dasharray:2 1.6;stroke-width:.9}
.seen-time{fill:$ink;fill-opacity:1;stroke:none;font-size:9.5px}
"""
_POWER = """\
.o-%{fill:$%}
.pl-%{stroke:$%-pl}
.c-%,.u-%{fill:$%-body}
.w-%{stroke:$%-body}
.w-% .head{fill:$%-body}
.u-% .mark,.u-% .strength,.m-%{fill:$%-on}
"""
_AFTER_POWERS = """\
.void{stroke:$faint}
.void .head{fill:$faint;stroke:none}
.seen .mark,.seen .strength{fill:$ink;fill-opacity:1}
"""


@lru_cache(maxsize=128)
def sheet(look: Look, mode: str = AUTO) -> str:
    """The style sheet of a look in a mode: ``light``, ``dark``, ``print`` or ``auto``."""
    powers = "".join(_POWER.replace("%", mark) for mark in look.powers)
    rules = "".join(map(_scoped, (_RULES + powers + _AFTER_POWERS).splitlines()))
    rules = re.sub(r"@([a-z0-9-]+)", lambda found: _settings(look)[found[1]], rules)
    rules = rules.replace("stroke-dasharray:}", "}").replace("stroke-dasharray:;", "")
    if mode == AUTO:
        return _themes(look) + re.sub(r"\$([a-z0-9-]+)", r"var(--\1)", rules)
    if mode not in MODES:
        raise ValueError(f"{mode} is no mode of a look")
    values = look.variables[mode]
    return re.sub(r"\$([a-z0-9-]+)", lambda found: values[found[1]], rules)


def _scoped(rule: str) -> str:
    """A rule for what is below ``.atlas``, or for an element that HTML has not."""
    selectors, _, body = rule.partition("{")
    scoped = (
        each if each == ".atlas" or each.startswith("text") else f".atlas {each}"
        for each in selectors.split(",")
    )
    return f"{','.join(scoped)}{{{body}"


def _settings(look: Look) -> Mapping[str, str]:
    """What the rules take from a look besides colours."""
    values = dict(look.lines)
    values["coast2"] = f"{2 * float(look.lines['coast']):g}"
    for role, face in look.faces.items():
        values[role] = face.stack
        values[f"{role}-spacing"] = f"{look.spacing.get(role, 0):g}em"
    return values


def _themes(look: Look) -> str:
    """The variables, for each kind of screen and for paper."""
    light, dark, paper = (_declared(look, mode) for mode in MODES)
    return f"{light}@media (prefers-color-scheme:dark){{{dark}}}@media print{{{paper}}}"


def _declared(look: Look, mode: str) -> str:
    inside = ";".join(f"--{name}:{value}" for name, value in look.variables[mode].items())
    return f".atlas{{{inside}}}"


def nations(look: Look) -> str:
    """Colours of powers for what a page has beside the board: ``--nation`` and ``--on-nation``.

    They are those of their units, and the text on these can be read in every mode.
    """
    light, dark, paper = (_nations(look, mode) for mode in MODES)
    return f"{light}@media (prefers-color-scheme:dark){{{dark}}}@media print{{{paper}}}"


def _nations(look: Look, mode: str) -> str:
    colours = look.variables[mode]
    return "".join(
        f".nation-{mark}{{--nation:{colours[f'{mark}-body']};--on-nation:{colours[f'{mark}-on']}}}"
        for mark in look.powers
    )
