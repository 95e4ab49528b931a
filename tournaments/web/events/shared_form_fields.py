"""Form fields that several pages of an event share: date and place, options of a game."""

import re
import unicodedata
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.utils import to_current_timezone
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from games.options import Option, TextOption
from games.scenario import ScenarioOption
from tournaments.actions.events.detail_checks import detail_problems
from tournaments.actions.limits import MAX_PLACE_LENGTH
from tournaments.forms import problem_text
from tournaments.models.events import USUAL_OBJECTION_MINUTES

_NONEXISTENT_TIME = _(
    "The clocks go forward that night, so this time does not exist: enter another."
)

# A time of day on 24 hours: 9:05, 21:00, 21.00, 21h00, or 2100 (keypads have no colon).
_TIME = re.compile(r"([01]?[0-9]|2[0-3])[:.h]?([0-5][0-9])", re.ASCII)


class DateAndTimeInput(forms.MultiWidget):
    """A date field `NAME`, and a text field `NAME_time` for the time of day on 24 hours.

    A single `datetime-local` field would show AM and PM if the browser's language uses them, even
    on a page in a language that does not.
    """

    def __init__(self) -> None:
        time_attributes = {
            "inputmode": "numeric",
            "autocomplete": "off",
            "pattern": f" *{_TIME.pattern} *",
            "placeholder": "00:00",
            "size": "5",
            "title": _("With 24 hours, such as 21:00"),
        }
        super().__init__(
            {
                "": forms.DateInput({"type": "date", "aria-label": _("Day")}),
                "time": forms.TextInput({**time_attributes, "aria-label": _("Time")}),
            }
        )

    def decompress(self, value: datetime | None) -> list[str]:
        """Return the texts of both fields for a local time."""
        return [f"{value:%Y-%m-%d}", f"{value:%H:%M}"] if value else ["", ""]

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[str]:
        """Return both texts; a single `2026-11-27T21:00` is split into them."""
        day, time = (text or "" for text in super().value_from_datadict(data, files, name))
        day, _t, time_of_day = day.partition("T")
        return [day.strip(), time.strip() or time_of_day.strip()]


class LocalDateTimeField(forms.DateTimeField):
    """An optional date and time in the time zone of the installation.

    An hour that exists twice, when clocks are put back, means the first one. Times in an hour that
    is skipped, when clocks are put forward, are invalid.
    """

    def __init__(self, **kwargs: Any) -> None:
        messages = {
            "invalid": _("Enter a day and a time, or leave both empty."),
            "no_day": _("Enter the day too, or delete the time."),
            "no_time": _("Enter the time too, such as 21:00."),
            "invalid_time": _("Write the time with 24 hours, such as 21:00."),
            "skipped": _NONEXISTENT_TIME,
        }
        super().__init__(
            required=False, widget=DateAndTimeInput(), error_messages=messages, **kwargs
        )

    def to_python(self, value: Any) -> datetime | None:
        """Parse the time; raise `ValidationError` for other text and for skipped times."""
        try:
            return super().to_python(self._iso_text(*value) if isinstance(value, list) else value)
        except ValidationError as error:
            if error.code != "ambiguous_timezone":
                raise
            local_time: datetime = (error.params or {})["datetime"]
        first = timezone.make_aware(local_time.replace(fold=0))
        if to_current_timezone(first.astimezone(UTC)) != local_time:
            raise ValidationError(self.error_messages["skipped"], code="skipped")
        return first

    def displays_as(self, value: datetime, texts: list[str]) -> bool:
        """Return whether the field displays the time as these texts; it omits seconds."""
        return bool(self.widget.decompress(to_current_timezone(value)) == texts)

    def _iso_text(self, day: str, time: str) -> str:
        """Return day and time in one text; raise `ValidationError` if one of them is missing."""
        if not (day or time):
            return ""
        match = _TIME.fullmatch(unicodedata.normalize("NFKC", time))
        error_code = (
            "no_day" if not day else "no_time" if not time else "" if match else "invalid_time"
        )
        if error_code or match is None:
            raise ValidationError(self.error_messages[error_code], code=error_code)
        return f"{day} {int(match[1]):02}:{match[2]}"


_HOUR, _WEEK = timedelta(hours=1), timedelta(days=7)


class DateAndPlaceForm(forms.Form):
    """Optional fields for the time at which an event begins, and for its place."""

    starts_at = LocalDateTimeField(
        label=_("Begins"), help_text=_("If empty, no time is announced.")
    )
    place = forms.CharField(
        required=False,
        label=_("Where it is played"),
        widget=forms.TextInput({"autocomplete": "off", "maxlength": MAX_PLACE_LENGTH}),
    )

    def clean_starts_at(self) -> Any:
        """Return the start; raise `ValidationError` if the action would refuse it."""
        return self._checked_detail("starts_at")

    def clean_place(self) -> Any:
        """Return the place; raise `ValidationError` if the action would refuse it."""
        return self._checked_detail("place")

    def _checked_detail(self, key: str) -> Any:
        value = self.cleaned_data[key]
        if problems := list(detail_problems({key: value})):
            raise forms.ValidationError([problem_text(problem) for problem in problems])
        return value


