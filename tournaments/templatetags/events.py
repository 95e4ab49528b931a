"""Events as pages show them."""

from django import template
from django.utils.translation import gettext

from tournaments.models import Event
from tournaments.queries.demo import PUBLISHED_NOTE
from tournaments.queries.programme import state_of

register = template.Library()


@register.filter
def event_state(event: Event) -> str:
    """How far an event is, as its chip wants it."""
    return state_of(event)


@register.filter
def note_in_words(event: Event) -> str:
    """Where its results come from, as somebody wrote it; the demo's own note in the reader's language."""
    return gettext(PUBLISHED_NOTE) if event.note == PUBLISHED_NOTE else event.note
