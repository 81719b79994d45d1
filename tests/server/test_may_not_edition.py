"""Editions are of one game, and addresses of one person in it: mutants have named these checks."""

from typing import Any

import pytest
from asking import browser
from django.test import Client
from tables import fresh, person, reader, started, time_is_up

from legation.errors import StateError
from legation.server.accounts.models import User
from legation.server.desk import acts
from legation.server.edition import addresses, leaving, returned, signing
from legation.server.edition.models import Address, Draft, Edition, Stood
from legation.server.edition.signing import Written
from legation.server.games import create, seats
from legation.server.games.models import Game
from legation.server.games.offer import Offer
from legation.server.games.readers import SPECTATING
from legation.server.post.models import Letter

pytestmark = pytest.mark.django_db
AT, FR, MASTER = "Austria", "France", "Master"


def two() -> tuple[Game, Game]:
    """Two games that are alike, played and mastered by the same people."""
    one, other = (started(AT, FR, mastered=True, name=name) for name in ("one", "other"))
    return one, other


def at(game: Game, end: str = "") -> str:
    return f"/games/{game.slug}/editions/{end}"


def give(game: Game, name: str) -> None:
    addresses.give(
        game=game, reader=reader(game, name), user=person(name), text=f"c/o {name}, {game.name}"
    )


def sign(game: Game, heading: str = "News") -> Edition:
    row = fresh(game)
    draft = signing.draft_of(row)
    written = Written(heading, "text", signing.next_number(row), draft.saves)
    return signing.sign(game=row, written=written, user=person(MASTER))


def standing(game: Game) -> list[str]:
    return [f"{row.label}: {row.text}" for row in addresses.standing(fresh(game))]


# Addresses


def test_who_stands_in_an_edition() -> None:
    """Who has given one for this game, and plays in it now or masters it: nobody else."""
    one, other = two()
    for game, name in ((one, FR), (one, MASTER), (other, AT)):
        give(game, name)
    assert standing(one) == [
        "France, France: c/o France, one",
        "Master, Game master: c/o Master, one",
    ]
    assert standing(other) == ["Austria, Austria: c/o Austria, other"]
    seats.give_up(game=one, user=person(FR))
    assert standing(one) == ["Master, Game master: c/o Master, one"]
    Game.objects.filter(pk=one.pk).update(master=None)
    assert standing(one) == []


def test_where_nobody_knows_who_plays_nobody_stands() -> None:
    """Not even who gave his address before it was so."""
    game = started(AT, FR, mastered=True)
    give(game, FR)
    assert len(standing(game)) == 1
    Game.objects.filter(pk=game.pk).update(anonymous=True)
    assert standing(game) == []


def test_who_may_stand_there() -> None:
    game, hidden = (started(AT, mastered=True, anonymous=each) for each in (False, True))
    person("Stranger")
    for name, may in ((AT, True), (MASTER, True), ("Stranger", False)):
        assert addresses.may(game, reader(game, name)) == may, name
        assert not addresses.may(hidden, reader(hidden, name)), name
        shown = browser(name).get(at(game)).context
        assert shown["may_stand"] == may, name
        answer = browser(name).post(at(game, "address/"), {"what": "give", "text": "by post"})
        assert answer.status_code == (302 if may else 404), name
    assert not addresses.may(game, SPECTATING)
    assert set(Address.objects.values_list("user__name", flat=True)) == {AT, MASTER}
    with pytest.raises(StateError, match="no addresses are printed"):
        addresses.give(
            game=game, reader=reader(game, "Stranger"), user=person("Stranger"), text="by post"
        )


