"""The fields of an event's form that say how it is scored; left alone they make the usual event."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.game import Game
from games.options import DecimalOption, Option
from scoring.catalogue import (
    TIEBREAKS,
    methods_for,
    tiebreaks_for,
    usual_method_for,
)
from scoring.method import Method
from scoring.teams.victory_points import DEVIATION

METHOD_OPTION = "method_option_"
"""Begins the name of the form field of a method's option; methods that share an option share its
field.

Another option of the same key has the method's key behind it.
"""

TIEBREAK = "tiebreak_"
"""Begins the name of the form field of the first tie-break, the second and so on."""

_PLACES = range(1, len(TIEBREAKS) + 1)
_TWICE = _("This tie-break stands twice: what did not part them the first time will not do it now.")


class MethodFields(forms.Form):
    """Method, its options and the tie-breaks in their order."""

    method = forms.ChoiceField(label=_("Scoring"), required=False)

    def score_as_usual(self, game: Game, players_each: int) -> None:
        """Offer what scores contestants of so many players, and begin with what is usual for
        them."""
        self._methods = _methods(game, players_each)
        methods = [(method.key, gettext(method.name)) for method in self._methods]
        self.fields["method"].choices = methods  # type: ignore[attr-defined]
        options, possible = _options(self._methods), tiebreaks_for(self._methods[0])
        self.fields |= {name: _option_field(option) for name, option in options.items()}
        names = [(each.key, gettext(each.name)) for each in possible]
        self.fields |= {TIEBREAK + str(place): _tiebreak_field(place, names) for place in _PLACES}
        for name, value in usual_scoring(game, players_each).items():
            self.fields[name].initial = value

    def offers(self, method: str) -> bool:
        """Whether a method can be chosen here; so can none, which is the usual one."""
        return not method or method in {each.key for each in self._methods}

    @property
    def method_fields(self) -> list[forms.BoundField]:
        """Everything about scoring, for the page: of the options those of the method that was
        said so far."""
        names = ["method", *self._own_options(str(self["method"].value()))]
        return [self[name] for name in (*names, *(TIEBREAK + str(place) for place in _PLACES))]

    @property
    def has_unusual_scoring(self) -> bool:
        """Whether something about scoring is not left as it is, so that it is to be seen."""
        return any((field.value() or usual) != usual for field, usual in self._usual)

    @property
    def _usual(self) -> list[tuple[forms.BoundField, Any]]:
        """Each field with what it is when it is left alone, whatever the form begins with."""
        names = ["method", *_options(self._methods), *(TIEBREAK + str(place) for place in _PLACES)]
        return [(self[name], self.fields[name].initial) for name in names]

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
        own = self._own_options(self.chosen_method)
        return {
            option.key: self.cleaned_data[name]
            for name, option in own.items()
            if self.cleaned_data[name]
        }

    def _own_options(self, key: str) -> dict[str, Option]:
        """The options of a method, by the names of their fields; of the usual one where it is
        not offered."""
        offered = {method.key: method for method in self._methods}
        own = offered.get(key, offered[str(self.fields["method"].initial)]).all_options()
        return {name: option for name, option in _options(self._methods).items() if option in own}

    @property
    def chosen_tiebreaks(self) -> tuple[str, ...]:
        """The tie-breaks in their order."""
        submitted = (self.cleaned_data[TIEBREAK + str(place)] for place in _PLACES)
        return tuple(key for key in submitted if key)


def usual_scoring(game: Game, players_each: int) -> dict[str, str]:
    """What scoring is in a game while it is left alone, by the names of the form's fields."""
    usual, methods = usual_method_for(game, players_each), _methods(game, players_each)
    possible = {each.key for each in tiebreaks_for(type(usual))}
    by_place = dict(
        zip(_PLACES, (key for key in game.usual_tiebreaks if key in possible), strict=False)
    )
    own = usual.all_options()
    return {
        "method": usual.key,
        **{
            name: usual.options[option.key] if option in own else option.default
            for name, option in _options(methods).items()
        },
        **{TIEBREAK + str(place): by_place.get(place, "") for place in _PLACES},
    }


def _methods(game: Game, players_each: int) -> Sequence[type[Method]]:
    """What is offered; nothing that needs a deviation where nobody has measured that of the
    game."""
    offered = methods_for(game, players_each)
    return [each for each in offered if game.deviation or DEVIATION not in each.all_options()]


def _options(methods: Sequence[type[Method]]) -> dict[str, Option]:
    """The options of all methods, each once, by the names of their fields; no number that nobody
    can list."""
    named: dict[str, Option] = {}
    for method in methods:
        for option in method.all_options():
            name = METHOD_OPTION + option.key
            if named.get(name, option) != option:
                name += f"_{method.key}"
            if not isinstance(option, DecimalOption):
                named[name] = option
    return named


def _option_field(option: Option) -> forms.ChoiceField:
    choices = [(choice, gettext(option.labels.get(choice, choice))) for choice in option.choices]
    return forms.ChoiceField(
        label=gettext(option.label), choices=choices, initial=option.default, required=False
    )


def _tiebreak_field(place: int, possible: list[tuple[str, str]]) -> forms.ChoiceField:
    label = gettext("Tie-break %(place)s") % {"place": place}
    return forms.ChoiceField(
        label=label, choices=[("", gettext("none")), *possible], required=False
    )
