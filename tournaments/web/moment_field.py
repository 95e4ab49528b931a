"""A form field for a day and a time of day in the installation's time zone."""

from datetime import UTC, datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.utils import to_current_timezone
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

_FORMAT = "%Y-%m-%dT%H:%M"
_SKIPPED = _(
    "The clock is put forward that night, and this time does not exist: write another one."
)


class MomentField(forms.DateTimeField):
    """An optional moment, written as a wall clock shows it.

    In the night when the clock is put back an hour comes twice: the first one is meant. In the
    night when it is put forward an hour is skipped: a time in it is refused.
    """

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.DateTimeInput({"type": "datetime-local"}, format=_FORMAT)
        messages = {
            "invalid": _("Say a day and a time of day, or leave it empty."),
            "skipped": _SKIPPED,
        }
        super().__init__(required=False, widget=widget, error_messages=messages, **kwargs)

    def to_python(self, value: Any) -> datetime | None:
        """Read the moment; raise `ValidationError` for text that is none and for a time that was
        skipped."""
        try:
            return super().to_python(value)
        except ValidationError as error:
            if error.code != "ambiguous_timezone":
                raise
            wall: datetime = (error.params or {})["datetime"]
        first = timezone.make_aware(wall.replace(fold=0))
        if to_current_timezone(first.astimezone(UTC)) != wall:
            raise ValidationError(self.error_messages["skipped"], code="skipped")
        return first

    def shows(self, moment: datetime, text: str) -> bool:
        """Return whether the field shows `moment` as `text`, without seconds and the same in
        both hours."""
        return to_current_timezone(moment).strftime(_FORMAT) == text.strip()
