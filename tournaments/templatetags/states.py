"""Filters that return the words and marks for states of plays, boards and events."""

from collections.abc import Mapping
from typing import NamedTuple

from django import template
from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

register = template.Library()

# States of a play, and why the director must look at one. Each has its own shape and colour.
_PLAY_STATE_WORDS: Mapping[str, Promise] = {
    "due": pgettext_lazy("state", "due"),
    "entered": pgettext_lazy("state", "entered"),
    "confirmed": pgettext_lazy("state", "confirmed"),
    "conflict": pgettext_lazy("state", "results differ"),
    "ruled": pgettext_lazy("state", "ruled"),
    "decided": pgettext_lazy("state", "decided"),
    "void": pgettext_lazy("state", "not played"),
    "late": pgettext_lazy("state", "late"),
    "unlinked": pgettext_lazy("state", "from another phone"),
    "undecided": pgettext_lazy("state", "to decide"),
}


class StateMark(NamedTuple):
    """The word for a state of a board or event, and the play state whose mark is used for it.

    A mark is a shape with a colour.
    """

    mark: str
    word: Promise


# States of a board that is prepared from a pack of cards.
_BOARD_STATE_MARKS: Mapping[str, StateMark] = {
    "due": StateMark("due", pgettext_lazy("board", "missing")),
    "opened": StateMark("entered", pgettext_lazy("board", "begun")),
    "ready": StateMark("confirmed", pgettext_lazy("board", "ready")),
    "played": StateMark("confirmed", pgettext_lazy("board", "played")),
}

# States of an event. Corrections are still possible while it is finished and not published.
_EVENT_STATE_MARKS: Mapping[str, StateMark] = {
    "coming": StateMark("due", pgettext_lazy("event", "coming")),
    "running": StateMark("confirmed", pgettext_lazy("event", "running")),
    "finished": StateMark("entered", pgettext_lazy("event", "finished")),
    "published": StateMark("ruled", pgettext_lazy("event", "published")),
}


@register.filter
def play_state_word(state: str) -> str | Promise:
    """Return the word for the state of a play, or "" for anything else."""
    return _PLAY_STATE_WORDS.get(state, "")


@register.filter
def board_mark(state: str) -> StateMark:
    """Return the mark for the state of a board that is being prepared."""
    return _BOARD_STATE_MARKS[state]


@register.filter
def event_mark(state: str) -> StateMark:
    """Return the mark for the state of an event."""
    return _EVENT_STATE_MARKS[state]
