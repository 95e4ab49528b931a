"""What the director writes himself: the salt of a session, and his decision about a play."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entry


class SaltForm(forms.Form):
    """Public words that go into the deal after the seed was fixed; none are allowed."""

    salt = forms.CharField(
        max_length=200,
        required=False,
        label=_("Words of the players, or tonight's lottery number"),
        help_text=_(
            "Anybody may then check that nobody chose these hands. Left empty the check is weaker: "
            "an organiser could have tried many seeds and kept one."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class DecisionForm(forms.Form):
    """Kind and reason of a decision, and the revision it replaces; the result has the game's fields."""

    key = forms.CharField(max_length=80, widget=forms.HiddenInput)
    replaces = forms.IntegerField(widget=forms.HiddenInput)
    kind = forms.ChoiceField(
        label=_("This is"),
        choices=[
            (Entry.Kind.CORRECTION, _("a correction")),
            (Entry.Kind.RULING, _("a ruling, flagged")),
            (Entry.Kind.VOID, _("not played")),
        ],
        initial=Entry.Kind.CORRECTION,
        widget=forms.RadioSelect,
        help_text=_("A flagged result does not change what the other tables get."),
    )
    reason = forms.CharField(label=_("Reason"), required=False)


class SlipForm(forms.Form):
    """Which score slip: both numbers are printed on it."""

    round = forms.IntegerField(min_value=1, max_value=9999, label=_("Round"))
    table = forms.IntegerField(min_value=1, max_value=9999, label=_("Table"))
