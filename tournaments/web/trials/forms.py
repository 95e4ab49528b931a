"""The options of a trial, with the fields of a new event."""

from collections.abc import Mapping

from django import forms

from games.game import Game
from tournaments.web.events.shared_form_fields import OPTION_PREFIX, OptionFieldsMixin, option_field


class TrialForm(OptionFieldsMixin, forms.Form):
    """The options of one game from a URL's query; missing ones have their default."""

    def __init__(self, game: Game, query: Mapping[str, str]) -> None:
        self.default_values = {OPTION_PREFIX + key: value for key, value in game.options.items()}
        super().__init__(
            {name: query.get(name, value) for name, value in self.default_values.items()}
        )
        self.base_game = game
        options = game.own_options
        self.fields |= {
            OPTION_PREFIX + option.key: option_field(option, options[0]) for option in options
        }

    @property
    def game(self) -> Game:
        """The game with the chosen options, once the form is valid."""
        chosen = {
            name.removeprefix(OPTION_PREFIX): value for name, value in self.cleaned_data.items()
        }
        return type(self.base_game)(chosen)

    @property
    def changed_values(self) -> dict[str, str]:
        """The options that differ from the defaults, once the form is valid."""
        return {
            name: value
            for name, value in self.cleaned_data.items()
            if value != self.default_values[name]
        }

    @property
    def option_fields(self) -> list[forms.BoundField]:
        """All fields of the form."""
        return list(self)
