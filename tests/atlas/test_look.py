"""A look is read, checked, and becomes a style sheet."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from legation.atlas import fonts
from legation.atlas.css import sheet
from legation.atlas.look import Look, look_of, power_class
from legation.atlas.style import MODES
from legation.errors import FileError
from legation.rules.rulebook import Rulebook
from legation.variants.find import folders
from legation.variants.load import load

OURS = sorted(folders())

# Every class of the drawing's contract; `fr` stands for a power.
CLASSES = re.findall(
    r"\S+",
    """
    water seas offwater ground graticule surf surf-1 surf-2 surf-3 coast lands pattern pl o-none
    range range-double crossing bar bridges edge code name sea-name sea-code leader halo centre
    frame title legend panel order casing line head move support convoy hold retreat build remove
    bounce cut failed void pending fate fate-ground unit mark strength badge badge-text dislodged
    seen seen-time o-fr c-fr u-fr w-fr pl-fr m-fr
    """,
)


def standard() -> Look:
    return look_of(load("standard"))


def variant(folder: Path, style: str, colour: str = "#96220f") -> str:
    """A variant of one's own, a child of the standard one."""
    folder.joinpath("variant.toml").write_text(
        'name = "own"\nparent = "standard"\ntitle = "Own"\nblurb = "Own."\nplayers = 1\n'
        f'[[powers]]\nname = "France"\nadjective = "French"\nmark = "FR"\ncolour = "{colour}"\n'
    )
    folder.joinpath("style.toml").write_text(style)
    return str(folder)


def own(folder: Path, style: str, colour: str = "#96220f") -> Look:
    """Its look, without its map."""
    power = replace(load("standard").powers[0], mark="FR", colour=colour)
    standard = load("standard")
    name = variant(folder, style, colour)
    own = replace(standard.definition, variant=name, powers=(power,), neutrals=())
    return look_of(Rulebook(own, standard.options))


def test_marks_as_classes() -> None:
    assert [power_class(mark) for mark in ("FR", "mp", "--", "Ö1")] == [
        "fr",
        "mp",
        "x2dx2d",
        "xf61",
    ]


def test_what_a_variant_does_not_say_its_parent_says(tmp_path: Path) -> None:
    look = own(tmp_path, '[light]\npaper = "#ffeedd"\n[flags]\ngraticule = true\n')
    assert look.variables["light"]["paper"] == "#ffeedd"
    assert look.graticule
    assert look.variables["light"]["ink"] == standard().variables["light"]["ink"]
    assert look.powers == ("fr",)


@pytest.mark.parametrize(
    ("style", "said"),
    [
        (
            '[light]\npapre = "#ffeedd"\n',
            'nothing reads the key "papre" in light. Did you mean paper?',
        ),
        ('[colours]\nx = "y"\n', 'nothing reads the key "colours"'),
        ('\n[dark]\nink = "red"\n', 'line 3: dark.ink must be a colour, #rrggbb, not "red"'),
        ("[dark]\ntint = 3\n", "line 2: dark.tint must be a number from 0 to 1, not 3"),
        ('[fonts]\nname = "typewritter"\n', "Did you mean typewriter?"),
        ('[type]\nname-case = "lower"\n', 'type.name-case is "lower"; it can be as-is or upper.'),
        ('[flags]\nframe = "doubled"\n', "Did you mean double?"),
        ("[flags]\nsurf = 9\n", "flags.surf must be a whole number from 0 to 3, not 9"),
        ('[flags]\npatterns = "yes"\n', 'flags.patterns must be true or false, not "yes"'),
        (
            '[lines]\ncoast = "thick"\n',
            'lines.coast must be a width in units, a number from 0 to 30, not "thick"',
        ),
        ("light = 3\n", "light must be written as [light]"),
        ("[light\n", "style.toml"),
    ],
)
def test_a_wrong_style_says_what_was_meant(tmp_path: Path, style: str, said: str) -> None:
    with pytest.raises(FileError, match=re.escape(said)):
        own(tmp_path, style)


