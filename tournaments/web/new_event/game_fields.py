"""The fields of an event's form that say what is played, under which options, and who is ranked."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.catalogue import GAMES, families
from games.game import TEAM, Game
from games.options import Option
from scoring.catalogue import is_at_two_tables
from tournaments.actions.events.event import EventPlan
from tournaments.movements.frame.two_tables import HALVES
from tournaments.web.new_event.method_fields import MethodFields, usual_scoring

OPTION = "option_"
"""Begins the name of the form field of a game's option."""

_RANKED = {2: _("Pairs"), 1: _("Single players"), TEAM: _("Teams of four")}
_NOT_SAID = {"required": _("Choose one: this belongs to the game.")}


class GameFields(MethodFields):
    """The game, its options, and pairs, single players or teams where the game has partners."""

    game = forms.ChoiceField(label=_("Game"), initial=EventPlan.game_key)
    scored_as = forms.CharField(required=False, widget=forms.HiddenInput)
    """The usual scoring of the game that the page showed: left alone, scoring follows the game."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["game"].choices = list(_menu())  # type: ignore[attr-defined]
        options, sizes = self.playing.own_options, self._sizes
        self.fields |= {OPTION + option.key: option_field(option, options[0]) for option in options}
        self.initial.update({OPTION + key: value for key, value in self.playing.options.items()})
        if len(sizes) > 1:
            self.fields["ranked"] = _ranked_field(sizes)
        if self.at_two_tables:
            self.fields["halves"] = _halves_field()
        self.score_as_usual(self.playing, self.players_each)
        self._let_scoring_follow()

    @cached_property
    def playing(self) -> Game:
        """The game under what was said so far; what it does not have counts as its default."""
        submitted: Mapping[str, Any] = self.data if self.is_bound else self.initial
        games = {game.key: game for game in GAMES}
        game = games.get(submitted.get("game", ""), games[EventPlan.game_key])
        return game({each.key: _known(each, submitted.get(OPTION + each.key)) for each in game.own_options})

    def _let_scoring_follow(self) -> None:
        """Where the game was changed and scoring is what was usual for the one before, it changes too."""
        submitted: Mapping[str, Any] = self.data if self.is_bound else self.initial
        usual = usual_scoring(self.playing, self.players_each)
        shown = dict(each.split("=", 1) for each in submitted.get("scored_as", "").split() if "=" in each)
        changes = {"scored_as": " ".join(f"{name}={value}" for name, value in usual.items())}
        if shown and all((submitted.get(name) or "") == value for name, value in shown.items()):
            changes |= usual
        if self.is_bound:
            self.data = {**{name: submitted[name] for name in submitted}, **changes}
        else:
            self.initial.update(changes)

    @property
    def players_each(self) -> int:
        """How many players one contestant is, as far as it was said."""
        sizes = self._sizes
        submitted = str(self["ranked"].value()) if "ranked" in self.fields else ""
        return int(submitted) if submitted in map(str, sizes) else sizes[0]

    @property
    def at_two_tables(self) -> bool:
        """Whether teams meet at two tables, as far as it was said."""
        return is_at_two_tables(self.playing, self.players_each)

    @property
    def halves(self) -> int:
        """In how many halves a match of teams is played, as far as it was said."""
        submitted = str(self["halves"].value()) if "halves" in self.fields else ""
        return int(submitted) if submitted in map(str, HALVES) else 1

    @property
    def _sizes(self) -> tuple[int, ...]:
        return self.playing.contestant_sizes

    @property
    def first_option(self) -> forms.BoundField | None:
        """The option every organiser decides: a game names it first."""
        return next(iter(self._options), None)

    @property
    def other_options(self) -> list[forms.BoundField]:
        """The options most organisers leave as they are."""
        return self._options[1:]

    @property
    def has_unusual_options(self) -> bool:
        """Whether one of the other options is not left as it is, so that they are to be seen."""
        return any(field.errors or field.value() != field.field.initial for field in self.other_options)

    @property
    def chosen_options(self) -> dict[str, str]:
        """The game's options, once the form is valid."""
        return {option.key: self.cleaned_data[OPTION + option.key] for option in self.playing.own_options}

    @property
    def _options(self) -> list[forms.BoundField]:
        return [self[OPTION + option.key] for option in self.playing.own_options]


def _menu() -> Iterator[tuple[str, str | list[tuple[str, str]]]]:
    """Every game by name, in the order of the catalogue, those of a family together."""
    for family, members in families():
        named = [(game.key, gettext(game.name)) for game in members]
        if family:
            yield gettext(family), named
        else:
            yield from named


def _known(option: Option, submitted: str | None) -> str:
    """What was said of an option if it is one of its choices, else its default."""
    return submitted if submitted in option.choices else option.default


def option_field(option: Option, first: Option) -> forms.ChoiceField:
    """The field of a game's option: keys for its first one, a list for any other."""
    choices = [(choice, gettext(option.labels.get(choice, choice))) for choice in option.choices]
    widget = forms.RadioSelect if option is first else forms.Select
    return forms.ChoiceField(
        label=gettext(option.label),
        choices=choices,
        initial=option.default,
        widget=widget,
        error_messages=_NOT_SAID,
    )


def _ranked_field(sizes: tuple[int, ...]) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=_("Who is ranked"),
        choices=[(str(size), _RANKED[size]) for size in sizes],
        initial=str(sizes[0]),
        widget=forms.RadioSelect,
        required=False,
        help_text=_(
            "Single players change partners from round to round, and each has a place of his own. Teams of "
            "four to six meet at two tables with the same boards."
        ),
    )


def _halves_field() -> forms.ChoiceField:
    return forms.ChoiceField(
        label=_("A match is played"),
        choices=[("1", _("in one go")), ("2", _("in two halves, each with its own line-up"))],
        initial="1",
        widget=forms.RadioSelect,
        required=False,
    )