def test_each_reads_and_withdraws_his_own() -> None:
    one, other = two()
    for game in (one, other):
        for name in (AT, FR):
            give(game, name)
        sign(game)
    assert addresses.own(one, reader(one, FR)) == "c/o France, one"
    assert addresses.own(other, reader(other, AT)) == "c/o Austria, other"
    assert addresses.own(one, SPECTATING) == ""
    assert addresses.own(one, reader(one, MASTER)) == ""
    with pytest.raises(StateError, match="you stand in no edition"):
        addresses.withdraw(game=one, user=person(MASTER))
    addresses.withdraw(game=one, user=person(FR))
    kept = {f"c/o {name}, {game}" for game in ("one", "other") for name in (AT, FR)}
    kept.remove("c/o France, one")
    for model in (Address, Stood):
        assert set(model.objects.values_list("text", flat=True)) == kept
    give(one, FR)  # he stands in no signed edition; it is enough that he would in the next
    addresses.withdraw(game=one, user=person(FR))
    Address.objects.all().delete()  # nor need he stand in the next
    addresses.withdraw(game=other, user=person(FR))
    assert set(Stood.objects.values_list("text", flat=True)) == {
        "c/o Austria, one",
        "c/o Austria, other",
    }


def test_who_has_left_his_seat_may_still_withdraw() -> None:
    game = started(AT, FR, mastered=True)
    give(game, FR)
    seats.give_up(game=game, user=person(FR))
    for words, status in (({"what": "withdraw"}, 302), ({"what": "withdraw"}, 404)):
        assert browser(FR).post(at(game, "address/"), words).status_code == status
    assert not Address.objects.exists()
    give(game, AT)
    Game.objects.filter(pk=game.pk).update(state="forming")
    assert browser(AT).post(at(game, "address/"), {"what": "withdraw"}).status_code == 404


def test_an_account_takes_its_own_along_and_leaves_those_of_others() -> None:
    one, _ = two()
    for name in (AT, FR):
        give(one, name)
    sign(one)
    for told in (leaving.addresses_of(None, person(FR)), leaving.stood_of(None, person(FR))):
        assert [each["address"] for each in told[1]] == ["c/o France, one"]
    leaving.withdraw(None, person(FR))
    for model in (Address, Stood):
        assert list(model.objects.values_list("text", flat=True)) == ["c/o Austria, one"]


# Drafts and signed editions


def test_a_draft_and_its_number_are_of_one_game() -> None:
    one, other = two()
    signing.save(game=one, written=Written("Hush", "not yet", 1, 0))
    assert signing.draft_of(other).heading == ""
    signing.discard(game=other)
    assert signing.draft_of(one).heading == "Hush"
    sign(one)
    assert (signing.next_number(one), signing.next_number(other)) == (2, 1)
    assert [edition.number for edition in (sign(other), sign(one))] == [1, 2]
    assert browser(MASTER).get(at(other)).context["editions"][0][0] == 1
    assert [n for n, _ in browser(MASTER).get(at(one)).context["editions"]] == [2, 1]
    assert Client().get(at(other, "2/")).status_code == 404
    assert "other" in Client().get(at(other, "1.txt")).content.decode()
    signing.save(game=one, written=Written("Third", "", 3, 0))
    with pytest.raises(StateError, match="there is no edition 2"):
        signing.correct(game=other, number=2)
    begun = signing.correct(game=other, number=1)
    assert begun.corrects is not None
    assert begun.corrects.game == other
    signing.discard(game=other)
    assert [draft.game for draft in Draft.objects.all()] == [one]


def test_each_reports_the_phases_of_its_own_game() -> None:
    """What was signed in another game is not "the edition before"."""
    one, other = two()
    time_is_up(one)
    first = sign(one)
    for _ in range(2):
        time_is_up(other)
    second = sign(other)
    assert (first.first, first.phase) == (0, 0)
    assert (second.first, second.phase) == (0, 1)
    assert second.since == fresh(other).made_at


@pytest.mark.parametrize("begun", [("Heading", ""), ("", "an editorial")])
def test_what_was_begun_is_not_lost_to_a_correction(begun: tuple[str, str]) -> None:
    game = started(AT, mastered=True)
    sign(game)
    signing.save(game=game, written=Written(*begun, 2, 0))
    with pytest.raises(StateError, match="you have begun another"):
        signing.correct(game=game, number=1)
    draft = signing.draft_of(game)
    assert (draft.heading, draft.editorial) == begun


