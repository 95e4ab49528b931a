"""Deals against docs/integrators/deals.md and a second reading of its rule."""

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
    """Each vector of the page: seed, salt, commitment, and the hands by (board, seat)."""
    for block in re.findall(r"```text vector\n(.*?)```", PAGE, re.DOTALL):
        said = dict(re.findall(r"^(seed|salt|commitment) *(.*)$", block, re.MULTILINE))
        hands = re.findall(r"^board (\d+) (\w)  (.*)$", block, re.MULTILINE)
        yield said, {(int(number), seat): hand.split() for number, seat, hand in hands}


def recomputed(seed, salt, number):
    """The rule of the page, step by step, from nothing but the standard library."""
    pack = [suit + str(rank) for suit in "OCEB" for rank in range(1, 13)]
    stream = hashlib.shake_256(f"{seed}:{salt}:botifarra:{number}".encode()).digest(4096)
    words = iter([int.from_bytes(stream[at : at + 4], "big") for at in range(0, 4096, 4)])
    for i in range(47, 0, -1):
        word = next(words)
        while word >= 2**32 - 2**32 % (i + 1):
            word = next(words)
        j = word % (i + 1)
        pack[i], pack[j] = pack[j], pack[i]
    return {seat: pack[12 * place : 12 * place + 12] for place, seat in enumerate("NWSE")}


def as_texts(hands):
    return {seat: [str(card) for card in hand] for seat, hand in hands.items()}


def test_the_page_has_an_empty_salt_and_one_with_accents():
    salts = [said["salt"] for said, _hands in vectors()]
    assert salts[0] == ""
    assert any(not salt.isascii() for salt in salts)


@pytest.mark.parametrize(("said", "hands"), list(vectors()), ids=["empty salt", "accents"])
def test_the_vectors_of_the_page_hold(said, hands):
    assert len(hands) == 8
    for (number, seat), hand in hands.items():
        ours = as_texts(get_game("botifarra").deal(said["seed"], said["salt"], number).deal.hands)
        assert ours == recomputed(said["seed"], said["salt"], number)
        assert ours[seat] == hand
    assert (
        commitment(said["seed"])
        == said["commitment"]
        == hashlib.sha256(said["seed"].encode()).hexdigest()
    )


def test_the_swaps_told_on_the_page_are_the_first_four():
    seed = next(vectors())[0]["seed"]
    stream = hashlib.shake_256(f"{seed}::botifarra:1".encode()).digest(16)
    told = [int(j) for j in re.findall(r"(?:47|46|45|44) with (\d+)", PAGE)]
    words = [int.from_bytes(stream[at : at + 4], "big") for at in range(0, 16, 4)]
    assert told == [word % (48 - place) for place, word in enumerate(words)]
    assert stream.hex(" ", 4) in PAGE


def test_many_boards_agree_with_the_second_reading():
    game, seed = get_game("botifarra"), "c0ffee" + 58 * "0"
    for number in range(1, 101):
        assert as_texts(game.deal(seed, "ç", number).deal.hands) == recomputed(seed, "ç", number)


def test_seed_salt_game_and_board_all_change_the_order():
    orders = {
        shuffle_pack(SPANISH_48, seed, salt, game, number)
        for seed in ("00" * 32, "01" * 32)
        for salt in ("", "a")
        for game in ("botifarra", "anou")
        for number in (1, 2)
    }
    assert len(orders) == 16


def test_a_shuffle_longer_than_its_first_bytes_keeps_every_card():
    pack = SPANISH_48 * 10
    cards = shuffle_pack(pack, "00" * 32, "", "long", 1)
    assert Counter(cards) == Counter(pack)
    assert cards != pack


def test_words_of_the_incomplete_last_cycle_are_skipped():
    """They come once in a hundred million words, too seldom for any vector to show."""
    highest = 2**32 - 1
    assert _draw_below(3, iter([highest, 5])) == 2
    assert _draw_below(3, iter([highest - 1, 5])) == (highest - 1) % 3 == 2
    assert _draw_below(5, iter([highest, 4])) == 4
    assert _draw_below(4, iter([highest, 0])) == 3


def test_every_card_reaches_every_place():
    game = get_game("botifarra")
    firsts = Counter(
        game.deal("11" * 32, "", number).deal.hands["N"][0] for number in range(1, 2401)
    )
    assert len(firsts) == 48
    assert all(20 <= times <= 90 for times in firsts.values())


def test_slices_may_differ_and_the_rest_is_the_talon():
    deal = deal_cards(SPANISH_48, {"B": 2, "A": 1})
    assert as_texts(deal.hands) == {"B": ["O1", "O2"], "A": ["O3"]}
    assert deal.talon == SPANISH_48[3:]


def test_a_seed_has_one_written_form():
    assert parse_seed(" " + "AB" * 32 + "\n") == "ab" * 32
    for wrong in ("ab" * 31, "ab" * 33, "zz" * 32, ""):
        with pytest.raises(ValueError, match="64 hex digits"):
            parse_seed(wrong)


def test_a_salt_is_the_same_however_its_accents_were_typed():
    typed = unicodedata.normalize("NFD", "  bona mà\n")
    assert normalize_salt(typed) == "bona mà"
    assert normalize_salt(" ") == ""
