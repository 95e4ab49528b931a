"""Events as pages show them: the note of the published example in the reader's language."""

import pytest
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.html import strip_tags

from tournaments.models import Event
from tournaments.queries.clubs.demo import LEGACY_DEMO_NOTE
from tournaments.templatetags.events import event_note


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("ca", "aaa1 i aaa2 juguen junts"),
        ("es", "aaa1 y aaa2 juegan juntos"),
        ("en", "aaa1 and aaa2 play together"),
        ("ja", "aaa1とaaa2が組み"),
    ],
)
def test_note_of_the_published_example_is_in_the_readers_language(
    language: str, names: str
) -> None:
    with translation.override(language):
        assert names in event_note(Event(note=LEGACY_DEMO_NOTE))


def test_note_that_somebody_wrote_stays_as_it_is() -> None:
    with translation.override("ca"):
        assert event_note(Event(note="Results by courtesy of Vic")) == (
            "Results by courtesy of Vic"
        )


@pytest.mark.parametrize(
    ("boards", "words"), [([12], "board 12"), ([1], "board 1"), ([11, 12], "boards 11, 12")]
)
def test_boards_of_a_table_are_counted_by_number_not_by_letters(
    boards: list[int], words: str
) -> None:
    for opened in ({}, {1: dict.fromkeys(boards, "/board/")}):
        facts = {"boards": boards, "opened": opened, "sitting": 1}
        page = strip_tags(render_to_string("public/_board_links.html", facts))
        assert " ".join(page.split()) == words
    phone = strip_tags(render_to_string("phone/_board_numbers.html", {"boards": boards}))
    assert " ".join(phone.split()) == words.capitalize()