def test_the_same_words_from_an_older_window_are_no_conflict() -> None:
    game = started(AT, mastered=True)
    signing.save(game=game, written=Written("One", "text", 1, 0))
    assert signing.save(game=game, written=Written("One", "text", 1, 0)).saves == 2
    for heading, text in (("Two", "text"), ("One", "words")):
        with pytest.raises(StateError, match="changed in another window"):
            signing.save(game=game, written=Written(heading, text, 1, 0))


def test_a_correction_of_what_was_rolled_back_is_refused() -> None:
    game = started(AT, mastered=True)
    time_is_up(game)
    sign(game)
    acts.roll_back(game=game, actor=MASTER, number=0, serial=1, sure=True)
    signing.correct(game=game, number=1)
    with pytest.raises(StateError, match="edition 1 reports was rolled back"):
        sign(game)
    path = f"/games/{game.slug}/editions/"
    for end in ("draft.pdf", "draft.svg"):
        assert browser(MASTER).get(f"{path}{end}").status_code == 404, end
    assert browser(MASTER).get(f"{path}draft/").status_code == 200


def test_a_draft_is_printed_as_it_stands() -> None:
    pytest.importorskip("typst")
    game = started(AT, mastered=True)
    signing.save(game=game, written=Written("Hush", "not yet", 1, 0))
    assert browser(MASTER).get(at(game, "draft.pdf")).content.startswith(b"%PDF-")


def test_a_game_without_a_master_signs_with_no_name() -> None:
    game = started(AT, mastered=True)
    for signed in (MASTER, ""):
        made, _ = signing.drafted(fresh(game), signing.draft_of(game))
        assert made.printed.signed == signed
        Game.objects.filter(pk=game.pk).update(master=None)


# Letters


def test_an_edition_goes_to_who_sits_in_that_game_and_is_let_in() -> None:
    one, other = two()
    stranger = seats.Handover(power=AT, user=person("Stranger"), actor=MASTER)
    seats.give(game=other, handover=stranger)
    User.objects.filter(name=AT).update(is_active=False)
    Letter.objects.all().delete()
    sign(one)
    assert {row.user.name for row in Letter.objects.all() if row.user} == {FR, MASTER}


def test_letters_that_came_back_are_of_one_game() -> None:
    one, other = two()
    Letter.objects.all().delete()
    for game in (one, other):
        sign(game)
    Letter.objects.filter(key__startswith=f"game:{one.pk}:", user__name=FR).update(failed=True)
    account = Letter.objects.get(key__startswith=f"game:{one.pk}:", user__name=AT)
    account.pk, account.key, account.failed = None, f"account:{one.pk}:7", True
    account.save()
    nobody = Letter.objects.get(key__startswith=f"game:{one.pk}:", user__name=MASTER)
    nobody.pk, nobody.key, nobody.failed = None, f"game:{one.pk}:edition-1:0", True
    nobody.user, nobody.address = None, "gone@example.org"
    nobody.save()
    assert [name for name, _ in returned.names(one)] == [FR]
    assert returned.names(other) == []


# Where there is nothing


def test_a_game_that_waits_for_players_has_no_editions() -> None:
    offer: Any = Offer(name="Waiting", mastered=True)
    waiting = create.create(user=person(MASTER), offer=offer)
    for end in ("", "draft/", "draft.pdf", "draft.svg", "1/"):
        assert browser(MASTER).get(at(waiting, end)).status_code == 404, end
    for end, form in (("address/", {"text": "x"}), ("draft/", {"what": "discard"})):
        assert browser(MASTER).post(at(waiting, end), form).status_code == 404, end
    running = started(AT, mastered=True)
    assert browser(MASTER).get(at(running)).status_code == 200
