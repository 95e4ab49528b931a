"""Forms to export a section, import one, and upload results."""

from typing import IO, Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from tournaments.actions.offline.encryption import parse_received_file
from tournaments.models import Club
from tournaments.models.offline import MAX_HOLDER_LENGTH
from tournaments.web.events.shared_form_fields import LocalDateTimeField

_NO_AUTOCOMPLETE = {"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}


class ExportForm(forms.Form):
    """The holder of the exported section, the pass phrase, and when hands may be shown there."""

    holder = forms.CharField(
        max_length=MAX_HOLDER_LENGTH,
        label=_("Who takes it"),
        help_text=_("The venue, and who is responsible for the laptop. It is shown on your desk."),
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    phrase = forms.CharField(
        max_length=200,
        label=_("Pass phrase"),
        help_text=_(
            "Write it down now: it is not stored. Tell it in another way than you send the file."
        ),
        widget=forms.TextInput(_NO_AUTOCOMPLETE),
    )
    opens_at = LocalDateTimeField(
        label=_("Cards may be shown there from"),
        help_text=_(
            "When no other venue still has these boards to play. Leave empty to show them "
            "only yourself."
        ),
    )


class ImportForm(forms.Form):
    """The file of an exported section, its pass phrase, and the club that plays it."""

    file = forms.FileField(label=_("The file of the section"))
    phrase = forms.CharField(
        max_length=200, label=_("Pass phrase"), widget=forms.TextInput(_NO_AUTOCOMPLETE)
    )
    club = forms.ModelChoiceField(Club.objects.none(), label=_("Club"), empty_label=None)

    def __init__(self, clubs: QuerySet[Club], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["club"].queryset = clubs  # type: ignore[attr-defined]  # typed as a plain Field


class ResultUploadForm(forms.Form):
    """A result file with an idempotency key."""

    key = forms.CharField(max_length=80, widget=forms.HiddenInput)
    file = forms.FileField(label=_("File of results"))


def read_uploaded_json(file: IO[bytes]) -> Any:
    """Parse an uploaded file as JSON; raise `ValidationFailed` if it is invalid."""
    return parse_received_file(file.read())
