"""Commitments: an honest game is proved, and whatever was changed afterwards is named."""

from __future__ import annotations

import hashlib
import json
import os
import random
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from random_play import random_orders

from legation.cli.main import run
from legation.errors import FileError
from legation.table.game import Game
from legation.table.proof import papers, replayed
from legation.table.proof.check import Fault, faults_against, faults_of
from legation.table.proof.papers import Paper
from legation.table.proof.parts import DEAL, FORM, Cut, parts_of, stays_closed
from legation.table.proof.pledges import commitment, make, new_salt, pledge_of, sha256_of
from legation.table.saving import save
from legation.variants.find import PATH
from legation.variants.load import forget
from legation.variants.sums import sums_of
from pledged import NOON, Pledged

SEED = "0123456789abcdef0123456789abcdef"
SPRING = "Spring 1901, movement"


def _orders(game: Game) -> None:
    game.submit("France", "A Par - Bur\nF Bre - Mid")
    game.submit("Germany", "A Mun - Bur")
    game.advance()


@pytest.fixture
def played() -> Pledged:
    """Two movements, a correction between them, a rollback, and an ending that was voted."""
    found = Pledged(Game.new(seed=SEED))
    found.do(_orders)
    found.do(lambda game: game.set_unit("Italy", "F", "Ion"))
    found.do(lambda game: game.advance())
    found.do(lambda game: game.rollback(1))
    found.do(lambda game: game.propose("France", "draw"))
    for power in ("Austria", "England", "Germany", "Italy", "Russia", "Turkey"):
        found.do(partial(Game.vote, power=power, proposal=1, answer="yes"))
    return found


def _said(faults: list[Fault]) -> list[str]:
    return [str(fault) for fault in faults]


def test_an_honest_game_is_proved(played: Pledged) -> None:
    assert [pledge.kind for pledge in played.pledges] == [
        *("deal", "phase", "correction", "phase", "back", "end"),
    ]
    opened = played.opened()
    assert faults_of(opened) == []
    assert replayed.why_not(opened) == ""
    assert replayed.faults_of_replay(opened) == []
    for power in ("", "France", "Turkey"):
        receipts = played.receipts(power)
        assert faults_of(receipts) == []
        assert faults_against(opened, receipts) == []


def test_papers_are_read_as_they_were_written(played: Pledged) -> None:
    for paper in (played.opened(), played.receipts("France")):
        assert papers.read(papers.dump(paper), "a file") == paper


def test_a_byte_of_a_finished_game_that_was_changed_is_named(played: Pledged) -> None:
    honest = save.dump(played.game)
    # One byte of an order of Spring 1901: Burgundy becomes Berlin.
    forged = save.read(_with_new_hashes(honest.replace('"A Mun - Bur"', '"A Mun - Ber"', 1)))
    faults = faults_of(played.opened(forged))
    assert _said(faults) == [
        f"{SPRING} (pledge 1): the part “orders of Germany” is not what was committed to."
    ]


def _with_new_hashes(text: str) -> str:
    """A saved game whose chain of hashes was made to fit what was changed."""
    data = json.loads(text)
    previous = ""
    for phase in data["phases"]:
        phase["previous"] = previous
        previous = sha256_of(json.dumps(phase, sort_keys=True, separators=(",", ":"))).removeprefix(
            "sha256:"
        )
    return json.dumps(data)


def test_every_byte_of_every_opening_counts(played: Pledged) -> None:
    opened = played.opened()
    dice = random.Random(7)
    for _ in range(60):
        at = dice.randrange(len(opened.openings))
        was = opened.openings[at]
        place = dice.randrange(len(was.text))
        byte = chr(ord(was.text[place]) ^ 1)
        text = was.text[:place] + byte + was.text[place + 1 :]
        changed = (*opened.openings[:at], replace(was, text=text), *opened.openings[at + 1 :])
        faults = faults_of(replace(opened, openings=changed))
        pledge = opened.pledges[was.pledge]
        assert [(f.pledge, f.phase) for f in faults] == [(was.pledge, pledge.phase)]
        assert f"“{was.part}”" in faults[0].what


