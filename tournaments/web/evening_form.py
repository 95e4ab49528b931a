"""The one short form from which an evening is made."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from games.problems import Refused
from tournaments.actions.contestant_list import read_contestants
from tournaments.actions.evenings import EveningPlan
from tournaments.actions.events import EventPlan
from tournaments.actions.plan import NO_MOVEMENT
from tournaments.forms import sentence
from tournaments.models import Club
from tournaments.movements.catalogue import Proposal, get_movement, propose
from tournaments.movements.movement import BOARDS_PER_ROUND
from tournaments.queries.meetings import Meetings, meetings_of_plan
from tournaments.web.game_fields import GameFields

_BOARDS = _("Say how many boards a table plays in a round: from 1 to 64.")


class _Words(NamedTuple):
    """Sentences to translate about the list of contestants."""

    label: str
    help_text: str


_WORDS = {
    1: _Words(
        gettext_noop("Players, one on each line"),
        gettext_noop("Write one player on each line: Anna Puig. Player 1 is on the first line."),
    ),
    2: _Words(
        gettext_noop("Pairs, one on each line"),
        gettext_noop("Two names with a dash between: Anna Puig - Berta Roca. Pair 1 is on the first line."),
    ),
}


@dataclass(frozen=True)
class ShownProposal:
    """A proposed movement as a radio button."""

    proposal: Proposal
    value: str
    chosen: bool

    @property
    def meetings(self) -> Meetings:
        """Who would meet whom."""
        return meetings_of_plan(self.proposal.plan)


class EveningForm(GameFields):
    """Name, game, contestants and movement; everything wrong with them is said at once."""

    key = forms.CharField(max_length=80, widget=forms.HiddenInput)
    club = forms.ModelChoiceField(Club.objects.none(), label=_("Club"), empty_label=None)
    name = forms.CharField(
        max_length=120, label=_("Name"), error_messages={"required": _("Give the event a name.")}
    )
    contestants = forms.CharField(
        required=False,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "autocapitalize": "words"}),
    )
    boards_per_round = forms.IntegerField(
        label=_("Boards a round"),
        initial=3,
        min_value=BOARDS_PER_ROUND[0],
        max_value=BOARDS_PER_ROUND[-1],
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), _BOARDS),
    )
    rounds = forms.IntegerField(
        label=_("Rounds"),
        required=False,
        min_value=1,
        help_text=_("Empty: as many as the movement proposes."),
        error_messages=dict.fromkeys(
            ("invalid", "min_value"), _("Play at least one round, or leave it empty.")
        ),
    )
    movement = forms.CharField(label=_("Movement"), required=False)

    def __init__(self, clubs: QuerySet[Club], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offered = self.fields["club"]
        offered.queryset, offered.initial = clubs, clubs.first()  # type: ignore[attr-defined]
        if len(clubs) == 1:
            offered.widget = forms.HiddenInput()
        words = _WORDS[self.players_each]
        self.fields["contestants"].label = gettext(words.label)
        self.fields["contestants"].help_text = gettext(words.help_text)

    @cached_property
    def proposals(self) -> list[ShownProposal]:
        """The movements for what was typed so far; unless one of them was chosen, the first is."""
        proposed = {_value(each): each for each in self._fitting}
        typed = self["movement"].value()
        chosen = typed if typed in proposed else next(iter(proposed), "")
        return [ShownProposal(each, value, value == chosen) for value, each in proposed.items()]

    @property
    def typed(self) -> int:
        """How many lines have something on them."""
        return sum(bool(line.strip()) for line in (self["contestants"].value() or "").splitlines())

    @property
    def fewest(self) -> int:
        """How many contestants two tables need."""
        return 2 * len(self.playing.seats) // self.players_each

    @property
    def no_movement(self) -> str:
        """What is said where no movement takes so many."""
        return gettext(NO_MOVEMENT[self.players_each]) % {"number": self.typed}

    @property
    def _fitting(self) -> list[Proposal]:
        boards = self._number("boards_per_round") or self.fields["boards_per_round"].initial
        return propose(
            self.typed,
            boards,
            self._number("rounds"),
            lines=self.playing.lines,
            players_each=self.players_each,
        )

    def _number(self, name: str) -> int | None:
        """The number typed so far; None while it is none."""
        try:
            number: int | None = self.fields[name].clean(self[name].value())
        except forms.ValidationError:
            return None
        return number

    def clean_contestants(self) -> tuple[str, ...]:
        """The contestants as they are named; every wrong line is said."""
        try:
            return tuple(read_contestants(self.cleaned_data["contestants"], self.players_each))
        except Refused as refused:
            raise forms.ValidationError(_sentences(refused)) from None

    def clean(self) -> dict[str, Any]:
        """Whether the chosen movement takes what was typed, once each of it is right."""
        super().clean()
        if not self.errors:
            self._try_movement()
        return self.cleaned_data

    def plan(self) -> EveningPlan:
        """The evening that a valid form describes."""
        said, chosen = self.cleaned_data, self._chosen
        event = EventPlan(
            said["name"],
            game_key=self.playing.key,
            options=self.chosen_options,
            players_each=self.players_each,
            method_key=self.chosen_method,
            method_options=self.chosen_method_options,
            tiebreaks=self.chosen_tiebreaks,
            movement_key=chosen.movement,
            movement_options=chosen.options,
        )
        return EveningPlan(event, said["contestants"], self._rounds, said["boards_per_round"])

    @property
    def _chosen(self) -> Proposal:
        return next(shown.proposal for shown in self.proposals if shown.chosen)

    @property
    def _rounds(self) -> int:
        return self.cleaned_data["rounds"] or self._chosen.rounds

    def _try_movement(self) -> None:
        if not self.proposals:
            self.add_error("contestants", self.no_movement)
            return
        movement = get_movement(self._chosen.movement, self._chosen.options)
        try:
            movement.plan(self.typed, self._rounds, self.cleaned_data["boards_per_round"])
        except Refused as refused:
            self.add_error("rounds", forms.ValidationError(_sentences(refused)))


def _value(proposal: Proposal) -> str:
    return " ".join([proposal.movement, *(f"{key}={value}" for key, value in proposal.options.items())])


def _sentences(refused: Refused) -> list[str]:
    return [sentence(problem) for problem in refused.problems]
