"""Cards, calls and seats as pages show them."""

import re

import pytest
from django.template import Context, Template, TemplateSyntaxError, VariableDoesNotExist
from django.utils.translation import override

from games.cards import SPANISH_48, Card, suited_pack
from games.catalogue import GAMES, get_game
from games.seats import PAIR_LINES, single_seat_lines
from tournaments.templatetags import cards


def test_hand_is_grouped_by_suit_and_keeps_its_order() -> None:
    rows = cards.suit_rows(["O9", "C12", "O1", "B7"], "spanish")
    assert rows == [("oros", ["9", "1"]), ("copes", ["12"]), ("espases", []), ("bastos", ["7"])]


def test_c_is_clubs_in_a_french_pack() -> None:
    rows = dict(cards.suit_rows([Card("C", "2"), Card("H", "10")], "french"))
    assert rows == {"spades": [], "hearts": ["10"], "diamonds": [], "clubs": ["2"]}


def test_fool_follows_the_trumps() -> None:
    rows = dict(cards.suit_rows(["T21", "F", "SK"], "tarot"))
    assert [str(rank) for rank in rows["trumps"]] == ["XXI", "Fool"]
    assert rows["espases"] == ["K"]


@pytest.mark.parametrize(
    ("card", "pack", "suit", "rank"),
    [
        ("O12", "spanish", "oros", "12"),
        (Card("C", "10"), "french", "clubs", "10"),
        ("F", "tarot", "trumps", "Fool"),
        ("T1", "tarot", "trumps", "I"),
        ("T14", "tarot", "trumps", "XIV"),
        ("T19", "tarot", "trumps", "XIX"),
    ],
)
def test_card_has_the_face_of_its_pack(card: object, pack: str, suit: str, rank: str) -> None:
    face = cards.face(card, pack)
    assert (face.suit, str(face.rank)) == (suit, rank)


@pytest.mark.parametrize(
    ("card", "pack", "english", "catalan"),
    [
        ("O1", "spanish", "1 of coins", "1 d'oros"),
        ("C9", "spanish", "9 of cups", "9 de copes"),
        ("C9", "french", "9 of clubs", "9 de trèvols"),
        ("SK", "tarot", "K of swords", "K d'espases"),
        ("BC", "tarot", "C of batons", "C de bastos"),
        ("T21", "tarot", "trump XXI", "trumfo XXI"),
        ("F", "tarot", "Fool", "Boig"),
        ("A16", "lettered", "16 of A", "16 del pal A"),
    ],
)
def test_card_has_the_name_that_players_use(
    card: str, pack: str, english: str, catalan: str
) -> None:
    for language, name in (("en", english), ("ca", catalan)):
        with override(language):
            assert cards.card_name(card, pack) == name


def test_hand_has_the_points_of_its_cards() -> None:
    hand = [Card("O", "9"), Card("O", "1"), Card("C", "12"), Card("B", "2")]
    assert cards.hand_points(hand, get_game("botifarra")) == 12


def test_examples_have_one_card_of_each_suit() -> None:
    assert [str(card) for card in cards.one_of_each_suit(SPANISH_48)] == [
        "O12",
        "C12",
        "E12",
        "B12",
    ]


def test_card_of_another_pack_is_an_error() -> None:
    with pytest.raises(KeyError):
        cards.suit_rows(["H10"], "spanish")


@pytest.mark.parametrize("players", ["", "3", "5"])
def test_every_card_of_every_game_is_drawn(players: str) -> None:
    for game in GAMES:
        if players and not any(option.key == "players" for option in game.own_options):
            continue
        if players and int(players) not in game.player_counts:
            continue
        pack = game({"players": players} if players else {}).pack
        name = cards.pack_name(pack)
        if pack:
            uses = "".join(f'<use href="#{name}-{card}"/>' for card in pack)
            drawn = render_with_drawn_cards(uses)
            assert {f"{name}-{card}" for card in pack} == set(
                re.findall(r'<symbol id="([\w-]+)"', drawn)
            )
            assert set(re.findall(r'href="#([\w-]+)"', drawn)) <= set(
                re.findall(r' id="([\w-]+)"', drawn)
            )


def render_with_drawn_cards(content: str) -> str:
    return Template("{% drawn_cards %}" + content + "{% enddrawn_cards %}").render(Context())


def test_page_carries_only_the_symbols_of_the_cards_on_it() -> None:
    drawn = render_with_drawn_cards('<p><use href="#spanish-O9"/><use href="#tarot-T21"/></p>')
    assert re.findall(r'<symbol id="([\w-]+)"', drawn) == ["spanish-O9", "tarot-T21"]
    assert drawn.count('id="es-n9"') == 1
    assert 'id="es-n8"' not in drawn