def test_a_history_that_was_rewritten_whole_is_found_by_who_was_told(played: Pledged) -> None:
    told = played.receipts("Germany")
    other = Pledged(Game.new(seed=SEED))
    other.do(lambda game: game.submit("France", "A Par - Pic"))
    other.do(lambda game: game.submit("Germany", "A Mun - Bur"))
    other.do(lambda game: game.advance())
    opened = other.opened()
    assert faults_of(opened) == []  # by itself it is sound
    assert replayed.faults_of_replay(opened) == []
    said = _said(faults_against(opened, told))
    # Even the deal has other salts.
    assert f"{SPRING} (pledge 0): another pledge was told then: the history was rewritten." in said


def test_a_phase_that_is_left_out_is_found(played: Pledged) -> None:
    opened = played.opened()
    cut = replace(
        opened,
        pledges=opened.pledges[:3],
        head=opened.pledges[2].sha256,
        openings=tuple(o for o in opened.openings if o.pledge < 3),
    )
    assert faults_of(cut) == []
    said = _said(faults_against(cut, played.receipts()))
    assert said[0] == (
        "Autumn 1901, movement (pledge 3): this pledge was told, and is in the opened record no"
        " more."
    )
    hole = replace(opened, pledges=(*opened.pledges[:2], *opened.pledges[3:]))
    assert any("one is missing" in fault.what for fault in faults_of(hole))


def test_what_is_not_opened_is_found(played: Pledged) -> None:
    opened = played.opened()
    kept = tuple(o for o in opened.openings if (o.pledge, o.part) != (3, "orders of Turkey"))
    said = _said(faults_of(replace(opened, openings=kept)))
    assert said == ["Autumn 1901, movement (pledge 3): the part “orders of Turkey” is not opened."]


def test_another_seed_is_no_opening_of_the_deal(played: Pledged) -> None:
    opened = played.opened()
    deal = next(o for o in opened.openings if (o.pledge, o.part) == (0, "seed"))
    other = replace(deal, text='{"seed":"ffffffffffffffffffffffffffffffff"}')
    openings = tuple(other if o == deal else o for o in opened.openings)
    said = _said(faults_of(replace(opened, openings=openings)))
    assert said == [f"{SPRING} (pledge 0): the part “seed” is not what was committed to."]


def test_secrets_that_were_not_dealt_by_the_seed_are_found() -> None:
    found = Pledged(Game.new("post_atomic", seed=SEED))
    opened = found.opened()
    assert replayed.faults_of_replay(opened) == []
    # An operator who commits to other secrets than his seed deals has sound hashes.
    other = Pledged(Game.new("post_atomic", seed="f" * 32))
    texts = {**found.texts[0], "board": other.texts[0]["board"]}
    assert texts["board"] != found.texts[0]["board"]
    forged = _committed(found, texts)
    assert faults_of(forged) == []
    assert _said(replayed.faults_of_replay(forged)) == [
        f"{forged.pledges[0].phase} (pledge 0): the deal from the seed is another when the game is"
        " replayed by this program."
    ]


def _committed(found: Pledged, texts: dict[str, str]) -> Paper:
    """Only the deal, committed to with these texts."""
    first = found.pledges[0]
    made = make(
        game="example",
        before=None,
        kind="deal",
        serial=0,
        phase=first.phase,
        at=NOON,
        parts=texts,
        rules=first.rules,
    )
    openings = tuple(
        papers.Opening(0, part, made.salts[part], text)
        for part, text in texts.items()
        if not stays_closed(part)
    )
    head = made.pledge.sha256
    return Paper(papers.OPENED, "example", "", "", head, (made.pledge,), openings)


