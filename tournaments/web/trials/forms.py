"""Under which options a game is tried: the fields are those of a new event."""

from collections.abc import Mapping

from django import forms

from games.game import Game
from tournaments.web.events.shared_form_fields import OPTION_PREFIX, OptionFieldsMixin, option_field


class TrialForm(OptionFieldsMixin, forms.Form):
    """The options of one game as an address says them; what it leaves out is as usual."""

    def __init__(self, game: Game, asked: Mapping[str, str]) -> None:
        self.usual = {OPTION_PREFIX + key: value for key, value in game.options.items()}
        super().__init__({name: asked.get(name, value) for name, value in self.usual.items()})
        self.of = game
        options = game.own_options
        self.fields |= {
            OPTION_PREFIX + each.key: option_field(each, options[0]) for each in options
        }

    @property
    def game(self) -> Game:
        """The game under what was chosen, once the form is valid."""
        chosen = {
            name.removeprefix(OPTION_PREFIX): value for name, value in self.cleaned_data.items()
        }
        return type(self.of)(chosen)

    @property
    def unusual(self) -> dict[str, str]:
        """What an address has to say of the options, once the form is valid."""
        return {
            name: value for name, value in self.cleaned_data.items() if value != self.usual[name]
        }

    @property
    def option_fields(self) -> list[forms.BoundField]:
        """All that it asks for."""
        return list(self)
