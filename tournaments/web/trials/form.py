"""Under which options a game is tried: the fields are those of a new event."""

from collections.abc import Mapping

from django import forms

from games.game import Game
from tournaments.web.new_event.game_fields import OPTION
from tournaments.web.new_event.option_fields import option_field


class TrialForm(forms.Form):
    """The options of one game as an address says them; what it leaves out is as usual."""

    def __init__(self, game: Game, asked: Mapping[str, str]) -> None:
        self.usual = {OPTION + key: value for key, value in game.options.items()}
        super().__init__({name: asked.get(name, value) for name, value in self.usual.items()})
        self.of = game
        options = game.own_options
        self.fields |= {OPTION + each.key: option_field(each, options[0]) for each in options}

    @property
    def game(self) -> Game:
        """The game under what was chosen, once the form is valid."""
        chosen = {name.removeprefix(OPTION): value for name, value in self.cleaned_data.items()}
        return type(self.of)(chosen)

    @property
    def unusual(self) -> dict[str, str]:
        """What an address has to say of the options, once the form is valid."""
        return {name: value for name, value in self.cleaned_data.items() if value != self.usual[name]}

    @property
    def first_option(self) -> forms.BoundField | None:
        """The option that is chosen by keys."""
        return next(iter(self), None)

    @property
    def other_options(self) -> list[forms.BoundField]:
        """Those that most leave as they are."""
        return list(self)[1:]

    @property
    def has_unusual_options(self) -> bool:
        """Whether one of them is not left as it is, so that they are to be seen."""
        return any(field.errors or field.value() != field.field.initial for field in self.other_options)
