"""Parsing of submitted text, and texts of problems."""

from fractions import Fraction

import pytest
from django.utils.translation import override

from games.catalogue import get_game
from games.explanations.formatted_numbers import RoundedNumber, SignedNumber
from games.scenario import problems_of_lists
from games.text import ngettext_noop, plural_text
from scoring.catalogue import get_method
from scoring.explanations.totals import explain_mean
from scoring.frequencies import FieldResults
from tournaments.forms import parse_cents, parse_number, problem_text, translate_text


@pytest.mark.parametrize(
    ("text", "number"),
    [
        *[
            ("7", 7),
            ("007", 7),
            ("9" * 18, 10**18 - 1),
            (None, 0),
            ("", 0),
            ("x", 0),
            ("-1", 0),
            ("1.5", 0),
        ],
        *[
            pytest.param("9" * 19, 0, id="too long for a row"),
            pytest.param("9" * 5000, 0, id="too long for int"),
        ],
        *[("²", 0), ("1 2", 0)],
    ],
)
def test_number_is_parsed_or_is_0(text: str | None, number: int) -> None:
    assert parse_number(text) == number


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        *[("5", 500), ("7.50", 750), ("7,5", 750), ("0", 0), (" 12 ", 1200)],
        *[
            ("5 €", 500),
            ("€5", 500),
            ("5€", 500),
            ("€ 7,50", 750),
            ("5 EUR", 500),
            ("5 euros", 500),
            ("EUR 5", 500),
        ],
        *[
            ("5\u00a0€", 500),
            ("500円", 50000),
            ("¥500", 50000),
            ("￥５００", 50000),
            ("$7.50", 750),
        ],
        *[("5,-", 500), ("5.-", 500), ("5,– €", 500), ("5,−", 500), ("5,--", 500)],
        *[("1.000,00", 100000), ("1,000.00", 100000), ("1.000", 100000), ("1 000,50 €", 100050)],
        *[("1'000.00", 100000), ("1\u202f000", 100000), ("1.000.000", 100000000)],
    ],
)
def test_amount_of_money_is_parsed_in_usual_notations(text: str, cents: int) -> None:
    assert parse_cents(text) == cents


@pytest.mark.parametrize(
    "text",
    [
        *[
            "",
            "€",
            "five",
            "-5",
            "5-",
            "5 pairs",
            "5k",
            "5²",
            "1/2",
            "5%",
            "5;50",
            "5.5.5",
            "5,000,00",
            "1.00,00",
        ],
        *["10.00.000", "1.0000", "7.505,0.1", "5 5", "." * 50, "9" * 5000, "€5 5€", "5:50"],
    ],
)
def test_text_that_is_no_amount_of_money_is_rejected(text: str) -> None:
    assert parse_cents(text) is None


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "3.50 on 2 boards."),
        ("ca", "3,50 en 2 mans."),
        ("es", "3,50 en 2 manos."),
        ("ja", "2ボードで3.50です。"),
    ],
)
def test_number_is_formatted_for_the_readers_language(language: str, sentence: str) -> None:
    with override(language):
        assert translate_text(explain_mean(Fraction(7, 2), 2).sentence) == sentence


@pytest.mark.parametrize(
    ("language", "runts", "trump"),
    [
        ("en", "Runts of N in leg 1 are missing.", "Trump is missing."),
        ("ca", "Falten: Runts (N) a la mànega 1.", "Falta: Trumfo."),
        ("es", "Faltan: Runts de N en la manga 1.", "Falta: Triunfo."),
        ("ja", "「Nの子ブタ（第1ディール）」が空欄です。", "「切札」が空欄です。"),
    ],
)
def test_missing_field_is_named_in_singular_or_plural(
    language: str, runts: str, trump: str
) -> None:
    with override(language):
        for key, expected in (("tantony_three", runts.replace("N", "A")), ("tantony_split", runts)):
            first = get_game(key).fields[0].parse("")[1]
            assert first
            assert problem_text(first) == expected
        missing = get_game("botifarra").fields[0].parse("")[1]
        assert missing
        assert problem_text(missing) == trump


def test_count_of_one_has_its_own_form() -> None:
    with override("ca"):
        assert translate_text(explain_mean(Fraction(2), 1).sentence) == "2,00 en 1 mà."


def test_x_is_shown_with_sign_and_half() -> None:
    beside = FieldResults({Fraction(5, 2): 1, -11: 1}, {}, 2)
    with override("ca"):
        text = translate_text(
            get_method("min_max").explain_x_award(Fraction(5, 2), False, beside).sentence
        )
    assert text == "+2½, el millor de 2 resultats; el pitjor ha estat −11."


def test_sum_in_thirds_is_rounded() -> None:
    forms = ngettext_noop("%(sum)s", "%(sum)s")
    assert translate_text(plural_text(forms, 2, {"sum": SignedNumber(Fraction(1, 3))})) == "0.33"
    assert translate_text(plural_text(forms, 1, {"sum": RoundedNumber(Fraction(1, 3), 1)})) == "0.3"


def test_name_that_a_club_gives_its_game_is_shown_as_typed():
    title = get_game("score_sheet", {"title": "Match"}).title
    with override("ca"):
        assert translate_text(title) == "Match"
        assert problem_text(next(iter(problems_of_lists("Board: Cards, Cards", "scenario")))) == (
            "Línia 1: «Cards» hi és dues vegades."
        )
