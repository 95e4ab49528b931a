"""Events as pages show them: the note of the published example in the reader's language."""

import pytest
from django.utils import translation

from tournaments.models import Event
from tournaments.queries.clubs.demo import PUBLISHED_NOTE
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
        assert names in event_note(Event(note=PUBLISHED_NOTE))


def test_note_that_somebody_wrote_stays_as_it_is() -> None:
    with translation.override("ca"):
        assert event_note(Event(note="Results by courtesy of Vic")) == (
            "Results by courtesy of Vic"
        )
