"""The fields of a form that ask for options of a game: choices, or what an organiser writes of
his own."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from games.options import Option, TextOption
from games.scenario import ScenarioOption
from tournaments.forms import sentence

OPTION = "option_"
"""Begins the name of the form field of a game's option."""

_HOW_LISTS = gettext_noop(
    "What is drawn for each board: the same at every table, and secret until it is played. Write "
    "one list on "
    "each line. “Weather: storm, calm, fog” draws one of them, “Events (2): …” draws 2, and “Map "
    "(all): …” "
    "lays out all of them in some order. Who starts a board follows from its number: that needs no "
    "list."
)
_NOT_SAID = {"required": _("Choose one: this belongs to the game.")}


class WrittenField(forms.CharField):
    """Free text for an option, which says everything that is wrong with it."""

    def __init__(self, option: TextOption, **kwargs: Any) -> None:
        super().__init__(required=False, strip=False, label=gettext(option.label), **kwargs)
        self.option = option

    def clean(self, value: Any) -> str:
        """The text as it is kept. Raises `ValidationError` with every problem."""
        kept = self.option.kept(str(value or ""))
        if problems := self.option.problems(kept):
            raise ValidationError([sentence(problem) for problem in problems])
        return kept


def option_field(option: Option, first: Option) -> forms.Field:
    """The field of an option; the choices of the first one lie open."""
    if isinstance(option, ScenarioOption):
        return WrittenField(
            option, widget=forms.Textarea(attrs={"rows": 4}), help_text=gettext(_HOW_LISTS)
        )
    if isinstance(option, TextOption):
        return WrittenField(option)
    choices = [(choice, gettext(option.labels.get(choice, choice))) for choice in option.choices]
    widget = forms.RadioSelect if option is first else forms.Select
    return forms.ChoiceField(
        label=gettext(option.label),
        choices=choices,
        initial=option.default,
        widget=widget,
        error_messages=_NOT_SAID,
    )


def known_value(option: Option, submitted: str | None) -> str:
    """What was said of an option if it can be that, else its default."""
    kept = option.kept(submitted or "")
    return kept if submitted is not None and option.takes(kept) else option.default


class AsksForOptions:
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
        return [each for each in self.option_fields if isinstance(each.field, WrittenField)]

    @property
    def other_options(self) -> list[forms.BoundField]:
        """The options most organisers leave as they are."""
        return [each for each in self.option_fields[1:] if not isinstance(each.field, WrittenField)]

    @property
    def has_unusual_options(self) -> bool:
        """Whether one of the other options is not left as it is, so that they are to be seen."""
        return any(
            field.errors or field.value() != field.field.initial for field in self.other_options
        )
