"""What the pages of the desk look up: who is on a decision, which reasons are usual, what can be
undone."""

import re
from collections.abc import Mapping
from typing import Any

from django import template
from django.urls import reverse
from django.utils.translation import gettext

from games.text import Text
from tournaments.models import Event, LinkedDevice, Play
from tournaments.queries.boards.travellers import play_notation
from tournaments.queries.desk.waiting_for_director import USUAL_REASONS
from tournaments.queries.results.play_state import shown_state

register = template.Library()

_UNDO = re.compile(r"undo-(\d{1,18})-(\d{1,18})(-ask)?")


@register.filter
def of_play(by_play: Mapping[int, Any], play: int) -> Any:
    """What is known of a play, as who is on it; nothing where nothing is."""
    return by_play.get(play, ()) if by_play else ()


@register.filter
def result_of(play: Play, event: Event) -> Text | None:
    """What stands for a play as players write it; nothing without a result."""
    return play_notation(event.game, play)


@register.filter
def phone_number(device: str) -> str:
    """Return the four digits by which people know a phone, as it shows them itself."""
    return LinkedDevice.number_of(device)


@register.simple_tag
def usual_reasons() -> list[str]:
    """In the reader's language."""
    return [gettext(each) for each in USUAL_REASONS]


@register.filter
def play_mark(play: Play) -> str:
    """Return the state of a play as phones and the desk show it."""
    return shown_state(play.state, play.entry.kind if play.entry else None)


@register.filter
def undo_address(message: Any) -> str:
    """Where what a message says is undone; nothing where it names no act."""
    found = _UNDO.fullmatch(message.extra_tags or "")
    return reverse("act_undo", args=[int(found[1]), int(found[2])]) if found else ""


@register.filter
def undo_asks(message: Any) -> bool:
    """Return whether undoing it shows first what would change."""
    found = _UNDO.fullmatch(message.extra_tags or "")
    return bool(found and found[3])


def undo_tag(event_id: int, step_id: int) -> str:
    """Return the tag of a message whose button undoes a step."""
    return f"undo-{event_id}-{step_id}"


def undo_preview_tag(event_id: int, step_id: int) -> str:
    """Return the tag of a message whose button shows first what undoing a step would change."""
    return f"{undo_tag(event_id, step_id)}-ask"
