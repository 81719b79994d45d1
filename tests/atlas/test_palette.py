"""Colours can be read and told apart, by every eye, in every look and mode.

What is demanded, by number:

- text on a unit, and ink on every fill, every pattern's lines, sea, ground and paper: 4.5
  (WCAG AA); the signal red on paper, sea and land: 3 (WCAG, for lines);
- any two powers' units differ by 12 (CIEDE2000) for all four kinds of colour vision;
- any two powers' lands differ by 12 too, or by 4.5 and have different patterns;
- a pattern's lines differ from its fill by 3, a fill from unowned land by 6 and from sea by 5.
"""

from __future__ import annotations

from itertools import combinations

import pytest

from legation.atlas.look import READABLE, Look, look_of
from legation.atlas.palette import (
    VISIONS,
    ciede2000,
    cielab,
    contrast,
    difference,
    from_oklab,
    is_colour,
    luminance,
    mixed,
    oklab,
    seen,
)
from legation.atlas.patterns import TILES, patterns
from legation.atlas.style import COLOURS, MODES
from legation.variants.find import folders
from legation.variants.load import load

OURS = ["standard", *sorted(name for name in folders() if name != "standard")]
EVERY = [(name, mode) for name in OURS for mode in MODES]


def look_and_colours(name: str, mode: str) -> tuple[Look, dict[str, str]]:
    look = look_of(load(name))
    return look, dict(look.variables[mode])


# The numbers themselves


def test_contrast_of_black_and_white_is_21() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(
        4.48, abs=0.005
    )  # WCAG's known near miss
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.005)


# Sharma, Wu and Dalal 2005, table 1: pairs 1, 4, 7, 9, 10, 13, 14, 17, 25, 31, 34.
@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, -1.3802, -84.2814), (50, 0, -82.7485), 1.0000),
        ((50, 0, 0), (50, -1, 2), 2.3669),
        ((50, 2.49, -0.001), (50, -2.49, 0.0009), 7.1792),
        ((50, 2.49, -0.001), (50, -2.49, 0.0011), 7.2195),
        ((50, -0.001, 2.49), (50, 0.0009, -2.49), 4.8045),
        ((50, -0.001, 2.49), (50, 0.0011, -2.49), 4.7461),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_ciede2000_as_published(
    one: tuple[float, float, float], other: tuple[float, float, float], expected: float
) -> None:
    assert ciede2000(one, other) == pytest.approx(expected, abs=5e-5)
    assert ciede2000(other, one) == pytest.approx(expected, abs=5e-5)


def test_white_red_and_the_way_back() -> None:
    assert cielab("#ffffff") == pytest.approx((100, 0, 0), abs=0.001)
    assert cielab("#ff0000") == pytest.approx((53.24, 80.09, 67.20), abs=0.02)
    assert oklab("#ff0000") == pytest.approx((0.628, 0.2249, 0.1258), abs=0.001)
    for colour in ("#000000", "#ffffff", "#96220f", "#7cc4ec"):
        assert from_oklab(oklab(colour)) == colour
    assert mixed("#000000", "#ffffff", 0.5) == "#636363"


def test_pure_red_as_machado_has_it() -> None:
    # The first column of each matrix is what becomes of red light: 0.152, 0.115 and -0.004 of it.
    assert seen("#ff0000", "normal") == "#ff0000"
    assert seen("#ff0000", "protan") == "#6d5f00"
    assert seen("#ff0000", "deutan") == "#a39000"
    assert seen("#ff0000", "tritan") == "#ff000f"


def test_grey_stays_grey() -> None:
    for vision in VISIONS:
        assert difference("#808080", seen("#808080", vision)) < 1


# What the looks promise


@pytest.mark.parametrize(("name", "mode"), EVERY)
def test_everything_can_be_read(name: str, mode: str) -> None:
    look, colours = look_and_colours(name, mode)
    texts = {f"{mark}-on": f"{mark}-body" for mark in look.powers}
    pairs = [*texts.items(), ("sea-ink", "sea"), ("faint", "paper")]
    grounds = ("sea", "offwater", "ground", "land", "paper", *look.powers)
    pairs += [("ink", ground) for ground in grounds]
    pairs += [("ink", f"{mark}-pl") for mark in look.powers]
    low = {pair: contrast(*(colours[each] for each in pair)) for pair in pairs}
    assert {pair: found for pair, found in low.items() if found < READABLE} == {}
    signal = {each: contrast(colours["signal"], colours[each]) for each in ("paper", "sea", "land")}
    assert min(signal.values()) >= 3, signal


@pytest.mark.parametrize(("name", "mode"), EVERY)
def test_any_two_powers_can_be_told_apart_by_every_eye(name: str, mode: str) -> None:
    look, colours = look_and_colours(name, mode)
    assert look.patterns
    assert len(look.powers) <= len(TILES)  # or two would share a pattern
    for one, other in combinations(look.powers, 2):
        for vision in VISIONS:
            units = difference(colours[f"{one}-body"], colours[f"{other}-body"], vision)
            lands = difference(colours[one], colours[other], vision)
            assert units >= 12, (one, other, vision, units)
            assert lands >= 4.5, (one, other, vision, lands)


@pytest.mark.parametrize("name", ["standard", "post_atomic"])
@pytest.mark.parametrize("mode", MODES)
def test_red_and_green_neighbours_are_apart_without_their_patterns(name: str, mode: str) -> None:
    """Austria and Italy: those who see neither red nor green had to count lines."""
    _, colours = look_and_colours(name, mode)
    for vision in ("deutan", "protan"):
        assert difference(colours["au"], colours["it"], vision) >= 8, vision
        assert difference(colours["au-body"], colours["it-body"], vision) >= 20, vision


@pytest.mark.parametrize(("name", "mode"), EVERY)
def test_owned_land_is_neither_free_land_nor_sea(name: str, mode: str) -> None:
    look, colours = look_and_colours(name, mode)
    for mark in look.powers:
        assert difference(colours[mark], colours[f"{mark}-pl"]) >= 3, mark
        assert difference(colours[mark], colours["land"]) >= 6, mark
        assert difference(colours[mark], colours["sea"]) >= 5, mark


@pytest.mark.parametrize(("name", "mode"), EVERY)
def test_a_centre_of_nobody_is_as_light_as_its_land_or_lighter(name: str, mode: str) -> None:
    _, colours = look_and_colours(name, mode)
    assert luminance(colours["free"]) > 0.9 * luminance(colours["land"])


@pytest.mark.parametrize("name", OURS)
def test_each_power_has_its_own_pattern(name: str) -> None:
    look = look_of(load(name))
    found = patterns(look)
    lines = [part.partition(' d="')[2].partition('"')[0] for part in found.split("<pattern ")[1:]]
    turned = [
        part.partition("rotate(")[2].partition(")")[0] for part in found.split("<pattern ")[1:]
    ]
    assert len(set(zip(lines, turned, strict=True))) == len(look.powers)
    assert all(f'id="pt-{mark}"' in found for mark in look.powers)


@pytest.mark.parametrize(("name", "mode"), EVERY)
def test_colours_are_whole(name: str, mode: str) -> None:
    _, colours = look_and_colours(name, mode)
    assert set(COLOURS) <= set(colours)
    assert all(map(is_colour, colours.values()))
