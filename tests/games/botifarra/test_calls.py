"""The calls of Botifarra: the order of the seats, and what an illegal call counts as."""

import pytest

from games.catalogue import get_game

SUITS = ("oros", "copes", "espases", "bastos", "botifarra")


def start_position(dealer=1, **options):
    game = get_game("botifarra", options)
    return game.starting_position(game.deal("0f" * 32, "", dealer))


def position_after(position, words):
    for word in words.split():
        position = position.after(word)
    return position


def speaking_order(position, words):
    """Return the seats that make the calls, and the seat to act next."""
    turns = [position.turn]
    for word in words.split():
        position = position.after(word)
        turns.append(position.turn)
    return "".join(turns)


@pytest.mark.parametrize(
    ("words", "turns"),
    [
        ("oros pass pass", "NWEW"),
        ("delegate copes pass pass", "NSWEW"),
        ("oros contro pass pass", "NWNSW"),
        ("oros pass contro recontro", "NWENW"),
        ("oros contro pass recontro", "NWNSW"),
    ],
)
def test_seats_speak_in_the_order_of_the_rules_in_duplicate(words, turns):
    assert speaking_order(start_position(), words) == turns


@pytest.mark.parametrize(
    ("words", "turns"),
    [
        ("botifarra contro recontro sant_vicenc", "NWNWW"),
        ("oros contro pass recontro pass pass", "NWNSWEW"),
    ],
)
def test_sant_vicenc_is_offered_to_both_defenders_in_ordinary_scoring(words, turns):
    assert speaking_order(start_position(scoring="ordinary"), words) == turns


def test_dealer_may_delegate_and_partner_must_call():
    assert start_position().legal_actions() == (*SUITS, "delegate")
    assert start_position().after("delegate").legal_actions() == SUITS


def test_legal_actions_list_the_double_before_the_pass():
    assert position_after(start_position(), "oros").legal_actions() == ("contro", "pass")
    assert position_after(start_position(), "oros contro").legal_actions() == ("recontro", "pass")


def test_dealers_right_leads_after_a_delegation():
    for number, right in enumerate("WSEN", 1):
        position = position_after(start_position(number), "delegate oros pass pass")
        assert (position.turn, position.trick_number, position.card_number) == (right, 1, 1)


def test_illegal_call_counts_as_a_pass_or_as_the_first_legal_call():
    defender = position_after(start_position(), "oros")
    assert defender.violation("recontro").code == "illegal_call"
    assert defender.after("recontro") == defender.after("pass")
    partner = start_position().after("delegate")
    assert partner.violation("pass").code == "illegal_call"
    assert partner.after("pass") == partner.after("oros")
    assert start_position().after("contro") == start_position().after("oros")


def test_card_before_the_last_call_counts_as_a_pass():
    defender = position_after(start_position(), "oros")
    assert defender.violation("O9").code == "illegal_call"
    assert defender.after("O9") == defender.after("pass")


def test_call_during_card_play_changes_nothing():
    play = position_after(start_position(), "oros pass pass")
    assert play.violation("contro").code == "illegal_call"
    assert play.after("contro") == play


def test_actions_of_other_games_are_not_understood():
    for position in (start_position(), position_after(start_position(), "oros pass pass")):
        assert position.is_action("sant_vicenc")
        assert position.is_action("B12")
        assert not any(position.is_action(word) for word in ("B13", "SA", "give:W", "", "o9"))


def test_board_without_cards_cannot_be_started():
    game = get_game("botifarra")
    with pytest.raises(ValueError, match="board 3 has no cards"):
        game.starting_position(game.board(3))
