"""Fields that several forms of an event share: when and where, options of a game."""

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

_FORMAT = "%Y-%m-%dT%H:%M"
_SKIPPED = _("The clocks go forward that night, so this time does not exist: enter another.")


class LocalDateTimeField(forms.DateTimeField):
    """An optional moment, written as a wall clock shows it.

    In the night when the clock is put back an hour comes twice: the first one is meant. In the
    night when it is put forward an hour is skipped: a time in it is refused.
    """

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.DateTimeInput({"type": "datetime-local"}, format=_FORMAT)
        messages = {
            "invalid": _("Enter a day and a time, or leave it empty."),
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


_WEEK = timedelta(days=7)


class DateAndPlaceForm(forms.Form):
    """A moment in the time zone of the installation, and a place; neither need be known yet."""

    starts_at = LocalDateTimeField(
        label=_("Begins"), help_text=_("If empty, no time is announced.")
    )
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
            raise forms.ValidationError([problem_text(problem) for problem in problems])
        return value


class ObjectionTimeForm(forms.Form):
    """So many minutes after a session; none said: until publication."""

    objection_minutes = forms.IntegerField(
        required=False,
        initial=USUAL_OBJECTION_MINUTES,
        label=_("Minutes after a session to report a wrong result"),
        widget=forms.TextInput({"inputmode": "decimal", "autocomplete": "off", "class": "number"}),
        error_messages={"invalid": _("Write a number of minutes, or leave it empty.")},
        help_text=_(
            "Players report it on their scorecard, and it appears at the desk. 0: never; "
            "empty: until the standings are published."
        ),
    )

    @property
    def has_changed_objection_time(self) -> bool:
        """Whether the usual time was changed, so that it is to be seen."""
        return str(self["objection_minutes"].value()) != str(USUAL_OBJECTION_MINUTES)


def next_weekly_start(starts_at: datetime | None) -> datetime | None:
    """The same weekday and time of day in the first week to come; None where it is not known."""
    if starts_at is None:
        return None
    wall = timezone.localtime(starts_at).replace(tzinfo=None) + _WEEK
    behind = timezone.localtime(timezone.now()).replace(tzinfo=None) - wall
    weeks = max(0, -(-behind // _WEEK)) if behind > timedelta() else 0
    return timezone.make_aware(wall + weeks * _WEEK)


OPTION_PREFIX = "option_"
"""Begins the name of the form field of a game's option."""

_HOW_LISTS = gettext_noop(
    "What is drawn for each board: the same at every table, and secret until it is played. Write "
    "one list on "
    "each line. “Weather: storm, calm, fog” draws one of them, “Events (2): …” draws 2, and “Map "
    "(all): …” "
    "lays out all of them in some order. Who starts a board follows from its number: that needs no "
    "list."
)
_NOT_SAID = {"required": _("Choose one: the game needs it.")}


class TextOptionField(forms.CharField):
    """Free text for an option, which says everything that is wrong with it."""

    def __init__(self, option: TextOption, **kwargs: Any) -> None:
        super().__init__(required=False, strip=False, label=gettext(option.label), **kwargs)
        self.option = option

    def clean(self, value: Any) -> str:
        """The text as it is kept. Raises `ValidationError` with every problem."""
        kept = self.option.normalize(str(value or ""))
        if problems := self.option.problems(kept):
            raise ValidationError([problem_text(problem) for problem in problems])
        return kept


def option_field(option: Option, first: Option) -> forms.Field:
    """The field of an option; the choices of the first one lie open."""
    if isinstance(option, ScenarioOption):
        return TextOptionField(
            option, widget=forms.Textarea(attrs={"rows": 4}), help_text=gettext(_HOW_LISTS)
        )
    if isinstance(option, TextOption):
        return TextOptionField(option)
    choices = [(choice, gettext(option.labels.get(choice, choice))) for choice in option.choices]
    widget = forms.RadioSelect if option is first else forms.Select
    return forms.ChoiceField(
        label=gettext(option.label),
        choices=choices,
        initial=option.default,
        widget=widget,
        error_messages=_NOT_SAID,
    )


def option_value_or_default(option: Option, submitted: str | None) -> str:
    """What was said of an option if it can be that, else its default."""
    kept = option.normalize(submitted or "")
    return kept if submitted is not None and option.accepts(kept) else option.default


class OptionFieldsMixin:
    """How a form of options is laid out: the first one by keys, what is written, the others
    folded away."""

    @property
    def option_fields(self) -> Sequence[forms.BoundField]:
        """Those that the form asks for, in the game's order. Every form says it."""
        raise NotImplementedError

    @property
    def first_option(self) -> forms.BoundField | None:
        """The option every organiser decides: a game names it first."""
        return next(iter(self.option_fields), None)

    @property
    def text_options(self) -> list[forms.BoundField]:
        """What an organiser writes of his own, where a game asks for it."""
        return [each for each in self.option_fields if isinstance(each.field, TextOptionField)]

    @property
    def other_options(self) -> list[forms.BoundField]:
        """The options most organisers leave as they are."""
        return [
            each for each in self.option_fields[1:] if not isinstance(each.field, TextOptionField)
        ]

    @property
    def has_changed_options(self) -> bool:
        """Whether one of the other options is not left as it is, so that they are to be seen."""
        return any(
            field.errors or field.value() != field.field.initial for field in self.other_options
        )