def test_an_outcome_against_the_rules_is_found(played: Pledged) -> None:
    """Bur was contested by Par and Mun, so France has no army there."""
    opened = played.opened()
    board = next(o for o in opened.openings if (o.pledge, o.part) == (1, "board"))
    assert '"place":"Bur"' not in board.text
    texts = board.text.replace('"place":"Par"', '"place":"Bur"')
    openings = tuple(replace(o, text=texts) if o == board else o for o in opened.openings)
    said = _said(replayed.faults_of_replay(replace(opened, openings=openings)))
    assert said == [
        f"{SPRING} (pledge 1): the board is another when the game is replayed by this program."
    ]


# Hidden means hidden


def test_every_salt_is_its_own_and_long_enough(played: Pledged) -> None:
    salts = [salt for made in played.made for salt in made.salts.values()]
    assert len(set(salts)) == len(salts)
    assert all(len(bytes.fromhex(salt)) * 8 >= 128 for salt in salts)
    assert new_salt() != new_salt()


def test_the_parts_are_the_same_whatever_was_done() -> None:
    def commitments(orders: Callable[[Game], object]) -> dict[str, str]:
        found = Pledged(Game.new(seed=SEED))
        orders(found.game)
        found.do(Game.abandon)
        return dict(found.pledges[-1].commitments)

    none, many = commitments(lambda game: game.submit("France", "")), commitments(_written)
    assert list(none) == list(many)
    assert {len(each) for each in (*none.values(), *many.values())} == {len("sha256:") + 64}
    # Two empty sheets, and two sheets that are alike, have nothing in common.
    assert len(set(none.values())) == len(none)
    assert not set(none.values()) & set(many.values())


def _written(game: Game) -> None:
    for power in game.waiting:
        game.submit(power, "\n".join(random_orders(game, power, random.Random(power))))
    game.propose("France", "draw")


def test_a_guess_without_the_salt_says_nothing(played: Pledged) -> None:
    text = played.texts[1]["orders of Germany"]
    assert json.loads(text)["orders"] == ["A Mun - Bur"]
    told = played.pledges[1].commitments["orders of Germany"]
    part = "orders of Germany"
    guesses = [sha256_of(text), commitment("", part, text), commitment("0" * 32, part, text)]
    assert told not in guesses
    assert told == commitment(played.made[1].salts[part], part, text)


def test_votes_and_the_record_stay_closed(played: Pledged) -> None:
    shown = {o.part for o in played.opened().openings}
    assert not any(part.startswith("votes of") for part in shown)
    assert "record" not in shown
    own = {o.part for o in played.receipts("France").openings}
    assert own == {"orders of France", "told to France", "votes of France", "told to everybody"}
    assert '"vote"' not in papers.dump(played.opened())


def test_sealed_bids_are_in_nothing_that_is_opened() -> None:
    game = Game.new("locarno", {"reveal-bids-at-end": "no"}, seed=SEED)
    found, dice = Pledged(game), random.Random(4)
    while game.phase.kind != "movement":
        found.do(lambda game: game.advance())
    power = sorted(game.waiting)[0]
    for each in game.waiting:
        game.submit(each, "\n".join(random_orders(game, each, dice)))
    sheets = [o for s in game.record.phases[-1].sheets.values() for o in s.orders]
    bids = [order for order in sheets if "DP" in order]
    assert bids, "nobody bids, so nothing is tested"
    found.do(lambda game: game.advance())
    whole = papers.dump(found.opened())
    assert not [bid for bid in bids if bid in whole]
    assert replayed.why_not(found.opened()) == "some of its orders stay sealed."
    mine = {o.part for o in found.receipts(power).openings}
    assert f"sealed orders of {power}" in mine


# Files


