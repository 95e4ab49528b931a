"""The fields of an event's form that say what is played, under which options, and who is ranked."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.catalogue import GAMES
from games.game import TEAM, Game
from games.options import MINUTES, TITLE, Option, TextOption
from scoring.catalogue import is_at_two_tables
from tournaments.actions.events.event import EventPlan
from tournaments.movements.frame.two_tables import HALVES
from tournaments.web.game_options import OPTION, AsksForOptions, known_value, option_field
from tournaments.web.new_event.game_menu import entries_of, game_menu
from tournaments.web.new_event.method_fields import MethodFields, usual_scoring

_RANKED = {2: _("Pairs"), 1: _("Single players"), TEAM: _("Teams of four")}


class GameFields(AsksForOptions, MethodFields):
    """The game, its options, and pairs, single players or teams where the game has partners."""

    game = forms.ChoiceField(label=_("Game"), initial=EventPlan.game_key)
    scored_as = forms.CharField(required=False, widget=forms.HiddenInput)
    """The usual scoring of the game that the page showed: left alone, scoring follows the game."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["game"].choices = list(game_menu())  # type: ignore[attr-defined]
        sizes = self._sizes
        self.fields |= {
            OPTION + each.key: option_field(each, self._asked[0]) for each in self._asked
        }
        self.initial.update({OPTION + each.key: self._begun_with(each) for each in self._asked})
        if len(sizes) > 1:
            self.fields["ranked"] = _ranked_field(sizes)
        if self.at_two_tables:
            self.fields["halves"] = _halves_field()
        self.score_as_usual(self.playing, self.players_each)
        self._let_scoring_follow()

    @cached_property
    def playing(self) -> Game:
        """The game under what was said so far; what it does not have counts as its default."""
        game, title = self._chosen_game
        said = {each.key: known_value(each, self._submitted(each)) for each in game.own_options}
        return game(said | {TITLE: title} if title else said)

    @property
    def _chosen_game(self) -> tuple[type[Game], str]:
        """The game that a line of the menu stands for, and the title which that line has, if
        any."""
        chosen = str((self.data if self.is_bound else self.initial).get("game", ""))
        games = {value: (game, title) for game in GAMES for value, title in entries_of(game)}
        return games.get(chosen, games[EventPlan.game_key])

    def _begun_with(self, option: Option) -> Any:
        """What its field shows: the text as somebody wrote it, even where that is wrong."""
        written = self._submitted(option) if isinstance(option, TextOption) else None
        return self.playing.options[option.key] if written is None else written

    def _submitted(self, option: Option) -> Any:
        return (self.data if self.is_bound else self.initial).get(OPTION + option.key)

    @property
    def _asked(self) -> list[Option]:
        """The options that have a field here: a title may be the menu's, and minutes are those
        of a board."""
        said = {MINUTES, TITLE} if self._chosen_game[1] else {MINUTES}
        return [option for option in self.playing.own_options if option.key not in said]

    def _let_scoring_follow(self) -> None:
        """Where the game was changed and scoring is what was usual for the one before, it changes
        too.

        So it does where the game has no such method; what is sent at last is refused for it
        instead.
        """
        submitted: Mapping[str, Any] = self.data if self.is_bound else self.initial
        usual = usual_scoring(self.playing, self.players_each)
        shown = dict(
            each.split("=", 1) for each in submitted.get("scored_as", "").split() if "=" in each
        )
        changes = {"scored_as": " ".join(f"{name}={value}" for name, value in usual.items())}
        is_left = shown and all(
            (submitted.get(name, value) or "") == value for name, value in shown.items()
        )
        if is_left or not (self.is_bound or self.offers(submitted.get("method", ""))):
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
    def chosen_options(self) -> dict[str, str]:
        """The game's options, once the form is valid."""
        said = {option.key: self.cleaned_data[OPTION + option.key] for option in self._asked}
        return {**self.playing.options, **said}

    @property
    def option_fields(self) -> list[forms.BoundField]:
        """The options that have a field here."""
        return [self[OPTION + option.key] for option in self._asked]


def _ranked_field(sizes: tuple[int, ...]) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=_("Who is ranked"),
        choices=[(str(size), _RANKED[size]) for size in sizes],
        initial=str(sizes[0]),
        widget=forms.RadioSelect,
        required=False,
        help_text=_(
            "Single players change partners from round to round, and each has a place of his own. "
            "Teams of "
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