def test_a_wrong_colour_of_a_power(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r'powers\.colour must be a colour, #rrggbb, not "blue"'):
        own(tmp_path, "", "blue")


def test_any_colour_of_a_power_can_be_written_on(tmp_path: Path) -> None:
    from legation.atlas.palette import contrast

    for number, colour in enumerate(
        ("#000000", "#ffffff", "#777777", "#808080", "#ff0000", "#00ff00")
    ):
        place = tmp_path / str(number)
        place.mkdir()
        for colours in own(place, "", colour).variables.values():
            assert contrast(colours["fr-body"], colours["fr-on"]) >= 4.5
            assert contrast(colours["ink"], colours["fr"]) >= 4.5


@pytest.mark.parametrize("mode", [*MODES, "auto"])
def test_every_class_has_a_rule(mode: str) -> None:
    named = set(
        re.findall(r"\.([a-z][a-z0-9-]*)", re.sub(r"\{[^}]*\}", "{}", sheet(standard(), mode)))
    )
    assert set(CLASSES) - named == set()


@pytest.mark.parametrize("name", OURS)
def test_sheets_are_small_and_those_of_one_mode_are_plain(name: str) -> None:
    look = look_of(load(name))
    assert len(sheet(look).encode()) < 12_000
    assert "var(--" in sheet(look)
    for mode in MODES:
        plain = sheet(look, mode)
        assert not re.search(r"var\(|calc|color-mix|@|\$|%|>|\+|~|:(?!\S)", plain), mode
        assert re.fullmatch(r"(?:[^{}]+\{[^{}]*\})+", plain)  # nothing nested
        selectors = re.findall(r"(?:^|[},])([^{},]+)(?=[,{])", plain)
        assert all(
            re.fullmatch(r"\.atlas(?: \.[a-z0-9-]+){0,2}|text\.[a-z-]+", s) for s in selectors
        )


def test_auto_declares_every_variable_that_it_uses() -> None:
    css = sheet(standard())
    used = set(re.findall(r"var\(--([a-z0-9-]+)\)", css))
    assert used <= set(re.findall(r"--([a-z0-9-]+):", css))
    assert css.count("@media") == 2


def test_no_order_differs_from_another_by_colour_only() -> None:
    """Each form has its own width and dashes, or is a figure of its own."""
    css = sheet(standard(), "light")
    forms = ("move", "support", "convoy", "hold", "retreat", "build", "remove")
    strokes = [css.partition(f".atlas .{form} .line{{")[2].partition("}")[0] for form in forms]
    assert len(set(strokes)) == len(forms)
    assert all("#" not in stroke for stroke in strokes)


def test_faces() -> None:
    for name in fonts.FACES:
        assert fonts.face(name)[:4] == b"wOF2"
        assert len(fonts.face(name)) < 16_000
        assert fonts.face(name, "ttf")[:4] == b"\0\1\0\0"
        assert len(fonts.face(name, "ttf")) < 45_000
        table = fonts.widths(name)
        assert all(chr(code) in table for code in range(32, 127))
        assert set("×–’·½") <= set(table)
        assert 0.2 < table["n"] < 1
    assert fonts.width("typewriter", "nnnn") == pytest.approx(4 * fonts.widths("typewriter")["n"])


@pytest.mark.parametrize("name", OURS)
def test_what_a_picture_carries_is_small(name: str) -> None:
    look = look_of(load(name))
    assert len(fonts.rules(look.face_ids)) < 35_000


def test_width_counts_case_and_spacing() -> None:
    look = standard()
    n = fonts.widths(look.faces["sea"].id)["n"]
    assert look.width("nn", 10, "sea") == pytest.approx(20 * (n + look.spacing["sea"]))
    assert look.written("Title", "title") == "TITLE"
    assert look.written("Name") == "Name"
