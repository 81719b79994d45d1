"""A game as programs for the package play it: orders, phases, results, messages, ends."""

from __future__ import annotations

import json

import pytest

from legation.compat import diplomacy
from legation.compat.diplomacy.engine.message import GLOBAL, Message
from legation.compat.diplomacy.utils.exceptions import GamePhaseException, MapPowerException
from legation.compat.diplomacy.utils.order_results import BOUNCE
from legation.errors import InputError


def laid_out(phase: str, **units: str) -> diplomacy.Game:
    """A game in a phase with just these units, by power: ``A PAR, A MAR``."""
    game = diplomacy.Game()
    game.clear_units()
    game.set_current_phase(phase)
    for power, texts in units.items():
        game.set_units(power, texts.split(", "))
    return game


def test_a_game_begins() -> None:
    game = diplomacy.Game()
    assert (game.get_current_phase(), game.phase) == ("S1901M", "SPRING 1901 MOVEMENT")
    assert (game.phase_type, game.is_game_done, game.win) == ("M", False, 18)
    assert game.get_units("FRANCE") == ["F BRE", "A MAR", "A PAR"]
    assert game.get_centers("TURKEY") == ["ANK", "CON", "SMY"]
    assert game.get_orders("FRANCE") == []
    assert game.rules[-3:] == ["NO_PRESS", "IGNORE_ERRORS", "POWER_CHOICE"]


def test_what_may_be_ordered_in_spring_1901() -> None:
    listed = diplomacy.Game().get_all_possible_orders()
    assert len(listed) == 82
    assert sorted(listed["STP"]) == [
        "F STP/SC - BOT",
        "F STP/SC - FIN",
        "F STP/SC - LVN",
        "F STP/SC H",
        "F STP/SC S A MOS - LVN",
        "F STP/SC S A WAR - LVN",
    ]
    assert listed["STP/SC"] == listed["STP"]
    assert listed["ENG"] == []
    assert diplomacy.Game().get_orderable_locations("RUSSIA") == ["MOS", "SEV", "STP", "WAR"]


def test_convoys_and_what_supports_them_are_listed() -> None:
    game = laid_out("S1901M", ENGLAND="A LON, F NTH, F NWY", FRANCE="A BEL")
    listed = game.get_all_possible_orders()
    by_sea = {order for order in listed["LON"] if order.endswith("VIA")}
    goals = ("BEL", "DEN", "EDI", "HOL", "NWY", "YOR")
    assert by_sea == {f"A LON - {goal} VIA" for goal in goals}
    assert "F NTH C A BEL - NWY" in listed["NTH"]
    assert "F NTH S A LON - BEL" not in listed["NTH"]  # it alone could carry that army
    assert "F NWY S A LON - EDI" not in listed["NWY"]
    assert "A BEL S A LON - HOL" in listed["BEL"]


def test_orders_that_do_not_count_are_left_out_and_said() -> None:
    game = diplomacy.Game()
    game.set_orders("FRANCE", ["A PAR - BUR", "F BRE - MOS", "A LON H", "A MAR S A PAR - LON"])
    assert game.get_orders("FRANCE") == ["A PAR - BUR"]
    assert [fault.code for fault in game.error] == [21039, 22002, 21028]
    assert str(game.error[0]) == "F BRE - MOS: F BRE cannot go there."
    with pytest.raises(MapPowerException, match='no power "NARNIA"'):
        game.set_orders("NARNIA", [])


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("Army Paris - Burgundy", "A PAR - BUR"),
        ("par - bur", "A PAR - BUR"),
        ("A PAR", "A PAR H"),
        ("A MAR S PAR - BUR", "A MAR S A PAR - BUR"),
        ("F BRE hold", "F BRE H"),
    ],
)
def test_other_spellings_are_read(text: str, order: str) -> None:
    game = diplomacy.Game()
    game.set_orders("FRANCE", [text])
    assert game.get_orders("FRANCE") == [order]


def test_coasts_are_filled_in_where_one_is_meant() -> None:
    game = laid_out("S1901M", FRANCE="F SPA/SC, F MAR, F MAO", RUSSIA="A MOS, F STP/NC")
    game.set_orders("FRANCE", ["F SPA - POR", "F MAR - SPA", "F MAO - SPA"])
    assert game.get_orders("FRANCE") == ["F SPA/SC - POR", "F MAR - SPA/SC"]
    game.set_orders("RUSSIA", ["A MOS S F STP", "F STP/SC - NWY"])
    assert game.get_orders("RUSSIA") == ["A MOS S F STP/NC", "F STP/NC - NWY"]


