"""Tags for the pages of the desk: plays, phones, usual reasons, and undo buttons of messages."""

import re
from collections.abc import Mapping
from typing import Any

from django import template
from django.urls import reverse
from django.utils.translation import gettext

from games.text import Text
from tournaments.forms import translate_text
from tournaments.models import Event, LinkedDevice, Play, UndoStep
from tournaments.queries.boards.travellers import play_notation
from tournaments.queries.desk.pending_decisions import DECISION_REASONS
from tournaments.queries.history.undo_steps import undo_title
from tournaments.queries.results.play_state import shown_state

register = template.Library()

# Tag of a message that has a button to undo a step: ids of event and step. With `-ask` the button
# leads to a preview.
_UNDO_TAG = re.compile(r"undo-(\d{1,18})-(\d{1,18})(-ask)?")


@register.filter
def for_play(by_play: Mapping[int, Any], play_id: int) -> Any:
    """Look up a play's pending decisions, drafts or other list by its id; () if it has none."""
    return by_play.get(play_id, ()) if by_play else ()


@register.filter
def result_notation(play: Play, event: Event) -> Text | None:
    """Return the result of a play in the game's notation, or None without one."""
    return play_notation(event.game, play)


@register.filter
def device_digits(device_id: str) -> str:
    """Return the four digits that identify a phone; the phone shows them as well."""
    return LinkedDevice.number_of(device_id)


@register.simple_tag
def usual_reasons(first_reason: str = "") -> list[str]:
    """Return the usual reasons for decisions in the reader's language, `first_reason` first."""
    return [gettext(reason) for reason in [first_reason, *DECISION_REASONS] if reason]


@register.filter
def shown_play_state(play: Play) -> str:
    """Return the state that pages show for a play, which may differ from the stored one."""
    return shown_state(
        play.state,
        play.entry.kind if play.entry else None,
        is_unplayed_at_finish=play.is_unplayed_at_finish,
    )


@register.filter
def undo_url(message: Any) -> str:
    """Return the URL that undoes the step named by the message's tag, or "" without such a tag."""
    match = _UNDO_TAG.fullmatch(message.extra_tags or "")
    return reverse("undo_step", args=[int(match[1]), int(match[2])]) if match else ""


@register.filter
def undo_button_text(message: Any) -> str:
    """Return the text of a message's undo button, such as "Undo the end of round 1".

    It is "Undo" unless the button leads to a preview. Only then is the step not clear from the
    message, which for a round also says which one has begun.
    """
    match = _UNDO_TAG.fullmatch(message.extra_tags or "")
    if match and match[3]:
        step = UndoStep.objects.filter(event=int(match[1]), pk=int(match[2])).first()
        if title := undo_title(step) if step else None:
            return translate_text(title)
    return gettext("Undo")


@register.filter
def undo_has_preview(message: Any) -> bool:
    """Return whether the message's undo button leads to a preview."""
    match = _UNDO_TAG.fullmatch(message.extra_tags or "")
    return bool(match and match[3])


def undo_message_tag(event_id: int, step_id: int) -> str:
    """Return the tag of a message that has a button to undo a step at once."""
    return f"undo-{event_id}-{step_id}"


def undo_preview_message_tag(event_id: int, step_id: int) -> str:
    """Return the tag of a message that has a button to preview the undoing of a step."""
    return f"{undo_message_tag(event_id, step_id)}-ask"
