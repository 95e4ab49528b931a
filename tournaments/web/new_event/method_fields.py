"""The fields of an event's form that say how it is scored; left alone they make the usual event."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.game import Game
from games.options import Option
from scoring.catalogue import METHODS, TIEBREAKS, get_method

METHOD_OPTION = "method_option_"
"""Begins the name of the form field of a method's option; methods that share an option share its field."""

TIEBREAK = "tiebreak_"
"""Begins the name of the form field of the first tie-break, the second and so on."""

_PLACES = range(1, len(TIEBREAKS) + 1)
_TWICE = _("This tie-break stands twice: what did not part them the first time will not do it now.")


class MethodFields(forms.Form):
    """Method, its options and the tie-breaks in their order."""

    method = forms.ChoiceField(label=_("Scoring"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        methods = [(method.key, gettext(method.name)) for method in METHODS]
        self.fields["method"].choices = methods  # type: ignore[attr-defined]
        self.fields |= {METHOD_OPTION + option.key: _option_field(option) for option in _options()}
        self.fields |= {TIEBREAK + str(place): _tiebreak_field(place) for place in _PLACES}

    def score_as_usual(self, game: Game) -> None:
        """What scoring is while it is left alone."""
        for name, value in usual_scoring(game).items():
            self.fields[name].initial = value

    @property
    def method_fields(self) -> list[forms.BoundField]:
        """Everything about scoring, for the page."""
        names = ["method", *(METHOD_OPTION + option.key for option in _options())]
        return [self[name] for name in (*names, *(TIEBREAK + str(place) for place in _PLACES))]

    @property
    def has_unusual_scoring(self) -> bool:
        """Whether something about scoring is not left as it is, so that it is to be seen."""
        return any((field.value() or usual) != usual for field, usual in self._usual)

    @property
    def _usual(self) -> list[tuple[forms.BoundField, Any]]:
        """Each field with what it is when it is left alone, whatever the form begins with."""
        return [(field, field.field.initial) for field in self.method_fields]

    def clean(self) -> dict[str, Any]:
        """No tie-break stands twice."""
        submitted = [(place, self.cleaned_data.get(TIEBREAK + str(place))) for place in _PLACES]
        for place, key in submitted:
            if key and key in [other for _place, other in submitted[: place - 1]]:
                self.add_error(TIEBREAK + str(place), _TWICE)
        return self.cleaned_data

    @property
    def chosen_method(self) -> str:
        """The method's key; the usual one where nothing was said."""
        return self.cleaned_data["method"] or str(self.fields["method"].initial)

    @property
    def chosen_method_options(self) -> dict[str, str]:
        """What was said about those options that the chosen method has."""
        submitted = {
            key: self.cleaned_data[METHOD_OPTION + key] for key in get_method(self.chosen_method).options
        }
        return {key: value for key, value in submitted.items() if value}

    @property
    def chosen_tiebreaks(self) -> tuple[str, ...]:
        """The tie-breaks in their order."""
        submitted = (self.cleaned_data[TIEBREAK + str(place)] for place in _PLACES)
        return tuple(key for key in submitted if key)


def usual_scoring(game: Game) -> dict[str, str]:
    """What scoring is in a game while it is left alone, by the names of the form's fields."""
    by_place = dict(zip(_PLACES, game.usual_tiebreaks, strict=False))
    options = {option.key: option.default for option in _options()} | dict(game.usual_method_options)
    return {
        "method": game.usual_method,
        **{METHOD_OPTION + key: value for key, value in options.items()},
        **{TIEBREAK + str(place): by_place.get(place, "") for place in _PLACES},
    }


def _options() -> list[Option]:
    """The options of all methods, each once."""
    return [*{option.key: option for method in METHODS for option in method.all_options()}.values()]


def _option_field(option: Option) -> forms.ChoiceField:
    having = [gettext(method.name) for method in METHODS if option in method.all_options()]
    choices = [(choice, gettext(option.labels.get(choice, choice))) for choice in option.choices]
    label, hint = gettext(option.label), "" if len(having) == len(METHODS) else " · ".join(having)
    return forms.ChoiceField(
        label=label, choices=choices, initial=option.default, required=False, help_text=hint
    )


def _tiebreak_field(place: int) -> forms.ChoiceField:
    label = gettext("Tie-break %(place)s") % {"place": place}
    choices = [("", gettext("none"))] + [(each.key, gettext(each.name)) for each in TIEBREAKS]
    return forms.ChoiceField(label=label, choices=choices, required=False)