def test_what_is_no_paper_is_refused() -> None:
    for text, wrong in (
        ("{}", "lacks the key"),
        ('{"format": "legation-game"}', "lacks the key"),
        ("[", "stops in the middle"),
    ):
        with pytest.raises(FileError, match=wrong):
            papers.read(text, "x.json")


def test_a_pledge_that_is_none_is_refused(played: Pledged) -> None:
    text = papers.dump(played.receipts()).replace('\\"kind\\":\\"back\\"', '\\"kind\\":\\"hack\\"')
    with pytest.raises(FileError, match="is no pledge"):
        papers.read(text, "x.json")
    assert pledge_of(played.pledges[0].text) == played.pledges[0]


def test_a_changed_form_of_the_texts_is_noticed() -> None:
    """The sample was pledged when FORM was 1; if this fails, `parts.FORM` has to rise."""
    here = Path(__file__).parents[1] / "samples" / "fairness"
    opened = papers.read((here / "opened.json").read_text("utf-8"), "opened.json")
    game = save.load(here / "game.json")
    assert faults_of(opened) == []
    assert replayed.faults_of_replay(opened) == []
    assert {pledge.form for pledge in opened.pledges} == {FORM}
    for pledge in opened.pledges:
        # Nothing had been told when the game was dealt.
        told = 0 if pledge.kind == DEAL else len(game.record.phases[pledge.serial].told)
        cut = Cut(pledge.kind, pledge.serial, 0, told)
        now = parts_of(game.book, game.record, cut)
        for opening in opened.openings:
            if opening.pledge == pledge.number:
                assert now[opening.part] == opening.text, (pledge.phase, opening.part)


# The verb


def _saved(tmp_path: Path, played: Pledged) -> tuple[str, str]:
    opened, receipts = tmp_path / "opened.json", tmp_path / "receipts.json"
    opened.write_text(papers.dump(played.opened()), "utf-8")
    receipts.write_text(papers.dump(played.receipts("Germany")), "utf-8")
    return str(opened), str(receipts)


def _run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = run(list(words))
    out, err = capsys.readouterr()
    return code, " ".join((out + err).split())


def test_the_verb_proves_a_game(
    tmp_path: Path, played: Pledged, capsys: pytest.CaptureFixture[str]
) -> None:
    opened, receipts = _saved(tmp_path, played)
    code, said = _run(capsys, "audit", opened, "--against", receipts)
    assert code == 0
    assert "6 pledges" in said
    assert "All fit with what was committed to and with your receipts." in said
    assert "Replayed by this program, every board comes out the same." in said


def test_the_verb_names_what_was_changed(
    tmp_path: Path, played: Pledged, capsys: pytest.CaptureFixture[str]
) -> None:
    opened, receipts = _saved(tmp_path, played)
    text = Path(opened).read_text("utf-8")
    assert text.count("A Mun - Bur") == 1  # on the sheet; outcomes are values
    Path(opened).write_text(text.replace("A Mun - Bur", "A Mun - Ber"), "utf-8")
    code, said = _run(capsys, "audit", opened, "--against", receipts)
    assert code == 1
    assert f"{SPRING} (pledge 1): the part “orders of Germany” is not what was committed" in said
    assert "told otherwise then" in said
    assert "The proof fails: 2 faults." in said


