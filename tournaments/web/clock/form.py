"""What the clock of a session is planned with, as a form."""

from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.actions.limits import BREAK_MINUTES, ROUND_MINUTES
from tournaments.models import Session

MOST_FIELDS = 30
"""Rounds after which a break can be written; of a whole season's none can."""

_ROUND = _("Write minutes from 1 to 600, or leave it empty.")
_BREAK = _("Write minutes from 1 to 240, or leave it empty.")
_WRONG = ("invalid", "min_value", "max_value")


class ClockForm(forms.Form):
    """The minutes of a round, and of a break after each round but the last."""

    minutes_per_round = forms.IntegerField(
        label=_("Minutes a round"),
        required=False,
        min_value=ROUND_MINUTES[0],
        max_value=ROUND_MINUTES[-1],
        error_messages=dict.fromkeys(_WRONG, _ROUND),
    )

    def __init__(self, session: Session, usual: int, sent: Any = None) -> None:
        before = dict(session.breaks.values_list("after_round", "minutes"))
        known = {f"break_{after}": minutes for after, minutes in before.items()}
        super().__init__(sent, initial={"minutes_per_round": session.minutes_per_round, **known})
        sentence = gettext("Empty: %(minutes)s, at the pace of your club.") % {"minutes": usual}
        self.fields["minutes_per_round"].help_text = sentence
        self.rounds = (
            [*range(1, session.rounds_planned)] if session.rounds_planned <= MOST_FIELDS else []
        )
        self.kept = {} if self.rounds else before
        for after in self.rounds:
            self.fields[f"break_{after}"] = forms.IntegerField(
                label=gettext("After round %(round)s") % {"round": after},
                required=False,
                min_value=BREAK_MINUTES[0],
                max_value=BREAK_MINUTES[-1],
                error_messages=dict.fromkeys(_WRONG, _BREAK),
            )

    @property
    def breaks(self) -> list[BoundField]:
        """The fields of the breaks."""
        return [self[f"break_{after}"] for after in self.rounds]

    @property
    def has_breaks(self) -> bool:
        """Whether one is written, or wrong, so that they are to be seen."""
        return any(field.value() or field.errors for field in self.breaks)

    def breaks_said(self) -> dict[int, int]:
        """The minutes of each break by the round before it, of a valid form."""
        said = {after: self.cleaned_data[f"break_{after}"] for after in self.rounds}
        return self.kept | {after: minutes for after, minutes in said.items() if minutes}
