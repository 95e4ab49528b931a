"""The states of plays, boards and events: each a word in the reader's language, some under
another's mark."""

from collections.abc import Mapping
from typing import NamedTuple

from django import template
from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

register = template.Library()

_PLAY: Mapping[str, Promise] = {
    "due": pgettext_lazy("state", "due"),
    "entered": pgettext_lazy("state", "entered"),
    "confirmed": pgettext_lazy("state", "confirmed"),
    "conflict": pgettext_lazy("state", "in conflict"),
    "ruled": pgettext_lazy("state", "ruled"),
    "decided": pgettext_lazy("state", "decided"),
    "void": pgettext_lazy("state", "not played"),
    "late": pgettext_lazy("state", "late"),
}
"""The states of a play, and the mark late; each is a mark of its own."""


class Marked(NamedTuple):
    """A state that borrows the mark (shape and colour) of a play's state, and its own word."""

    mark: str
    word: Promise


_BOARD: Mapping[str, Marked] = {
    "due": Marked("due", pgettext_lazy("board", "missing")),
    "opened": Marked("entered", pgettext_lazy("board", "begun")),
    "ready": Marked("confirmed", pgettext_lazy("board", "ready")),
    "played": Marked("confirmed", pgettext_lazy("board", "played")),
}
"""How far a board is that is made up from a pack."""

_EVENT: Mapping[str, Marked] = {
    "coming": Marked("due", pgettext_lazy("event", "coming")),
    "running": Marked("confirmed", pgettext_lazy("event", "running")),
    "finished": Marked("entered", pgettext_lazy("event", "finished")),
    "published": Marked("ruled", pgettext_lazy("event", "published")),
}
"""How far an event is; finished, a correction may still come."""


@register.filter
def play_state(state: str) -> str | Promise:
    """The state of a play in a word; nothing for what is none."""
    return _PLAY.get(state, "")


@register.filter
def board_state(state: str) -> Marked:
    """The state of a board that is made up."""
    return _BOARD[state]


@register.filter
def event_mark(state: str) -> Marked:
    """How far an event is."""
    return _EVENT[state]