class ObjectionTimeForm(forms.Form):
    """A field for how many minutes after a session players can report a wrong result.

    If the field is empty, they can do so until the standings are published.
    """

    objection_minutes = forms.IntegerField(
        required=False,
        initial=USUAL_OBJECTION_MINUTES,
        label=_("Minutes after the end to report a wrong result"),
        widget=forms.TextInput({"inputmode": "decimal", "autocomplete": "off", "class": "number"}),
        error_messages={"invalid": _("Write a number of minutes, or leave it empty.")},
        help_text=_(
            "Players report it on their scorecard, and it appears at the desk. 0: never; "
            "empty: until the standings are published."
        ),
    )

    @property
    def has_changed_objection_time(self) -> bool:
        """Return whether the minutes differ from the default, so that the page shows them."""
        return str(self["objection_minutes"].value()) != str(USUAL_OBJECTION_MINUTES)


def next_weekly_start(starts_at: datetime | None) -> datetime | None:
    """Return the start one week later, or as many weeks later as it takes to be in the future.

    The weekday and the local time stay the same. Returns None without a start.
    """
    if starts_at is None:
        return None
    local_time = timezone.localtime(starts_at).replace(tzinfo=None) + _WEEK
    overdue = timezone.localtime(timezone.now()).replace(tzinfo=None) - local_time
    # `-(-x // y)` rounds up: a start that is a day overdue moves by a whole week.
    weeks = max(0, -(-overdue // _WEEK)) if overdue > timedelta() else 0
    return timezone.make_aware(local_time + weeks * _WEEK)


def next_full_hour() -> datetime:
    """Return the next full hour, as the proposed start of a new event."""
    return (timezone.now() + _HOUR).replace(minute=0, second=0, microsecond=0)


# Prefix of the form fields of a game's options.
OPTION_PREFIX = "option_"

_SCENARIO_HELP = gettext_noop(
    "What is drawn for each board: the same at every table, and secret until it is played. Write "
    "one list on "
    "each line. “Weather: storm, calm, fog” draws one of them, “Events (2): …” draws 2, and “Map "
    "(all): …” "
    "lays out all of them in some order. Who starts a board follows from its number: that needs no "
    "list."
)
_REQUIRED_MESSAGES = {"required": _("Choose one: the game needs it.")}


class TextOptionField(forms.CharField):
    """A field for an option that is free text; it reports every problem of the text."""

    def __init__(self, option: TextOption, **kwargs: Any) -> None:
        super().__init__(required=False, strip=False, label=gettext(option.label), **kwargs)
        self.option = option

    def clean(self, value: Any) -> str:
        """Return the normalized text; raise `ValidationError` with every problem."""
        text = self.option.normalize(str(value or ""))
        if problems := self.option.problems(text):
            raise ValidationError([problem_text(problem) for problem in problems])
        return text


def option_field(option: Option, first_option: Option) -> forms.Field:
    """Return the form field of an option; the first option has radio buttons."""
    if isinstance(option, ScenarioOption):
        return TextOptionField(
            option, widget=forms.Textarea(attrs={"rows": 4}), help_text=gettext(_SCENARIO_HELP)
        )
    if isinstance(option, TextOption):
        return TextOptionField(option)
    choices = [(choice, gettext(option.labels.get(choice, choice))) for choice in option.choices]
    widget = forms.RadioSelect if option is first_option else forms.Select
    return forms.ChoiceField(
        label=gettext(option.label),
        choices=choices,
        initial=option.default,
        widget=widget,
        error_messages=_REQUIRED_MESSAGES,
    )


def option_value_or_default(option: Option, submitted: str | None) -> str:
    """Return the submitted value if the option accepts it, else the default."""
    text = option.normalize(submitted or "")
    return text if submitted is not None and option.accepts(text) else option.default


class OptionFieldsMixin:
    """The options of a form in three groups: the first one, free texts, and folded ones."""

    @property
    def option_fields(self) -> Sequence[forms.BoundField]:
        """Return the fields of the options, in the game's order."""
        raise NotImplementedError

    @property
    def first_option(self) -> forms.BoundField | None:
        """Return the game's most important option, None if it has none."""
        return next(iter(self.option_fields), None)

    @property
    def text_options(self) -> list[forms.BoundField]:
        """Return the fields for free text."""
        return [field for field in self.option_fields if isinstance(field.field, TextOptionField)]

    @property
    def other_options(self) -> list[forms.BoundField]:
        """Return the options that are folded away, because most organisers never change them."""
        return [
            field
            for field in self.option_fields[1:]
            if not isinstance(field.field, TextOptionField)
        ]

    @property
    def has_changed_options(self) -> bool:
        """Return whether a folded option is changed or wrong, so that the page unfolds them."""
        return any(
            field.errors or field.value() != field.field.initial for field in self.other_options
        )