def test_a_later_order_replaces_an_earlier_one_unless_told_otherwise() -> None:
    game = diplomacy.Game()
    game.set_orders("FRANCE", ["A PAR - BUR"])
    game.set_orders("FRANCE", ["A PAR - PIC"], replace=False)
    assert game.get_orders("FRANCE") == ["A PAR - BUR"]
    game.set_orders("FRANCE", ["A PAR - PIC"])
    assert game.get_orders("FRANCE") == ["A PAR - PIC"]
    game.clear_orders("FRANCE")
    assert game.get_phase_data().orders["FRANCE"] is None


def test_a_phase_is_remembered() -> None:
    game = diplomacy.Game()
    game.set_orders("FRANCE", ["A PAR - BUR"])
    game.set_orders("GERMANY", ["A MUN - BUR"])
    past = game.process()
    assert past.name == "S1901M"
    assert past.results["A PAR"] == [BOUNCE]
    assert past.results["A PAR"] == ["bounce"]
    assert past.results["A MAR"] == []
    assert game.get_current_phase() == "F1901M"
    assert list(game.state_history) == ["S1901M"]
    assert game.order_history["S1901M"]["GERMANY"] == ["A MUN - BUR"]
    assert game.result_history.last_value() == past.results
    assert [phase.name for phase in game.get_phase_history()] == ["S1901M"]
    assert game.get_order_status(unit="A MUN") == ["bounce"]
    assert game.get_phase_data().name == "F1901M"


def test_two_retreats_to_one_place_disband_both() -> None:
    game = laid_out(
        "S1901M", FRANCE="A PAR, A PIC", GERMANY="A BUR", AUSTRIA="A SIL, A BOH", TURKEY="A MUN"
    )
    game.set_orders("FRANCE", ["A PAR - BUR", "A PIC S A PAR - BUR"])
    game.set_orders("AUSTRIA", ["A SIL - MUN", "A BOH S A SIL - MUN"])
    game.process()
    assert game.get_current_phase() == "S1901R"
    assert game.get_orderable_locations("GERMANY") == ["BUR"]
    assert game.get_all_possible_orders()["MUN"] == [
        "A MUN R BER",
        "A MUN R KIE",
        "A MUN R RUH",
        "A MUN R TYR",
        "A MUN D",
    ]
    game.set_orders("GERMANY", ["A BUR - RUH"])
    game.set_orders("TURKEY", ["A MUN R RUH"])
    assert game.get_orders("GERMANY") == ["A BUR R RUH"]
    past = game.process()
    assert past.results == {"A BUR": ["bounce", "disband"], "A MUN": ["bounce", "disband"]}
    assert game.get_units("TURKEY") == []


def test_a_retreat_that_may_not_be_is_told_before_what_came_of_the_unit() -> None:
    game = laid_out("S1901M", FRANCE="A PAR, A PIC", GERMANY="A BUR")
    game.set_orders("FRANCE", ["A PAR - BUR", "A PIC S A PAR - BUR"])
    game.process()
    assert game.command == {"A PAR": "- BUR", "A PIC": "S A PAR - BUR", "A BUR": "H"}
    assert game.ordered_units["FRANCE"] == ["A PAR", "A PIC"]
    assert game.ordered_units["GERMANY"] == []
    game.set_orders("GERMANY", ["A BUR R PIC"])
    assert game.process().results == {"A BUR": ["void", "disband"]}
    assert (game.popped, game.command) == (["A BUR"], {})


def test_the_owner_of_a_unit_is_found_with_and_without_its_coast() -> None:
    game = diplomacy.Game()
    russia = game.get_power("RUSSIA")
    assert game._unit_owner("F STP/SC") is russia
    assert game._unit_owner("F STP") is None
    assert game._unit_owner("F STP", coast_required=0) is russia
    assert game._unit_owner("A STP", coast_required=0) is None