def test_page_without_cards_carries_no_symbols() -> None:
    assert render_with_drawn_cards('<use href="#oros"/>') == '<use href="#oros"/>'


def test_hand_is_split_into_rows_that_mark_the_last_card_of_each_suit() -> None:
    first, second = cards.card_rows(["O9", "O1", "C12", "B7", "B6"], "spanish")
    assert [tuple(card) for card in first] == [
        ("spanish-O9", False),
        ("spanish-O1", True),
        ("spanish-C12", True),
    ]
    assert [tuple(card) for card in second] == [("spanish-B7", False), ("spanish-B6", True)]


@pytest.mark.parametrize(("cards_held", "rows"), [(12, 2), (19, 2), (25, 3), (28, 3)])
def test_row_of_drawn_cards_is_no_longer_than_ten(cards_held: int, rows: int) -> None:
    tarot_rows = cards.card_rows([f"T{number % 21 + 1}" for number in range(cards_held)], "tarot")
    assert (len(tarot_rows), max(map(len, tarot_rows))) == (rows, -(-cards_held // rows))


def test_fool_is_drawn_beside_the_trumps() -> None:
    [row, empty_row] = cards.card_rows(["T2", "F"], "tarot")
    assert [card.ends_suit for card in (*row, *empty_row)] == [False, True]


@pytest.mark.parametrize(
    ("pack", "name"),
    [
        (SPANISH_48, "spanish"),
        (suited_pack("SHD", "A2"), "french"),
        (suited_pack("ABCDE", range(1, 17)), "lettered"),
        ((*suited_pack("SBCD", range(1, 3)), Card("T", "1"), Card("F", "")), "tarot"),
    ],
)
def test_every_pack_has_a_name(pack: tuple[Card, ...], name: str) -> None:
    assert cards.pack_name(pack) == name
    assert set(cards.SUITS[name]) >= {card.suit for card in pack if card.suit != "F"}


def test_seats_and_lines_are_named_in_the_readers_language() -> None:
    with override("en"):
        assert [cards.seat_letter(seat, "NWSE") for seat in "NWSE"] == ["N", "W", "S", "E"]
        assert cards.seat_name("W", "NWSE") == "West"
        assert [cards.line_name(line, PAIR_LINES) for line in PAIR_LINES] == ["N-S", "E-W"]
    assert cards.seat_name("C", "ABC") == cards.seat_letter("C", "ABC") == "C"


@pytest.mark.parametrize("language", ["ca", "es", "en", "ja"])
def test_seat_e_of_five_is_not_east(language: str) -> None:
    with override(language):
        for at in ("ABCDE", "ABCDEF", single_seat_lines(tuple("ABCDE"))):
            assert (
                cards.seat_name("E", at)
                == cards.seat_letter("E", at)
                == cards.line_name("e", at)
                == "E"
            )
        assert (
            cards.seat_name("E", single_seat_lines(tuple("NWSE")))
            == cards.seat_name("E", "NWSE")
            != "E"
        )


def test_seat_filters_require_the_seats_of_the_table() -> None:
    for name in ("seat_name", "seat_letter", "line_name"):
        with pytest.raises(TemplateSyntaxError):
            Template("{{ seat|" + name + " }}")
        with pytest.raises(VariableDoesNotExist):
            Template("{{ seat|" + name + ":seats }}").render(Context({"seat": "E"}))


def test_call_without_a_symbol_is_shown_as_written() -> None:
    assert not cards.has_symbol("solo")
    assert cards.call_name("solo") == "solo"


def test_value_at_a_seat_is_blank_if_missing() -> None:
    assert cards.at_seat(None, "N") == cards.at_seat({"S": "Anna"}, "N") == ""


def test_tarot_has_its_own_words_for_latin_suits() -> None:
    names = {
        key: (str(cards.suit_name(key, "spanish")), str(cards.suit_name(key, "tarot")))
        for key in ("bastos", "oros")
    }
    assert names == {"bastos": ("Clubs", "Batons"), "oros": ("Coins", "Coins")}
    with override("ja"):
        assert (cards.suit_name("espases", "spanish"), cards.suit_name("espases", "tarot")) == (
            "剣",
            "ソード",
        )
    assert str(cards.suit_name("trumps", "tarot")) == "Trumps"
    assert cards.suit_name("A", "lettered") == "A"
