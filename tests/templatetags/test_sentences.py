"""Lists, sentences and what no line may break, as the filters write them."""

import pytest
from django.template import Context, Template
from django.utils.safestring import mark_safe
from django.utils.translation import override

from tournaments.templatetags.sentences import (
    followed_by,
    hours,
    labelled,
    listed,
    listed_with_and,
    unbroken,
)


@pytest.mark.parametrize(("language", "expected"), [("en", "7, 8, 15"), ("ja", "7、8、15")])
def test_numbers_are_joined_as_in_each_language(language: str, expected: str) -> None:
    with override(language):
        assert listed([7, 8, 15]) == expected


def test_names_in_a_list_are_escaped_and_links_are_not() -> None:
    assert listed(["<b>", mark_safe("<a>7</a>")]) == "&lt;b&gt;, <a>7</a>"


@pytest.mark.parametrize(
    ("numbers", "expected"), [([7], "7"), ([7, 8], "7 and 8"), ([7, 8, 15], "7, 8 and 15")]
)
def test_last_number_in_a_sentence_is_joined_with_and(numbers: list[int], expected: str) -> None:
    assert listed_with_and(numbers) == expected


def test_empty_list_is_blank() -> None:
    assert listed([]) == ""


@pytest.mark.parametrize(("language", "expected"), [("en", "One. Two."), ("ja", "One.Two.")])
def test_sentences_have_a_space_between_where_the_language_has_one(
    language: str, expected: str
) -> None:
    with override(language):
        assert followed_by("One.", "Two.") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("contro: N-S 54", 'contro: <span class="unbroken">N-S 54</span>'),
        ("canta E-O", 'canta <span class="unbroken">E-O</span>'),
        ("N 1-4-4-2", '<span class="unbroken">N 1-4-4-2</span>'),
        ("140 a 114", "140\u00a0a\u00a0114"),
        ("from −38 to +6", "from\u00a0−38\u00a0to\u00a0+6"),
        ("ronda 1", "ronda\u00a01"),
        ("16 pairs\n · Gràcia", "16 pairs\u00a0· Gràcia"),
        ("H-X08-QN0", "H-X08-QN0"),
        ("Pla-Solà", "Pla-Solà"),
    ],
)
def test_no_line_breaks_within_a_line_of_the_table_or_beside_a_number(
    text: str, expected: str
) -> None:
    assert unbroken(text) == expected


def test_tags_of_html_stay_as_they_are() -> None:
    drawn = '<svg viewBox="0 0 340 92"></svg> round 1'
    rendered = Template("{% filter unbroken %}" + drawn + "{% endfilter %}").render(Context())
    assert rendered == '<svg viewBox="0 0 340 92"></svg> round\u00a01'


def test_text_that_is_not_html_is_still_escaped() -> None:
    assert Template("{{ name|unbroken }}").render(Context({"name": "<b>"})) == "&lt;b&gt;"


def test_hours_and_minutes_stay_on_one_line() -> None:
    assert hours(135) == "2\u00a0h\u00a015\u00a0min"


def test_value_follows_its_label_as_in_each_language() -> None:
    assert labelled("two results differ", "Board 7") == "Board 7: two results differ"
    assert labelled("", "Deal") == "Deal"
    assert labelled("Deal", "") == "Deal"