def test_builds_waives_and_removals() -> None:
    game = laid_out("F1901M", FRANCE="A SPA, F BRE", RUSSIA="A WAR, A MOS, F SEV, F STP/SC, A GAL")
    game.process()
    assert game.get_current_phase() == "W1901A"
    builds = game.get_state()["builds"]
    assert builds["FRANCE"] == {"count": 2, "homes": ["MAR", "PAR"]}  # Spain was taken
    assert builds["RUSSIA"] == {"count": -1, "homes": []}
    listed = game.get_all_possible_orders()
    assert sorted(listed["MAR"]) == ["A MAR B", "F MAR B", "WAIVE"]
    assert listed["STP"] == listed["STP/SC"] == ["F STP/SC D"]
    game.set_orders("FRANCE", ["A BRE B", "Build army Paris"])
    assert game.get_orders("FRANCE") == ["A PAR B"]
    past = game.process()
    assert past.results["A PAR"] == [""]
    assert past.results["A BRE"] == ["void"]
    assert game.get_units("FRANCE") == ["A SPA", "F BRE", "A PAR"]
    # nobody said which: Galicia is two moves from a home centre, all others are in one
    assert "A GAL" not in game.get_units("RUSSIA")


def test_eighteen_centres_win_in_autumn() -> None:
    game = laid_out("F1901M", FRANCE="A APU, A PAR")
    own = "PAR BRE MAR POR BEL SPA LON EDI LVP BER KIE MUN DEN HOL SWE NWY ROM"
    game.set_centers("FRANCE", own.split(), reset=True)
    game.set_orders("FRANCE", ["A APU - NAP"])
    game.process()
    assert game.is_game_done
    assert (game.phase, game.get_current_phase()) == ("COMPLETED", "COMPLETED")
    assert game.outcome == ["W1901A", "FRANCE"]
    assert game.note == "Victory by: FRA"
    assert game.status == "completed"
    assert game.get_all_possible_orders()["PAR"] == []


def test_the_hundredth_year_ends_in_a_draw() -> None:
    game = laid_out("F2000M", FRANCE="A PAR")
    game.clear_centers("ITALY")
    game.process()
    assert game.is_game_done
    assert game.outcome == ["W2000A", *(name for name in game.powers if name != "ITALY")]
    later = laid_out("F2001M", FRANCE="A PAR")
    later.process()
    assert not later.is_game_done


def test_a_draw_ends_it_for_those_who_are_left() -> None:
    game = laid_out("S1901M", FRANCE="A PAR")
    game.clear_centers("ITALY")
    game.draw()
    assert game.is_game_done
    assert game.outcome[0] == "S1901M"
    assert "ITALY" not in game.outcome
    assert len(game.outcome) == 7


def test_phases_are_passed_over_unless_the_rules_say_otherwise() -> None:
    skipping, stepping = diplomacy.Game(), diplomacy.Game(rules=["DONT_SKIP_PHASES"])
    seen = []
    for _ in range(5):
        skipping.process()
        stepping.process()
        seen.append((skipping.get_current_phase(), stepping.get_current_phase()))
    assert [one for one, _ in seen] == ["F1901M", "S1902M", "F1902M", "S1903M", "F1903M"]
    assert [two for _, two in seen] == ["S1901R", "F1901M", "F1901R", "W1901A", "S1902M"]


def test_rules_bring_and_exclude_others_or_are_refused() -> None:
    assert diplomacy.Game(rules=["CIVIL_DISORDER"]).rules == ["CD_DUMMIES", "CIVIL_DISORDER"]
    assert diplomacy.Game(rules=["ALWAYS_WAIT", "REAL_TIME"]).rules == ["ALWAYS_WAIT"]
    with pytest.raises(InputError, match="the rule NO_CHECK is not done here"):
        diplomacy.Game(rules=["NO_CHECK"])


def test_messages_are_kept_with_their_phase() -> None:
    game = diplomacy.Game(rules=[])
    one = Message(sender="FRANCE", recipient="ITALY", phase="S1901M", message="Peace?")
    first = game.add_message(one)
    second = game.add_message(Message("ITALY", GLOBAL, "S1901M", "No."))
    assert (one.time_sent, second > first) == (first, True)
    with pytest.raises(GamePhaseException, match='of the phase "F1905M"'):
        game.add_message(Message("ITALY", "FRANCE", "F1905M", "Later."))
    past = game.process()
    assert [message.message for message in past.messages.values()] == ["Peace?", "No."]
    assert list(game.messages) == []
    (turkish,) = game.get_phase_history(game_role="TURKEY")
    assert [message.message for message in turkish.messages.values()] == ["No."]


