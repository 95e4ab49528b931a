"""What the club's pages send, read for shape only."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Membership


class ClubNameForm(forms.Form):
    """What a club is called."""

    name = forms.CharField(
        required=False,  # the act says what a name is
        label=_("Name of your club"),
        help_text=_("It stands on every page, and in the club's address."),
        widget=forms.TextInput(attrs={"autocomplete": "organization"}),
    )


class MemberForm(forms.Form):
    """Somebody who is to have a role in the club."""

    name = forms.CharField(
        required=False,  # the act says what a name is
        label=_("Name to sign in with"),
        help_text=_(
            "Who has no account yet gets a one-time password, shown once. Who has one is asked "
            "first."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )
    role = forms.ChoiceField(
        label=_("Role"),
        choices=Membership.Role.choices,
        initial=Membership.Role.SCORER,
        widget=forms.RadioSelect,
    )
