"""The calls: who speaks when, and what an illegal call counts as."""

import pytest

from games.catalogue import get_game

SUITS = ("oros", "copes", "espases", "bastos", "botifarra")


def start(dealer=1, **options):
    game = get_game("botifarra", options)
    return game.start(game.deal("0f" * 32, "", dealer))


def after(position, words):
    for word in words.split():
        position = position.after(word)
    return position


def spoken(position, words):
    """The seats that say the words, and who acts next."""
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
def test_duplicate_calls_go_round_as_the_rules_say(words, turns):
    assert spoken(start(), words) == turns


@pytest.mark.parametrize(
    ("words", "turns"),
    [
        ("botifarra contro recontro sant_vicenc", "NWNWW"),
        ("oros contro pass recontro pass pass", "NWNSWEW"),
    ],
)
def test_sant_vicenc_is_offered_to_both_defenders_in_ordinary_play(words, turns):
    assert spoken(start(scoring="ordinary"), words) == turns


def test_the_dealer_may_delegate_and_the_partner_must_call():
    assert start().legal_actions() == (*SUITS, "delegate")
    assert start().after("delegate").legal_actions() == SUITS


def test_doubles_are_offered_before_the_pass():
    assert after(start(), "oros").legal_actions() == ("contro", "pass")
    assert after(start(), "oros contro").legal_actions() == ("recontro", "pass")


def test_the_dealers_right_leads_also_after_a_delegation():
    for number, right in enumerate("WSEN", 1):
        position = after(start(number), "delegate oros pass pass")
        assert (position.turn, position.trick, position.card) == (right, 1, 1)


def test_an_illegal_call_counts_as_a_pass_or_as_the_first_legal_call():
    defender = after(start(), "oros")
    assert defender.violation("recontro").code == "illegal_call"
    assert defender.after("recontro") == defender.after("pass")
    partner = start().after("delegate")
    assert partner.violation("pass").code == "illegal_call"
    assert partner.after("pass") == partner.after("oros")
    assert start().after("contro") == start().after("oros")


def test_a_card_before_the_last_call_counts_as_a_pass():
    defender = after(start(), "oros")
    assert defender.violation("O9").code == "illegal_call"
    assert defender.after("O9") == defender.after("pass")


def test_a_call_after_the_first_lead_changes_nothing():
    play = after(start(), "oros pass pass")
    assert play.violation("contro").code == "illegal_call"
    assert play.after("contro") == play


def test_words_of_other_games_are_not_understood():
    for position in (start(), after(start(), "oros pass pass")):
        assert position.is_action("sant_vicenc")
        assert position.is_action("B12")
        assert not any(position.is_action(word) for word in ("B13", "SA", "give:W", "", "o9"))


def test_a_board_without_cards_cannot_be_started():
    game = get_game("botifarra")
    with pytest.raises(ValueError, match="board 3 has no cards"):
        game.start(game.board(3))