def test_modules_are_there_with_the_package() -> None:
    game = diplomacy.Game()
    assert diplomacy.utils.export.to_saved_game_format(game)["map"] == "standard"
    assert diplomacy.engine.renderer.Renderer(game).render() == game.render()
    assert game.role == diplomacy.utils.strings.SERVER_TYPE
    assert not diplomacy.utils.strings.role_is_special(game.role)
    assert game.powers["FRANCE"].is_server_power()
    assert game.rebuild_hash() == game.get_hash()


def test_histories_are_asked_by_key_and_place() -> None:
    game = diplomacy.Game()
    for _ in range(3):
        game.process()
    kept = game.state_history
    assert list(kept) == ["S1901M", "F1901M", "S1902M"]
    assert (kept.get_next_key("S1901M"), kept.get_previous_key("S1901M")) == ("F1901M", None)
    assert kept.get_next_key("W1901A") == "S1902M"
    assert (kept.key_from_index(-1), kept.key_from_index(3)) == ("S1902M", None)
    since = kept["F1901M"]["timestamp"]
    told = [phase.name for phase in game.phase_history_from_timestamp(since)]
    assert told == ["F1901M", "S1902M", "F1902M"]
    again = type(kept)()
    again.fill({"S1902M": {}, "S1901M": {}})
    assert list(again) == ["S1901M", "S1902M"]
    again.remove_sub(None, "F1901M")
    assert list(again) == ["S1902M"]


def test_the_hash_is_that_of_the_board() -> None:
    one, other = diplomacy.Game(), diplomacy.Game()
    assert one.get_hash() == other.get_hash()
    one.set_orders("FRANCE", ["A PAR - BUR"])
    assert one.get_hash() == other.get_hash()
    one.process()
    assert one.get_hash() != other.get_hash()
    other.set_state(one.get_state())
    assert one.get_hash() == other.get_hash()


def test_a_copy_goes_its_own_way() -> None:
    game = diplomacy.Game()
    copied = game.copy()
    copied.set_orders("FRANCE", ["A PAR - BUR"])
    copied.process()
    assert (game.get_current_phase(), copied.get_current_phase()) == ("S1901M", "F1901M")
    assert game.get_units("FRANCE") == ["F BRE", "A MAR", "A PAR"]


def test_a_game_goes_through_json_whole() -> None:
    game = diplomacy.Game()
    game.set_orders("FRANCE", ["A PAR - BUR"])
    game.process()
    game.set_orders("FRANCE", ["A BUR - MUN"])
    again = diplomacy.Game.from_dict(json.loads(game.json()))
    assert again.to_dict() == game.to_dict()
    assert again.process().results["A BUR"] == ["bounce"]


def test_a_board_is_drawn() -> None:
    game = laid_out("S1901M", FRANCE="A PAR, A PIC", GERMANY="A BUR")
    game.set_orders("FRANCE", ["A PAR - BUR", "A PIC S A PAR - BUR"])
    waiting = game.render()
    assert waiting.startswith("<svg")
    assert waiting != game.render(incl_orders=False)
    game.process()
    assert game.render().startswith("<svg")
    with pytest.raises(ValueError, match="one format"):
        game.render(output_format="png")


def test_the_past_is_as_it_was_however_late_it_is_read() -> None:
    game = diplomacy.Game()
    game.set_orders("FRANCE", ["A PAR - BUR", "A MAR S A PAR - BUR"])
    past = game.process()
    game.powers["FRANCE"].units.clear()
    game.powers["FRANCE"].centers.append("BUR")
    assert past.state["units"]["FRANCE"] == ["F BRE", "A MAR", "A PAR"]
    assert past.state["centers"]["FRANCE"] == ["BRE", "MAR", "PAR"]
    assert past.orders["FRANCE"] == ["A PAR - BUR", "A MAR S A PAR - BUR"]
    assert past.results["A PAR"] == []
    assert game.get_phase_history()[0].state is past.state
    assert {"state", "orders", "results"} <= set(dir(game.process()))
    with pytest.raises(AttributeError, match="no attribute reslts"):
        past.reslts  # type: ignore[attr-defined]  # noqa: B018


def test_who_holds_a_history_sees_the_phases_that_come() -> None:
    game = diplomacy.Game()
    states, orders = game.state_history, game.order_history
    game.set_orders("FRANCE", ["A PAR - BUR"])
    game.process()
    assert list(states) == ["S1901M"]
    assert orders["S1901M"]["FRANCE"] == ["A PAR - BUR"]
    assert game.get_order_status("FRANCE") == {"A MAR": [], "F BRE": []}
    assert game.state_history is states
