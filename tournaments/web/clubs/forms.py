"""Forms of a club's pages."""

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
    """The name of a club."""

    name = forms.CharField(
        required=False,  # the action reports a missing name
        label=_("Name of your club"),
        help_text=_("It is shown on every page, and is part of the club’s address."),
        widget=forms.TextInput(attrs={"autocomplete": "organization"}),
    )


class MemberForm(forms.Form):
    """The username and role of a new member."""

    name = forms.CharField(
        required=False,  # the action reports a missing name
        label=_("User name"),
        help_text=_(
            "Somebody new gets a one-time password, shown only once. Somebody who already "
            "has an account is asked first."
        ),
        widget=forms.TextInput(
            attrs={
                "autocomplete": "off",
                "autocapitalize": "none",
                "aria-required": "true",
            }
        ),
    )
    role = forms.ChoiceField(
        label=_("Role"),
        choices=Membership.Role.choices,
        initial=Membership.Role.SCORER,
    )


_DAY_RANGE = [MinValueValidator(date(2000, 1, 1)), MaxValueValidator(date(2200, 1, 1))]
_ISO_FORMAT = "%Y-%m-%d"
_MAX_ENTRY_ID = 2**62


class DayField(forms.DateField):
    """An optional day in the format that browsers submit, within the range of years in use."""

    def __init__(self, label: Any) -> None:
        widget = forms.DateInput({"type": "date"}, format=_ISO_FORMAT)
        super().__init__(
            required=False,
            label=label,
            input_formats=[_ISO_FORMAT],
            validators=_DAY_RANGE,
            widget=widget,
        )


class AuditForm(forms.Form):
    """The filter of the audit: event, person, action and days.

    `before` is the id of an entry; the page shows only older ones.
    """

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
        required=False,
        min_value=1,
        max_value=_MAX_ENTRY_ID,
        widget=forms.HiddenInput,
        label=_("Older"),
    )

    def __init__(self, club: Club, submitted: Mapping[str, str]) -> None:
        super().__init__(submitted)
        self.fields["event"].queryset = club.events.all()  # type: ignore[attr-defined]  # typed as a plain Field
        people = get_user_model().objects.filter(memberships__club=club).order_by("username")
        self.fields["person"].queryset = people  # type: ignore[attr-defined]  # typed as a plain Field
        actions = sorted(
            ((action, gettext(text)) for action, text in SENTENCES.items()),
            key=lambda choice: choice[1],
        )
        self.fields["act"].choices = [("", _("All")), *actions]  # type: ignore[attr-defined]  # typed as a plain Field

    def audit_filter(self) -> AuditFilter:
        """Return the filter of a valid form.

        Days are days in the installation's time zone; the last day is included.
        """
        cleaned = self.cleaned_data
        return AuditFilter(
            event=cleaned["event"],
            person=cleaned["person"].pk if cleaned["person"] else None,
            action=cleaned["act"],
            since=_start_of_day(cleaned["since"]) if cleaned["since"] else None,
            until=_start_of_day(cleaned["until"] + timedelta(days=1)) if cleaned["until"] else None,
            before=cleaned["before"],
        )


def _start_of_day(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))
