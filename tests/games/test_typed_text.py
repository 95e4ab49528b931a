"""Typed text: cleaning, comparison, collation and codes."""

import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.typed_text import as_code, clean_text, collation_key, comparison_key, has_letters


@pytest.mark.parametrize(
    ("typed", "cleaned"),
    [
        ("Nu\u0301ria Camps", "Núria Camps"),
        ("Nú\u200bria\u200d Ca\u00admps", "Núria Camps"),
        ("\ufeffNúria\u00a0 Camps\u200e", "Núria Camps"),
        ("\u202eNúria\u202c \u2066Camps\u2069", "Núria Camps"),
        ("Núria\u3000\tCamps\u2028", "Núria Camps"),
        ("Puig\u2011Roca", "Puig-Roca"),
        ("Anna\u3164\u2800\0\ud800", "Anna"),
        ("N" + "u" + "\u0301" * 5000, "Nú" + "\u0301" * 7),
    ],
)
def test_text_that_looks_the_same_is_cleaned_to_one_spelling(typed: str, cleaned: str) -> None:
    assert clean_text(typed) == cleaned


@pytest.mark.parametrize(
    "text",
    [
        "👩\u200d👩\u200d👧 Anna",  # a family
        "👩🏽\u200d🚒",  # a firefighter, with a colour of skin
        "❤\ufe0f Berta",
        "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",  # the flag of Scotland
        "می\u200cخواهم",  # Persian: two parts of a word that are not joined
        "क्\u200dष",  # Devanagari: half a letter
        "辻\U000e0100村",  # a form of an ideograph that families insist on
    ],
)
def test_joiners_and_selectors_with_a_visible_effect_stay(text: str) -> None:
    assert clean_text(text) == text


@given(
    st.text(st.characters(), max_size=20)
    | st.text("a\u0301\u200d\u200cی👩\ufe0f क्\u00ad-", max_size=12)
)
def test_cleaning_is_idempotent_and_does_not_change_keys(text: str) -> None:
    cleaned = clean_text(text)
    assert clean_text(cleaned) == cleaned
    assert cleaned == cleaned.strip()
    assert "  " not in cleaned
    assert comparison_key(cleaned) == comparison_key(text)
    assert as_code(cleaned) == as_code(text)
    assert collation_key(text, "ca")[:2] == collation_key(cleaned, "ca")[:2]


@pytest.mark.parametrize(
    ("name", "other_name"),
    [
        ("NÚRIA camps", "Nuria Camps"),
        ("Ｎｕｒｉａ　Ｃａｍｐｓ", "Nuria Camps"),
        ("Puig–Roca", "Puig-Roca"),
        ("Sant’Anna", "Sant'Anna"),
        ("Søren", "Soren"),
        ("ｻﾄｳ", "サトウ"),
    ],
)
def test_names_are_compared_without_case_accents_and_width(name: str, other_name: str) -> None:
    assert comparison_key(name) == comparison_key(other_name)


def test_voicing_mark_of_kana_is_not_an_accent() -> None:
    assert comparison_key("かとう") != comparison_key("がとう")


@pytest.mark.parametrize(
    ("language", "names"),
    [
        (
            "ca",
            [
                "Àngela",
                "Anna",
                "Çelik",
                "Cinta",
                "Érica",
                "Eva",
                "Ñoño",
                "Núria",
                "Olga",
                "Òscar",
                "Zoe",
            ],
        ),
        ("es", ["Ana", "Ángela", "Núria", "Nuzi", "Ñoño", "Olga", "Óscar"]),
        ("ca", ["Serra Vila", "Serra-Vila", "Serrano"]),
        ("ja", ["Anna", "あおき", "アキ", "ガトー", "かとう", "さとう", "ロカ", "ローラ", "佐藤"]),
    ],
)
def test_names_are_sorted_for_the_language_of_the_reader(language: str, names: list[str]) -> None:
    shuffled = random.Random(1).sample(names, len(names))
    assert sorted(shuffled, key=lambda name: collation_key(name, language)) == names


@pytest.mark.parametrize("dash", "-‐‑‒–—―−ーｰ－─")
def test_code_is_stripped_of_dashes_spaces_and_invisible_characters(dash: str) -> None:
    assert as_code(f"1K{dash}７AX\u200b {dash} Q2") == "1K7AXQ2"


@pytest.mark.parametrize(
    ("text", "expected"), [("?", False), ("–", False), ("12", False), ("王", True), ("👩", True)]
)
def test_name_needs_a_letter_or_a_symbol(text: str, expected: bool) -> None:
    assert has_letters(text) is expected


def test_many_accents_are_cleaned_in_linear_time() -> None:
    started = time.thread_time()
    clean_text("a" + "\u0316\u0301" * 50_000)
    assert time.thread_time() - started < 2
