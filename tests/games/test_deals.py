"""Deals compared with docs/integrators/deals.md and an independent implementation."""

import hashlib
import re
import unicodedata
from collections import Counter
from pathlib import Path

import pytest

from games.cards import SPANISH_48
from games.catalogue import get_game
from games.deals import (
    _draw_below,
    commitment,
    deal_cards,
    normalize_salt,
    parse_seed,
    shuffle_pack,
)

PAGE = (Path(__file__).parents[2] / "docs" / "integrators" / "deals.md").read_text(encoding="utf-8")


def vectors():
    """Yield each test vector of the page: its values, and its hands by board and seat."""
    for block in re.findall(r"```text vector\n(.*?)```", PAGE, re.DOTALL):
        values = dict(re.findall(r"^(seed|salt|commitment) *(.*)$", block, re.MULTILINE))
        hands = re.findall(r"^board (\d+) (\w)  (.*)$", block, re.MULTILINE)
        yield values, {(int(number), seat): hand.split() for number, seat, hand in hands}


def recomputed(seed, salt, number):
    """Deal a board by the algorithm of the page, using the standard library only."""
    pack = [suit + str(rank) for suit in "OCEB" for rank in range(1, 13)]
    stream = hashlib.shake_256(f"{seed}:{salt}:botifarra:{number}".encode()).digest(4096)
    words = iter([int.from_bytes(stream[at : at + 4], "big") for at in range(0, 4096, 4)])
    for i in range(47, 0, -1):
        word = next(words)
        while word >= 2**32 - 2**32 % (i + 1):
            word = next(words)
        j = word % (i + 1)
        pack[i], pack[j] = pack[j], pack[i]
    return {seat: pack[12 * index : 12 * index + 12] for index, seat in enumerate("NWSE")}


def as_texts(hands):
    return {seat: [str(card) for card in hand] for seat, hand in hands.items()}


def test_page_has_an_empty_salt_and_one_with_accents():
    salts = [values["salt"] for values, _hands in vectors()]
    assert salts[0] == ""
    assert any(not salt.isascii() for salt in salts)


@pytest.mark.parametrize(("values", "hands"), list(vectors()), ids=["empty salt", "accents"])
def test_vectors_of_the_page_are_right(values, hands):
    assert len(hands) == 8
    for (number, seat), hand in hands.items():
        dealt = as_texts(
            get_game("botifarra").deal(values["seed"], values["salt"], number).deal.hands
        )
        assert dealt == recomputed(values["seed"], values["salt"], number)
        assert dealt[seat] == hand
    assert (
        commitment(values["seed"])
        == values["commitment"]
        == hashlib.sha256(values["seed"].encode()).hexdigest()
    )


def test_swaps_described_on_the_page_are_the_first_four():
    seed = next(vectors())[0]["seed"]
    stream = hashlib.shake_256(f"{seed}::botifarra:1".encode()).digest(16)
    swaps = [int(j) for j in re.findall(r"(?:47|46|45|44) with (\d+)", PAGE)]
    words = [int.from_bytes(stream[at : at + 4], "big") for at in range(0, 16, 4)]
    assert swaps == [word % (48 - index) for index, word in enumerate(words)]
    assert stream.hex(" ", 4) in PAGE


def test_boards_agree_with_the_independent_implementation():
    game, seed = get_game("botifarra"), "c0ffee" + 58 * "0"
    for number in range(1, 101):
        assert as_texts(game.deal(seed, "ç", number).deal.hands) == recomputed(seed, "ç", number)


def test_order_depends_on_seed_salt_game_and_board():
    orders = {
        shuffle_pack(SPANISH_48, seed, salt, game, number)
        for seed in ("00" * 32, "01" * 32)
        for salt in ("", "a")
        for game in ("botifarra", "anou")
        for number in (1, 2)
    }
    assert len(orders) == 16


def test_long_shuffle_keeps_every_card():
    pack = SPANISH_48 * 10
    cards = shuffle_pack(pack, "00" * 32, "", "long", 1)
    assert Counter(cards) == Counter(pack)
    assert cards != pack


def test_random_words_above_the_largest_multiple_are_skipped():
    """Such words are too rare for a test vector: about one word in a hundred million."""
    highest = 2**32 - 1
    assert _draw_below(3, iter([highest, 5])) == 2
    assert _draw_below(3, iter([highest - 1, 5])) == (highest - 1) % 3 == 2
    assert _draw_below(5, iter([highest, 4])) == 4
    assert _draw_below(4, iter([highest, 0])) == 3


def test_every_card_can_be_the_first_of_a_hand():
    game = get_game("botifarra")
    first_cards = Counter(
        game.deal("11" * 32, "", number).deal.hands["N"][0] for number in range(1, 2401)
    )
    assert len(first_cards) == 48
    assert all(20 <= count <= 90 for count in first_cards.values())


def test_hands_may_differ_in_size_and_remaining_cards_are_the_talon():
    deal = deal_cards(SPANISH_48, {"B": 2, "A": 1})
    assert as_texts(deal.hands) == {"B": ["O1", "O2"], "A": ["O3"]}
    assert deal.talon == SPANISH_48[3:]


def test_seed_is_normalized_or_rejected():
    assert parse_seed(" " + "AB" * 32 + "\n") == "ab" * 32
    for invalid in ("ab" * 31, "ab" * 33, "zz" * 32, ""):
        with pytest.raises(ValueError, match="64 hex digits"):
            parse_seed(invalid)


def test_salt_is_normalized():
    typed = unicodedata.normalize("NFD", "  bona mà\n")
    assert normalize_salt(typed) == "bona mà"
    assert normalize_salt(" ") == ""
