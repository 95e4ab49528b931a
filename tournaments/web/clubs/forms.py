"""Forms of a club's own pages."""

from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from typing import Any

from django import forms
from django.contrib.auth import get_user_model
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.models import Club, Event, Membership
from tournaments.queries.history.audit import AuditFilter
from tournaments.queries.history.descriptions import SENTENCES


class ClubNameForm(forms.Form):
    """What a club is called."""

    name = forms.CharField(
        required=False,  # the act says what a name is
        label=_("Name of your club"),
        help_text=_("It is shown on every page, and is part of the club’s address."),
        widget=forms.TextInput(attrs={"autocomplete": "organization"}),
    )


class MemberForm(forms.Form):
    """Somebody who is to have a role in the club."""

    name = forms.CharField(
        required=False,  # the act says what a name is
        label=_("Name to sign in with"),
        help_text=_(
            "Somebody new gets a one-time password, shown only once. Somebody who already "
            "has an account is asked first."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )
    role = forms.ChoiceField(
        label=_("Role"),
        choices=Membership.Role.choices,
        initial=Membership.Role.SCORER,
    )


_DAYS = [MinValueValidator(date(2000, 1, 1)), MaxValueValidator(date(2200, 1, 1))]
_ISO = "%Y-%m-%d"
_MOST = 2**62


class DayField(forms.DateField):
    """A day that need not be said, as browsers send it; not so far away that no clock has it."""

    def __init__(self, label: Any) -> None:
        widget = forms.DateInput({"type": "date"}, format=_ISO)
        super().__init__(
            required=False, label=label, input_formats=[_ISO], validators=_DAYS, widget=widget
        )


class AuditForm(forms.Form):
    """Event, person, act and days; `before` is the line from which an older page goes on."""

    event = forms.ModelChoiceField(
        Event.objects.none(), required=False, label=_("Event"), empty_label=_("All")
    )
    person = forms.ModelChoiceField(
        get_user_model().objects.none(), required=False, label=_("Person"), empty_label=_("All")
    )
    act = forms.ChoiceField(required=False, label=_("Action"))
    since = DayField(label=_("From this day"))
    until = DayField(label=_("To this day"))
    before = forms.IntegerField(
        required=False, min_value=1, max_value=_MOST, widget=forms.HiddenInput, label=_("Older")
    )

    def __init__(self, club: Club, submitted: Mapping[str, str]) -> None:
        super().__init__(submitted)
        self.fields["event"].queryset = club.events.all()  # type: ignore[attr-defined]
        people = get_user_model().objects.filter(memberships__club=club).order_by("username")
        self.fields["person"].queryset = people  # type: ignore[attr-defined]
        acts = sorted(
            ((verb, gettext(said)) for verb, said in SENTENCES.items()), key=lambda each: each[1]
        )
        self.fields["act"].choices = [("", _("All")), *acts]  # type: ignore[attr-defined]

    def wanted(self) -> AuditFilter:
        """What is asked for; days are those of the installation's time zone, the last one whole."""
        said = self.cleaned_data
        return AuditFilter(
            event=said["event"],
            person=said["person"].pk if said["person"] else None,
            action=said["act"],
            since=_begin(said["since"]) if said["since"] else None,
            until=_begin(said["until"] + timedelta(days=1)) if said["until"] else None,
            before=said["before"],
        )


def _begin(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))