def test_the_manual_shows_how_a_proof_fails(
    tmp_path: Path,
    played: Pledged,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One byte of the opened record is another; the page has all that the verb says."""
    opened, _ = _saved(tmp_path, played)
    honest = Path(opened).read_bytes()
    Path(opened).write_bytes(honest.replace(b"A Mun - Bur", b"A Mun - Ber"))
    changed = [(a, b) for a, b in zip(honest, Path(opened).read_bytes(), strict=True) if a != b]
    assert changed == [(ord("u"), ord("e"))]
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)
    line = "legation audit opened.json --against receipts.json"
    assert run(line.split()[1:]) == 1
    out, err = capsys.readouterr()
    assert err == ""
    page = Path(__file__).parents[2] / "docs/fairness.md"
    assert f"```text\n$ {line}\n{out}$ echo $?\n1\n```\n" in page.read_text("utf-8")


def test_the_verb_says_what_it_needs(
    tmp_path: Path, played: Pledged, capsys: pytest.CaptureFixture[str]
) -> None:
    _, receipts = _saved(tmp_path, played)
    game = tmp_path / "game.json"
    save.write(played.game, game)
    assert _run(capsys, "audit", str(game), "--against", receipts)[0] == 2
    code, said = _run(capsys, "audit", receipts, "--against", receipts)
    assert code == 2
    assert "is no opened record" in said


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a variant that does not come with Legation."""
    place = tmp_path / "fog"
    shutil.copytree(Path(__file__).parents[1] / "variants/fog", place)
    monkeypatch.setenv(PATH, str(tmp_path))
    forget()
    yield place
    forget()


def _in_fog() -> Pledged:
    found = Pledged(Game.new("fog", seed=SEED))
    found.do(lambda game: game.advance())
    return found


def test_the_rules_of_a_folder_are_bound(elsewhere: Path) -> None:
    opened = _in_fog().opened()
    (elsewhere / ".notes").write_text("nobody's rules")
    # By `sha256sum`, as docs/fairness.md says; its parent is a variant of ours.
    files = sorted(f"fog/{file.relative_to(elsewhere)}" for file in elsewhere.rglob("[!.]*.*"))
    sums = "".join(
        f"{hashlib.sha256((elsewhere.parent / file).read_bytes()).hexdigest()}  {file}\n"
        for file in files
        if "__pycache__" not in file
    )
    assert "fog/hooks.py\n" in sums
    assert opened.pledges[0].rules == {
        "variant": "fog",
        "options": dict(Game.new("fog", seed=SEED).record.options),
        "files": f"sha256:{hashlib.sha256(sums.encode()).hexdigest()}",
    }
    assert replayed.why_not(opened) == ""
    assert replayed.faults_of_replay(opened) == []


def test_a_folder_with_another_byte_replays_nothing(elsewhere: Path) -> None:
    opened = _in_fog().opened()
    rules = elsewhere / "variant.toml"
    said = rules.read_bytes()
    rules.write_bytes(said.replace(b"Fog", b"Fug", 1))
    assert rules.stat().st_size == len(said)
    assert rules.read_bytes() != said
    assert faults_of(opened) == [], "hashes are proved all the same"
    other = "the folder of its rules here has other files than those that it began with."
    assert replayed.why_not(opened) == other
    rules.write_bytes(said)
    assert replayed.why_not(opened) == ""
    (elsewhere / "more.toml").write_text("")
    assert replayed.why_not(opened) == other


def test_a_folder_that_is_not_there_is_said(elsewhere: Path) -> None:
    opened = _in_fog().opened()
    shutil.rmtree(elsewhere)
    forget()
    why = replayed.why_not(opened)
    assert why.startswith('the folder of its rules is not here: there is no variant "fog".')


def test_a_file_whose_name_is_no_text_is_named(elsewhere: Path) -> None:
    try:
        Path(os.fsdecode(os.fsencode(elsewhere) + b"/k\xe9.toml")).write_text("")
    except OSError:
        pytest.skip("this file system has names of UTF-8 alone")
    with pytest.raises(FileError, match=r"fog/k.*e9\.toml: the name of this file is no UTF-8"):
        sums_of("fog")


@pytest.mark.usefixtures("elsewhere")
def test_what_was_pledged_before_folders_were_bound_still_proves() -> None:
    opened = _in_fog().opened()
    first = json.loads(opened.pledges[0].text)
    del first["rules"]["files"]
    old = replace(opened, pledges=(pledge_of(json.dumps(first)), *opened.pledges[1:]))
    assert replayed.why_not(old) == ""
    assert replayed.faults_of_replay(old) == []
