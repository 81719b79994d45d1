"""Press at two tables with the same people: whose each word is, and who may do what with it."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from stored import stored
from tables import fresh, person, reader, started

from legation.errors import InputError, StateError
from legation.server.accounts import limits
from legation.server.accounts.models import User
from legation.server.api import tokens
from legation.server.api.leaving import tokens_of
from legation.server.games import create, seats
from legation.server.games.models import MASTER, Game, Holding
from legation.server.games.offer import Offer
from legation.server.games.readers import SPECTATING, Reader
from legation.server.post.models import Letter
from legation.server.press import (
    asides,
    guarding,
    inbox,
    leaving,
    lines,
    permits,
    reading,
    services,
)
from legation.server.press.guarding import TO_MASTER, TO_OPERATOR
from legation.server.press.members import GREY, PUBLIC, key_of, said, title_of
from legation.server.press.models import Block, Custom, Draft, Message, ReadMark, Report, Thread
from legation.variants.load import load

pytestmark = pytest.mark.django_db
AT, FR, IT, MA = "Austria", "France", "Italy", "Master"
PEOPLE = (AT, FR, IT, MA)


def _games() -> tuple[Game, Game]:
    """The same people, everybody at both tables; unsigned press is allowed."""
    for name in PEOPLE:
        person(name)
    first, second = (started(AT, FR, IT, mastered=True, grey=True, name=name) for name in "12")
    return first, second


begun = stored(_games)


@pytest.fixture
def games(begun: tuple[Game, Game]) -> tuple[Game, Game]:
    one, other = begun
    return fresh(one), fresh(other)


def among(*members: str) -> str:
    return key_of(load(), members)


def write(game: Game, who: str, key: str, text: str, as_user: str = "") -> Message:
    user = person(as_user or who)
    return services.send(game=game, user=user, key=key, text=text, token=f"{who}{text}")


def scope(game: Game, who: str | Reader) -> reading.Scope:
    return reading.scope_of(fresh(game), who if isinstance(who, Reader) else reader(game, who))


def texts(game: Game, who: str | Reader, key: str) -> list[str]:
    return [message.text for message in inbox.messages(scope(game, who), key)]


# Scopes


def test_as_whom_one_reads(games: tuple[Game, Game]) -> None:
    game, _ = games
    write(game, AT, among(AT, FR), "before")
    seats.give_up(game=game, user=person(AT))
    seats.take(game=game, user=person("Heir"), power=AT)
    write(game, FR, among(AT, FR), "after")
    past = reader(game, AT)
    for who, member, writer, open_time, read in (
        (reader(game, FR), FR, FR, True, ["before", "after"]),
        (reader(game, "Heir"), AT, AT, True, ["before", "after"]),
        (past, AT, "", False, ["before"]),
        (reader(game, MA), MASTER, MASTER, True, []),
        (SPECTATING, "", "", True, []),
        # A game that was handed to somebody who had left a seat in it.
        (Reader(past.user, master=True, past=past.past), MASTER, MASTER, True, []),
        # Who plays reads as who he is now, whatever he had before.
        (Reader(past.user, FR, past=past.past), FR, FR, True, ["before", "after"]),
    ):
        found = scope(game, who)
        assert (found.member, found.writer, found.windows is None) == (member, writer, open_time)
        assert texts(game, who, among(AT, FR)) == read


def test_what_was_before_is_not_for_heirs_where_the_game_says_so(games: tuple[Game, Game]) -> None:
    game, other = games
    Custom.objects.create(game=game, heirs_read=False, grey_told=False)
    assert not permits.custom_of(game).heirs_read
    assert permits.custom_of(other).heirs_read
    write(game, FR, among(AT, FR), "before")
    seats.give_up(game=game, user=person(AT))
    seats.take(game=game, user=person("Heir"), power=AT)
    write(game, FR, among(AT, FR), "after")
    assert texts(game, "Heir", among(AT, FR)) == ["after"]
    assert texts(game, FR, among(AT, FR)) == ["before", "after"]
    assert len(scope(game, "Heir").windows or ()) == 1
    (window,) = scope(game, FR).windows or ()
    assert window[1] is None
    assert texts(game, AT, among(AT, FR)) == ["before"], "who has left reads on"
    # The game master has no seat, and reads what was written to him.
    write(game, FR, among(FR, MASTER), "to him")
    assert texts(game, MA, among(FR, MASTER)) == ["to him"]
    # Who sat there before, and what he sits on in the other game, is nobody else's time.
    held = Holding.objects.get(seat__game=other, user=person(FR))
    assert window[0] != held.since
    # Where it was fixed that heirs read all, they do.
    Custom.objects.create(game=other, heirs_read=True)
    write(other, FR, among(AT, FR), "before")
    seats.give_up(game=other, user=person(AT))
    seats.take(game=other, user=person("Heir"), power=AT)
    assert texts(other, "Heir", among(AT, FR)) == ["before"]


def test_a_message_is_read_in_its_own_game_by_its_members(games: tuple[Game, Game]) -> None:
    game, other = games
    mine = write(game, AT, among(AT, FR), "a word")
    for_all = write(game, AT, PUBLIC, "to all")
    for who, row, here in (
        (AT, game, {mine, for_all}),
        (FR, game, {mine, for_all}),
        (IT, game, {for_all}),
        (MA, game, {for_all}),
        (SPECTATING, game, {for_all}),
        (AT, other, set()),
        (FR, other, set()),
    ):
        found = {inbox.message(scope(row, who), m.code) for m in (mine, for_all)}
        assert found - {None} == here, who
        assert {m for m in (mine, for_all) if m.text in texts(row, who, m.thread.key)} == here
        words = {m.text for word in ("word", "all") for m in inbox.search(scope(row, who), word)}
        assert words == {m.text for m in here}
    assert inbox.message(scope(game, AT), "no such code") is None


def test_what_is_unread(games: tuple[Game, Game]) -> None:
    game, other = games
    pair = among(AT, FR)
    write(game, AT, pair, "one")
    write(game, AT, pair, "two")
    write(game, FR, PUBLIC, "to all")
    write(game, IT, GREY, "unsigned")
    assert inbox.unread_by_key(scope(game, FR)) == {pair: 2, GREY: 1}
    assert inbox.unread_by_key(scope(game, AT)) == {PUBLIC: 1, GREY: 1}
    assert inbox.unread_by_key(scope(game, IT)) == {PUBLIC: 1}
    assert inbox.unread_by_key(scope(game, MA)) == {PUBLIC: 1, GREY: 1}
    assert inbox.unread_by_key(scope(game, Reader(person("Watcher").pk))) == {PUBLIC: 1, GREY: 1}
    assert inbox.unread(game, SPECTATING) == 0
    assert inbox.unread(other, reader(other, FR)) == 0
    services.mark_read(message=Message.objects.get(text="one"), user=person(FR))
    assert inbox.unread_by_key(scope(game, FR)) == {pair: 1, GREY: 1}
    assert inbox.unread_by_key(scope(game, AT)) == {PUBLIC: 1, GREY: 1}
    # What the one before him wrote as the same power is not news to the heir.
    seats.give_up(game=game, user=person(AT))
    seats.take(game=game, user=person("Heir"), power=AT)
    assert inbox.unread_by_key(scope(game, "Heir")) == {PUBLIC: 1, GREY: 1}
    keys = {pair: Thread.objects.get(game=game, key=pair).pk}
    assert inbox.unread_by_key(scope(game, FR), keys) == {pair: 1}


def test_the_list_of_threads(games: tuple[Game, Game]) -> None:
    game, _ = games
    pair = among(AT, FR)
    write(game, AT, pair, "one")
    services.save_draft(game=game, user=person(AT), key=among(AT, IT), text="begun", token="t")
    listed = {
        who: {c.key: (c.unread, c.draft) for c in inbox.circles(scope(game, who))}
        for who in (AT, FR, IT, MA)
    }
    for_all = {PUBLIC: (0, False), GREY: (0, False)}
    assert listed == {
        AT: {**for_all, pair: (0, False), among(AT, IT): (0, True)},
        FR: {**for_all, pair: (1, False)},
        IT: for_all,
        MA: for_all,
    }
    services.save_draft(game=game, user=person(AT), key=among(AT, MASTER), text="b", token="u")
    assert among(AT, MASTER) in {c.key for c in inbox.circles(scope(game, AT))}
    Game.objects.filter(pk=game.pk).update(master=None)
    assert among(AT, MASTER) not in {c.key for c in inbox.circles(scope(game, AT))}
    plain = started(AT)
    assert [c.key for c in inbox.circles(scope(plain, AT))] == [PUBLIC]
    write(plain, AT, PUBLIC, "to all")
    assert [c.key for c in inbox.circles(scope(plain, AT))] == [PUBLIC], "and no second time"


def test_a_draft_is_his_who_writes_it(games: tuple[Game, Game]) -> None:
    game, other = games
    key = among(AT, FR)
    begun = ((game, AT), (game, FR), (other, AT), (other, FR))
    for row, who in begun:
        text = f"{who} in {row.name}"
        assert services.save_draft(game=row, user=person(who), key=key, text=text, token="t")

    def drafts() -> list[str | None]:
        found = [inbox.draft_of(scope(*one), key) for one in begun]
        return [each.text if each else None for each in found]

    elsewhere = ["Austria in 2", "France in 2"]
    assert drafts() == ["Austria in 1", "France in 1", *elsewhere]
    assert inbox.draft_of(scope(game, AT), PUBLIC) is None
    services.save_draft(game=game, user=person(AT), key=PUBLIC, text="more", token="u")
    services.save_draft(game=game, user=person(AT), key=key, text=" ", token="t")
    assert drafts() == [None, "France in 1", *elsewhere]
    write(game, FR, key, "sent")
    assert drafts() == [None, None, *elsewhere]
    services.save_draft(game=game, user=person(FR), key=PUBLIC, text="stays", token="w")
    write(game, FR, GREY, "sent, with nothing begun there")
    for who, kept in ((AT, "more"), (FR, "stays")):
        draft = inbox.draft_of(scope(game, who), PUBLIC)
        assert draft is not None
        assert draft.text == kept, "what another has begun there, and oneself elsewhere, stays"
    write(game, FR, PUBLIC, "sent")
    assert inbox.draft_of(scope(game, FR), PUBLIC) is None
    for_all = inbox.draft_of(scope(game, AT), PUBLIC)
    assert for_all is not None
    # Who leaves writes no more, and what he had begun is nowhere.
    seats.give_up(game=game, user=person(AT))
    assert inbox.draft_of(scope(game, AT), PUBLIC) is None
    assert not any(circle.draft for circle in inbox.circles(scope(game, AT)))
    for user in (person(AT), person("Watcher")):
        with pytest.raises(InputError, match="no such thread"):
            services.save_draft(game=game, user=user, key=PUBLIC, text="x", token="v")
    with pytest.raises(InputError, match="no such thread"):
        services.save_draft(game=game, user=person(IT), key=key, text="x", token="v")


def test_nobody_has_more_drafts_in_a_game_than_a_hundred(games: tuple[Game, Game]) -> None:
    """One more text in a thread in which he has begun already is none more."""
    game, other = games
    now = timezone.now()
    for key in (PUBLIC, *(f"1-{n}" for n in range(99))):
        Draft.objects.create(game=game, user=person(AT), key=key, text="x", token=key, saved_at=now)
    with pytest.raises(InputError, match="very many drafts"):
        services.save_draft(game=game, user=person(AT), key=GREY, text="x", token="t")
    assert services.save_draft(game=game, user=person(AT), key=PUBLIC, text="y", token="t")
    assert services.save_draft(game=game, user=person(FR), key=GREY, text="x", token="t")
    assert services.save_draft(game=other, user=person(AT), key=GREY, text="x", token="t")


def test_what_members_and_threads_are_called() -> None:
    book = load()
    assert [said(member) for member in (AT, MASTER)] == [AT, "Game master"]
    for key, member, title in (
        (PUBLIC, AT, "To all"),
        (GREY, AT, "Unsigned, to all"),
        (among(AT, FR), AT, FR),
        (among(AT, FR, MASTER), AT, "France and Game master"),
        (among(AT, FR, MASTER), MASTER, "Austria and France"),
    ):
        assert title_of(book, key, member) == title


def test_to_whom_one_may_write(games: tuple[Game, Game]) -> None:
    game, _ = games
    powers = [power.name for power in load().powers]
    assert inbox.others(scope(game, AT)) == [*(p for p in powers if p != AT), MASTER]
    assert inbox.others(scope(game, MA)) == powers
    assert inbox.others(scope(game, SPECTATING)) == []
    assert inbox.others(scope(started(AT), AT)) == [p for p in powers if p != AT]
    silent = started(AT, mastered=True, press="none")
    assert inbox.others(scope(silent, AT)) == [MASTER]
    assert inbox.others(scope(silent, MA)) == powers


def test_who_signed_it(games: tuple[Game, Game]) -> None:
    game, other = games
    Custom.objects.create(game=other, heirs_read=True, grey_told=True)
    unsigned = [write(row, AT, GREY, "unsigned") for row in games]
    signed = write(game, AT, PUBLIC, "signed")
    for who, told, own in (
        (AT, AT, True),
        (FR, AT, False),
        (MA, AT, False),
        (SPECTATING, AT, False),
    ):
        line = lines.line_of(scope(game, who), PUBLIC, signed)
        assert (line.sender, line.own) == (told, own)
        for row, message in zip(games, unsigned, strict=True):
            line = lines.line_of(scope(row, who), GREY, message)
            named = AT if row == other and who == MA else ""
            assert (line.sender, line.own) == (named, False), (who, row)


# Where one may write


def test_which_threads_are_there() -> None:
    book = load()
    for grey, press, there in ((True, "all", True), (True, "none", False), (False, "all", False)):
        assert permits.exists(Game(grey=grey, press=press), book, GREY, AT) == there
    lone, led = Game(), Game(master_id=7)
    assert permits.exists(lone, book, PUBLIC, "")
    for key, member, without, within in (
        (among(AT, FR), AT, True, True),
        (among(AT, FR), IT, False, False),
        (among(AT, FR), "", False, False),
        (among(AT, MASTER), AT, False, True),
        (among(AT, MASTER), MASTER, False, True),
        (among(AT, MASTER), IT, False, False),
        ("no key", AT, False, False),
    ):
        assert permits.exists(lone, book, key, member) == without, (key, member)
        assert permits.exists(led, book, key, member) == within, (key, member)


@pytest.mark.parametrize(
    ("press", "key", "writer", "said"),
    [
        ("all", among(AT, FR), AT, ""),
        ("all", among(AT, FR), "", "Only who plays"),
        ("all", PUBLIC, "", "Only who plays"),
        ("public", among(AT, FR), AT, "is public"),
        ("public", among(AT, FR, MASTER), AT, "is public"),
        ("public", among(AT, FR, MASTER), MASTER, ""),
        ("public", among(AT, MASTER), AT, ""),
        ("public", PUBLIC, AT, ""),
        ("public", GREY, AT, ""),
        ("none", PUBLIC, AT, "no press"),
        ("none", PUBLIC, MASTER, ""),
        ("none", GREY, MASTER, "no press"),
        ("none", among(AT, MASTER), AT, ""),
        ("none", among(AT, MASTER), MASTER, ""),
        ("none", among(AT, FR, MASTER), AT, "no press"),
    ],
)
def test_why_one_cannot_write_there(press: str, key: str, writer: str, said: str) -> None:
    game = Game(press=press, grey=True, state="running", phase="Spring 1901", phase_kind="movement")
    why = permits.closed(game, load(), key, writer)
    assert (said in why) == bool(why) or not said
    assert bool(why) == bool(said)
    game.phase = ""
    assert permits.closed(game, load(), key, writer) == "The game has not begun."
    game.phase, game.grey = "Spring 1901", False
    assert "unsigned" in permits.closed(game, load(), GREY, AT) or press == "none"


def test_the_press_of_a_game_is_fixed_before_it_begins() -> None:
    game = create.create(user=person("Maker"), offer=Offer(name="Forming"))
    services.set_custom(game=game, heirs_read=False, grey_told=True)
    custom = permits.custom_of(game)
    assert (custom.heirs_read, custom.grey_told) == (False, True)
    with pytest.raises(StateError, match="has begun"):
        services.set_custom(game=started(AT), heirs_read=False, grey_told=True)


# Letters


def written_to() -> list[str]:
    names = sorted(letter.user.name for letter in Letter.objects.all() if letter.user)
    Letter.objects.all().delete()
    return names


def test_who_gets_a_letter(games: tuple[Game, Game]) -> None:
    game, _ = games
    User.objects.update(mail_press=True)
    Letter.objects.all().delete()
    started(IT, mastered=True, name="3")
    Letter.objects.all().delete()
    for key, expected in (
        (PUBLIC, [FR, IT, MA]),
        (GREY, [FR, IT, MA]),
        (among(AT, FR), [FR]),
        (among(AT, MASTER), [MA]),
        (among(AT, FR, MASTER), [FR, MA]),
    ):
        write(game, AT, key, f"to {key}")
        assert written_to() == expected, key
    User.objects.filter(name=MA).update(is_active=False)
    User.objects.filter(name=FR).update(mail_press=False)
    write(game, AT, PUBLIC, "again")
    assert written_to() == [IT]
    User.objects.filter(name=MA).update(is_active=True, mail_press=False)
    write(game, AT, PUBLIC, "once more")
    assert written_to() == [IT]
    User.objects.filter(name=IT).update(is_active=False)
    write(game, AT, PUBLIC, "to nobody")
    assert written_to() == []
    alone = started(AT, FR)
    User.objects.filter(name=FR).update(mail_press=True)
    Letter.objects.all().delete()
    write(alone, AT, PUBLIC, "without a master")
    assert written_to() == [FR]


# Blocking and reporting


def test_who_may_block_whom(games: tuple[Game, Game]) -> None:
    game, _ = games
    signed, grey = write(game, AT, PUBLIC, "signed"), write(game, AT, GREY, "unsigned")
    official = write(game, MA, PUBLIC, "from the master")
    Custom.objects.create(game=game, heirs_read=True, grey_told=True)
    told = write(game, AT, GREY, "unsigned, and told to the master")
    for message, may in (
        (signed, {FR, IT}),
        (grey, set()),
        (official, set()),
        (told, set()),
    ):
        for who in (AT, FR, IT, MA, SPECTATING):
            found = scope(game, who)
            assert guarding.may_block(found, message) == (who in may), (message.text, who)
            if who not in may:
                with pytest.raises(StateError, match="cannot be blocked"):
                    guarding.block(scope=found, message=message, user=person(FR))
    assert not Block.objects.exists()


def test_a_block_is_taken_back_by_itself_alone(games: tuple[Game, Game]) -> None:
    game, other = games
    for row, who, sender in ((game, FR, AT), (game, FR, IT), (game, IT, AT), (other, FR, AT)):
        message = write(row, sender, PUBLIC, f"of {sender} for {who}")
        guarding.block(scope=scope(row, who), message=message, user=person(who))
    assert guarding.blocked_by(game, AT, person(AT)) == {person(FR).pk, person(IT).pk}
    assert guarding.blocked_by(game, IT, person(IT)) == {person(FR).pk}
    assert guarding.blocked_by(game, AT, person(IT)) == set()
    assert guarding.blocked_by(other, AT, person(AT)) == {person(FR).pk}
    assert len(scope(game, FR).blocked) == 2
    assert len(scope(other, FR).blocked) == len(scope(game, IT).blocked) == 1
    assert scope(game, AT).blocked == scope(game, SPECTATING).blocked == ()
    guarding.unblock(game=game, user=person(FR), member=AT)
    left = {(b.game.name, b.user.name, b.member) for b in Block.objects.all()}
    assert left == {("1", FR, IT), ("1", IT, AT), ("2", FR, AT)}


def test_to_whom_one_reports(games: tuple[Game, Game], settings: Any) -> None:
    game, _ = games
    signed = write(game, AT, PUBLIC, "signed")
    official = write(game, MA, PUBLIC, "from the master")
    lone = started(AT, FR)
    theirs = write(lone, AT, PUBLIC, "signed")

    def to(row: Game, who: str, message: Message) -> list[str]:
        return [key for key, _ in guarding.recipients(scope(row, who), message)]

    settings.OPERATORS = ()
    assert to(game, FR, signed) == [TO_MASTER]
    assert to(game, FR, official) == to(game, MA, signed) == to(lone, FR, theirs) == []
    settings.OPERATORS = ("office@example.org",)
    assert to(game, FR, signed) == [TO_MASTER, TO_OPERATOR]
    assert to(game, FR, official) == to(lone, FR, theirs) == [TO_OPERATOR]
    settings.OPERATORS = ()
    with pytest.raises(InputError, match="whom you want to tell"):
        guarding.report(
            scope=scope(lone, FR), message=theirs, user=person(FR), to=TO_MASTER, note=""
        )


def report(game: Game, who: str, message: Message) -> None:
    guarding.report(
        scope=scope(game, who), message=message, user=person(who), to=TO_MASTER, note="bad"
    )


def test_reports_are_for_the_master_of_their_game(games: tuple[Game, Game], settings: Any) -> None:
    settings.OPERATORS = ("office@example.org",)
    game, other = games
    Letter.objects.all().delete()
    first, second = (write(game, AT, PUBLIC, text) for text in ("one", "two"))
    elsewhere = write(other, AT, PUBLIC, "three")
    report(game, FR, first)
    report(game, IT, first)
    report(game, FR, second)
    report(other, FR, elsewhere)
    assert written_to() == [MA] * 4
    guarding.report(scope=scope(game, IT), message=second, user=person(IT), to=TO_OPERATOR, note="")
    for who, told in ((MA, ["two", "one", "one"]), (AT, []), (FR, []), (SPECTATING, [])):
        assert [r.text for r in guarding.reports_for(scope(game, who))] == told
    assert [r.text for r in guarding.reports_for(scope(other, MA))] == ["three"]
    guarding.done(scope=scope(game, FR), code=first.code)
    guarding.done(scope=scope(other, MA), code=first.code)
    assert not Report.objects.exclude(done_at=None).exists()
    guarding.done(scope=scope(game, MA), code=first.code)
    done = Report.objects.exclude(done_at=None)
    assert [(r.text, r.to_master) for r in done] == [("one", True)] * 2
    with pytest.raises(StateError, match="reported this already"):
        report(game, FR, first)
    User.objects.filter(name=MA).update(email="master@guest.invalid")
    report(game, IT, write(game, AT, PUBLIC, "four"))
    assert written_to() == []


def test_who_reports_very_much_waits(games: tuple[Game, Game]) -> None:
    game, _ = games
    message = write(game, AT, PUBLIC, "one")
    for n in range(20):
        assert limits.allowed("report", str(person(FR).pk), 20, timedelta(days=1)), n
    with pytest.raises(StateError, match="very much today"):
        report(game, FR, message)
    report(game, IT, message)


# What an account takes along


def test_one_takes_along_his_own_words_alone(games: tuple[Game, Game]) -> None:
    game, _ = games
    by_at, by_fr = (write(game, who, PUBLIC, f"of {who}") for who in (AT, FR))
    for who, message in ((AT, by_fr), (FR, by_at)):
        services.save_draft(
            game=game, user=person(who), key=PUBLIC, text=f"begun by {who}", token="t"
        )
        guarding.block(scope=scope(game, who), message=message, user=person(who))
        services.mark_read(message=message, user=person(who))
        tokens.make(user=person(who), name=f"for {who}")
        asides.write(game=game, user=person(who), about=IT, note=f"noted by {who}")
    report(game, FR, by_at)
    _, written = leaving.press_of(None, person(AT))
    assert [row["text"] for row in written] == ["of Austria", "begun by Austria"]
    _, guards = leaving.guards_of(None, person(AT))
    assert [row["power"] for row in guards["blocked"]] == [FR]
    assert guards["reported"] == []
    assert len(guards["read"]) == ReadMark.objects.filter(user=person(AT)).count() == 1
    assert [row["text"] for row in leaving.guards_of(None, person(FR))[1]["reported"]]
    _, noted = leaving.asides_of(None, person(AT))
    assert [row["note"] for row in noted] == ["noted by Austria"]
    _, found = tokens_of(None, person(AT))
    assert [row["name"] for row in found] == ["for Austria"]
    stays = {who: leaving.written(None, person(who)) for who in (AT, FR, IT)}
    assert stays[IT] == []
    assert [line[:9] for line in stays[AT]] == ["1 message"]
    assert [line[:9] for line in stays[FR]] == ["1 message", "What you "]
