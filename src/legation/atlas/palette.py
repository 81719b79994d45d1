"""Colours as numbers: contrast, difference as an eye sees it, and eyes that see fewer colours.

Contrast is that of WCAG 2 (1 to 21). A difference of two colours is CIEDE2000
(about 1 is just visible, 10 is seen at a glance). Mixing is done in OKLab, where
a step halfway also looks halfway. Poor colour vision is simulated as Machado,
Oliveira and Fernandes (2009) have it, at full severity, on linear light.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

Three = tuple[float, float, float]

_HEX = re.compile(r"#[0-9a-f]{6}", re.IGNORECASE)
_WHITE: Three = (0.95047, 1.0, 1.08883)  # D65

_XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_LMS = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
_OKLAB = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)
_FROM_OKLAB = (
    (1.0, 0.3963377774, 0.2158037573),
    (1.0, -0.1055613458, -0.0638541728),
    (1.0, -0.0894841775, -1.2914855480),
)
_FROM_LMS = (
    (4.0767416621, -3.3077115913, 0.2309699292),
    (-1.2684380046, 2.6097574011, -0.3413193965),
    (-0.0041960863, -0.7034186147, 1.7076147010),
)

# Kinds of colour vision; "normal" is all three cones.
VISIONS: Mapping[str, tuple[Three, Three, Three]] = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def is_colour(text: str) -> bool:
    """Whether a text is a colour as this module reads it: ``#rrggbb``."""
    return _HEX.fullmatch(text) is not None


@lru_cache(maxsize=4096)
def linear(colour: str) -> Three:
    """A colour as amounts of linear light, 0 to 1."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return _light(red), _light(green), _light(blue)


def _light(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def hexed(light: Sequence[float]) -> str:
    """The nearest colour that a screen has, from amounts of linear light."""
    return "#" + "".join(f"{round(255 * _shown(min(1.0, max(0.0, v)))):02x}" for v in light)


def _shown(value: float) -> float:
    return 12.92 * value if value <= 0.0031308 else float(1.055 * value ** (1 / 2.4) - 0.055)


def _times(matrix: Sequence[Three], vector: Three) -> Three:
    x, y, z = vector
    first, second, third = (a * x + b * y + c * z for a, b, c in matrix)
    return first, second, third


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2 has it, 0 to 1."""
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """WCAG's contrast of two colours, 1 to 21."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@lru_cache(maxsize=4096)
def oklab(colour: str) -> Three:
    """Lightness 0 to 1, green to red, blue to yellow (Ottosson 2020)."""
    long, middle, short = (math.cbrt(v) for v in _times(_LMS, linear(colour)))
    return _times(_OKLAB, (long, middle, short))


def from_oklab(lab: Three) -> str:
    """The colour of these OKLab values, made paler until a screen can show it."""
    lightness, a, b = lab
    for step in range(51):
        paler = 1 - step / 50
        long, middle, short = _times(_FROM_OKLAB, (lightness, a * paler, b * paler))
        light = _times(_FROM_LMS, (long**3, middle**3, short**3))
        if all(-0.0005 <= value <= 1.0005 for value in light):
            break
    return hexed(light)


def mixed(one: str, other: str, share: float) -> str:
    """`share` (0 to 1) of the other colour in the one."""
    ground, added = oklab(one), oklab(other)
    first, second, third = (g + share * (c - g) for g, c in zip(ground, added, strict=True))
    return from_oklab((first, second, third))


def relit(colour: str, lightness: float) -> str:
    """The same hue with another OKLab lightness (0 to 1)."""
    _, a, b = oklab(colour)
    return from_oklab((min(1.0, max(0.0, lightness)), a, b))


@lru_cache(maxsize=4096)
def seen(colour: str, vision: str) -> str:
    """A colour as an eye of one of VISIONS sees it."""
    return hexed(_times(VISIONS[vision], linear(colour)))


@lru_cache(maxsize=4096)
def cielab(colour: str) -> Three:
    """CIE L*a*b* of 1976 under D65."""
    stimuli = _times(_XYZ, linear(colour))
    x, y, z = (_cube(value / white) for value, white in zip(stimuli, _WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _cube(value: float) -> float:
    return math.cbrt(value) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116


def difference(one: str, other: str, vision: str = "normal") -> float:
    """CIEDE2000 between two colours as an eye of one of VISIONS sees them."""
    return ciede2000(cielab(seen(one, vision)), cielab(seen(other, vision)))


def ciede2000(one: Three, other: Three) -> float:
    """The difference of two CIELAB colours (Sharma, Wu and Dalal 2005; their letters)."""
    l1, a1, b1 = one
    l2, a2, b2 = other
    chroma7 = ((math.hypot(a1, b1) + math.hypot(a2, b2)) / 2) ** 7
    g = 0.5 * (1 - math.sqrt(chroma7 / (chroma7 + 25**7)))
    c1, c2 = math.hypot((1 + g) * a1, b1), math.hypot((1 + g) * a2, b2)
    h1 = math.degrees(math.atan2(b1, (1 + g) * a1)) % 360 if c1 else 0.0
    h2 = math.degrees(math.atan2(b2, (1 + g) * a2)) % 360 if c2 else 0.0
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    if c1 * c2 and turn == -180 and h2 > h1:
        turn = 180.0
    dl, dc = l2 - l1, c2 - c1
    dh = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    hue = h1 + h2 if c1 * c2 == 0 else _middle(h1, h2)
    t = (
        1
        - 0.17 * math.cos(math.radians(hue - 30))
        + 0.24 * math.cos(math.radians(2 * hue))
        + 0.32 * math.cos(math.radians(3 * hue + 6))
        - 0.20 * math.cos(math.radians(4 * hue - 63))
    )
    bend = 60 * math.exp(-(((hue - 275) / 25) ** 2))
    sl = 1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2)
    sc, sh = 1 + 0.045 * chroma, 1 + 0.015 * chroma * t
    rt = -math.sin(math.radians(bend)) * 2 * math.sqrt(chroma**7 / (chroma**7 + 25**7))
    x, y, z = dl / sl, dc / sc, dh / sh
    return math.sqrt(x * x + y * y + z * z + rt * y * z)


def _middle(h1: float, h2: float) -> float:
    """The mean of two hues, the short way round."""
    if abs(h1 - h2) <= 180:
        return (h1 + h2) / 2
    return (h1 + h2 + 360) / 2 if h1 + h2 < 360 else (h1 + h2 - 360) / 2
