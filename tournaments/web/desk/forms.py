"""Forms of the desk: salt, decision, penalty, boards to print, score slip."""

import re
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from tournaments.models import Contestant, Entry

# Attributes of a field without which the form cannot be saved (static/ready.js).
REQUIRED_ATTRS = {"aria-required": "true"}


class SaltForm(forms.Form):
    """Optional public words that the deal uses together with the seed, which is already fixed."""

    salt = forms.CharField(
        max_length=200,
        required=False,
        label=_("Words of the players, or tonight’s lottery number"),
        help_text=_(
            "Everybody can then check that nobody chose these hands. If you leave it empty the "
            "check is weaker: an organiser could have tried many numbers and kept one."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class DecisionForm(forms.Form):
    """Kind and reason of a decision, and the revision that it replaces.

    The fields of the result itself depend on the game; they are not part of this form.
    """

    key = forms.CharField(max_length=80, widget=forms.HiddenInput)
    replaces = forms.IntegerField(widget=forms.HiddenInput)
    kind = forms.ChoiceField(
        label=_("This is"),
        choices=[
            (Entry.Kind.CORRECTION, _("a correction")),
            (Entry.Kind.RULING, _("a ruling for this table only")),
            (Entry.Kind.VOID, _("not played")),
        ],
        initial=Entry.Kind.CORRECTION,
        widget=forms.RadioSelect,
    )
    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        help_text=_("Everybody can read it."),
        widget=forms.TextInput(attrs={"list": "usual-reasons", **REQUIRED_ATTRS}),
    )


class PenaltyForm(forms.Form):
    """Contestant, amount and reason of a penalty; the action validates them."""

    key = forms.CharField(max_length=80, widget=forms.HiddenInput)
    contestant = forms.ModelChoiceField(
        Contestant.objects.none(),
        label=_("Pair"),
        required=False,
        empty_label=_("Choose"),
        widget=forms.Select(attrs=REQUIRED_ATTRS),
    )
    amount = forms.CharField(
        label=_("Amount"),
        required=False,
        help_text=_(
            "How much is taken off the total, such as 0.5 or 1/3. For a bonus, write −0.5."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off", **REQUIRED_ATTRS}),
    )
    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        help_text=_("Everybody can read it in the standings."),
        widget=forms.TextInput(attrs=REQUIRED_ATTRS),
    )

    def __init__(
        self, contestants: QuerySet[Contestant], *args: Any, one_to_two: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["contestant"].queryset = contestants  # type: ignore[attr-defined]  # typed as a plain Field
        self.fields["contestant"].label_from_instance = _contestant_label  # type: ignore[attr-defined]  # typed as a plain Field
        if one_to_two:
            self.fields["amount"].help_text = _(
                "Taken off the total, for example 0.25 for coming late. A board adds 1 to 2. "
                "For a bonus, write −0.5."
            )


def _contestant_label(contestant: Contestant) -> str:
    return f"{contestant.number} · {contestant}"


class PrintForm(forms.Form):
    """Which boards to print; `boards` is cleaned to a list of numbers, or to None for all."""

    boards = forms.RegexField(
        r"^[\d,;\s–-]*$",
        required=False,
        max_length=80,
        label=_("Boards"),
        help_text=_("Leave it empty for all boards, or write numbers as in 3, 5-8."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"invalid": _("Write numbers as in 3, 5-8.")},
    )

    def clean_boards(self) -> list[int] | None:
        """Parse numbers and ranges of numbers, at most four digits each."""
        matches = re.findall(r"(\d+)(?:\s*[–-]\s*(\d+))?", self.cleaned_data["boards"])
        ranges = [(int(first), int(last or first)) for first, last in matches]
        if any(last > 9999 for _first, last in ranges):
            raise forms.ValidationError(_("A session has fewer boards than that."))
        return (
            sorted({number for first, last in ranges for number in range(first, last + 1)}) or None
        )


class SlipForm(forms.Form):
    """The round and the table label of a score slip, as printed on it."""

    round = forms.IntegerField(min_value=1, max_value=9999, label=_("Round"))
    table = forms.CharField(max_length=30, label=_("Table"))
