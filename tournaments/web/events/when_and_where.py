"""The fields of a form that say when an event begins, where it is, and until when players may
object."""

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.actions.events.details import detail_problems
from tournaments.actions.limits import MAX_PLACE_LENGTH
from tournaments.forms import sentence
from tournaments.models.events import USUAL_OBJECTION_MINUTES
from tournaments.web.moment_field import MomentField

_WEEK = timedelta(days=7)


class WhenAndWhere(forms.Form):
    """A moment in the time zone of the installation, and a place; neither need be known yet."""

    starts_at = MomentField(label=_("Begins"))
    place = forms.CharField(
        required=False,
        label=_("Where it is played"),
        widget=forms.TextInput({"autocomplete": "off", "maxlength": MAX_PLACE_LENGTH}),
    )

    def clean_starts_at(self) -> Any:
        """The moment; what the act would refuse is said at once."""
        return self._approved("starts_at")

    def clean_place(self) -> Any:
        """The place, in the same way."""
        return self._approved("place")

    def _approved(self, key: str) -> Any:
        value = self.cleaned_data[key]
        if problems := list(detail_problems({key: value})):
            raise forms.ValidationError([sentence(problem) for problem in problems])
        return value


class ClosingTime(forms.Form):
    """So many minutes after a session; none said: until publication."""

    objection_minutes = forms.IntegerField(
        required=False,
        initial=USUAL_OBJECTION_MINUTES,
        label=_("Minutes after a session to say that a result is wrong"),
        widget=forms.TextInput({"inputmode": "decimal", "autocomplete": "off", "class": "number"}),
        error_messages={"invalid": _("Write a number of minutes, or leave it empty.")},
        help_text=_(
            "Players say so on their own scorecard, and it waits at the desk. 0: never; empty: "
            "until the "
            "standings are published."
        ),
    )

    @property
    def has_unusual_closing(self) -> bool:
        """Whether the usual time was changed, so that it is to be seen."""
        return str(self["objection_minutes"].value()) != str(USUAL_OBJECTION_MINUTES)


def a_week_later(starts_at: datetime | None) -> datetime | None:
    """The same weekday and time of day in the first week to come; None where it is not known."""
    if starts_at is None:
        return None
    wall = timezone.localtime(starts_at).replace(tzinfo=None) + _WEEK
    behind = timezone.localtime(timezone.now()).replace(tzinfo=None) - wall
    weeks = max(0, -(-behind // _WEEK)) if behind > timedelta() else 0
    return timezone.make_aware(wall + weeks * _WEEK)
