"""What directors and owners write: the salt of a session, a decision about a play, a new member."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entry, Membership


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


class ClubNameForm(forms.Form):
    """What a club is called."""

    name = forms.CharField(
        required=False,  # the deed says what a name is
        label=_("Name of your club"),
        help_text=_("It stands on every page, and in the club's address."),
        widget=forms.TextInput(attrs={"autocomplete": "organization"}),
    )


class MemberForm(forms.Form):
    """Somebody who is to have a role in the club."""

    name = forms.CharField(
        required=False,  # the deed says what a name is
        label=_("Name to sign in with"),
        help_text=_("Who has no account yet gets a password for the first time; it will stand in the list."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )
    role = forms.ChoiceField(
        label=_("Role"),
        choices=Membership.Role.choices,
        initial=Membership.Role.SCORER,
        widget=forms.RadioSelect,
    )
