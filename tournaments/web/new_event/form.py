"""The one short form from which an evening is made."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from games.game import TEAM
from games.problems import Problem, Refused
from tournaments.actions.contestants.pasted_list import listed_contestants, number_listed
from tournaments.actions.events.event import EventPlan
from tournaments.actions.events.setup import EventSetup
from tournaments.actions.people.known_people import in_known_spelling
from tournaments.forms import sentence
from tournaments.models import Club
from tournaments.models.events import USUAL_OBJECTION_MINUTES
from tournaments.movements.advice.nothing_fits import no_movement, two_tables
from tournaments.movements.advice.proposals import Proposal, advise
from tournaments.movements.advice.time_budget import TimeBudget
from tournaments.movements.catalogue import get_movement
from tournaments.web.events.when_and_where import ClosingTime, WhenAndWhere
from tournaments.web.list_problems import ListProblems, problems_by_line
from tournaments.web.new_event.proposals import ShownProposal, shown_proposals
from tournaments.web.new_event.time_fields import WRONG_NUMBER, TimeFields

_COUNT = _("Write a number, or leave it empty and write the list.")


class _Words(NamedTuple):
    """Sentences to translate about the list of contestants."""

    how_many: str
    label: str
    help_text: str


_WORDS = {
    1: _Words(
        gettext_noop("How many players?"),
        gettext_noop("Players, one on each line"),
        gettext_noop(
            "Write one player on each line: Anna Puig. Player 1 is on the first line. Names may "
            "come later."
        ),
    ),
    TEAM: _Words(
        gettext_noop("How many teams?"),
        gettext_noop("Teams, one on each line"),
        gettext_noop(
            "Write one team on each line, with its players behind a colon if you know them: "
            "Els Pins: Anna, Berta, Carles, Dídac. Team 1 is on the first line. Names may come "
            "later."
        ),
    ),
    2: _Words(
        gettext_noop("How many pairs?"),
        gettext_noop("Pairs, one on each line"),
        gettext_noop(
            "Two names with a dash between: Anna Puig - Berta Roca. Pair 1 is on the first line. "
            "Names may come later."
        ),
    ),
}


class NewEventForm(WhenAndWhere, ClosingTime, TimeFields):
    """Name, game, contestants and movement; everything wrong with them is said at once."""

    key = forms.CharField(max_length=80, widget=forms.HiddenInput)
    name = forms.CharField(
        max_length=120, label=_("Name"), error_messages={"required": _("Give the event a name.")}
    )
    count = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=999,
        error_messages=dict.fromkeys(WRONG_NUMBER, _COUNT),
    )
    contestants = forms.CharField(
        required=False,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "autocapitalize": "words"}),
    )
    movement = forms.CharField(label=_("Movement"), required=False)
    list_lines: Sequence[int] = ()
    """On which lines of the list the contestants are."""
    wrong_lines: ListProblems | None = None

    def __init__(self, clubs: QuerySet[Club], *args: Any, **kwargs: Any) -> None:
        super().__init__(clubs, *args, **kwargs)
        words = _WORDS[self.players_each]
        self.fields["count"].label = gettext(words.how_many)
        self.fields["contestants"].label = gettext(words.label)
        self.fields["contestants"].help_text = gettext(words.help_text)

    @cached_property
    def proposals(self) -> list[ShownProposal]:
        """The movements for what was typed so far; unless one of them was chosen, the first is."""
        try:
            return shown_proposals(advise(self._time_budget), self["movement"].value())
        except Refused:
            return []

    @property
    def typed(self) -> int:
        """How many contestants there are: the number, or the lines with a name where they are
        more."""
        return max(self._number("count") or 0, self._lines)

    @property
    def fewest(self) -> int:
        """How many contestants two tables need."""
        return two_tables(self._time_budget)

    @property
    def nothing_fits(self) -> str:
        """What is said where there are no proposals."""
        return " ".join(sentence(problem) for problem in self._against)

    @cached_property
    def _lines(self) -> int:
        return number_listed(self["contestants"].value() or "", self.players_each)

    @property
    def _time_budget(self) -> TimeBudget:
        return TimeBudget.of(
            self.playing,
            self.typed,
            self.players_each,
            minutes=self.minutes_there_are,
            minutes_per_board=self.pace_said,
            boards_per_round=self._number("boards_per_round"),
            rounds=self._number("rounds"),
            halves=self.halves,
            boards_in_all=self.total_said,
        )

    @property
    def _against(self) -> list[Problem]:
        """Why nothing is proposed."""
        try:
            advise(self._time_budget)
        except Refused as refused:
            return refused.problems
        return [no_movement(self._time_budget)]

    def clean_contestants(self) -> tuple[str, ...]:
        """The contestants as they are named, if anybody is yet; every wrong line is said."""
        submitted = self.cleaned_data["contestants"]
        if not submitted.strip() and self.cleaned_data.get("count"):
            return ()
        try:
            listed = listed_contestants(submitted, self.players_each)
        except Refused as refused:
            self.wrong_lines = problems_by_line(submitted, refused.problems)
            raise forms.ValidationError(self.wrong_lines.sentences) from None
        self.list_lines = list(listed)
        names = list(listed.values())
        if "respell" in self.data and (club := self.cleaned_data.get("club")):
            names = in_known_spelling(club, names, self.players_each)
        return tuple(names)

    def refuse_with(self, problems: Sequence[Problem]) -> None:
        """Show why the event was not created, each problem of the list beside its line."""
        self.wrong_lines = problems_by_line(self["contestants"].value() or "", problems)
        for said in self.wrong_lines.sentences:
            self.add_error(None, said)

    def clean_objection_minutes(self) -> Any:
        """The minutes; the usual ones where a page that was opened before does not ask."""
        if "objection_minutes" not in self.data:
            return USUAL_OBJECTION_MINUTES
        return self._approved("objection_minutes")

    def clean(self) -> dict[str, Any]:
        """Whether the chosen movement takes what was typed, once each of it is right."""
        super().clean()
        if not self.errors:
            self._try_movement()
        return self.cleaned_data

    def plan(self) -> EventSetup:
        """The evening that a valid form describes; who is not named yet is an empty name."""
        submitted, chosen = self.cleaned_data, self._chosen
        event = EventPlan(
            submitted["name"],
            game_key=self.playing.key,
            options=self.chosen_options,
            players_each=self.players_each,
            method_key=submitted["method"],
            method_options=self.chosen_method_options,
            tiebreaks=self.chosen_tiebreaks,
            starts_at=submitted["starts_at"],
            place=submitted["place"],
            objection_minutes=submitted["objection_minutes"],
            movement_key=chosen.movement,
            movement_options=chosen.options,
            halves=self.halves,
        )
        unnamed = ("",) * (self.typed - len(submitted["contestants"]))
        boards = chosen.boards_per_round // self.halves
        contestants, minutes = submitted["contestants"] + unnamed, submitted["minutes"]
        return EventSetup(event, contestants, self._rounds, boards, minutes=minutes)

    @property
    def _chosen(self) -> Proposal:
        return next(each.proposal for each in self.proposals if each.chosen)

    @property
    def _rounds(self) -> int:
        return self.cleaned_data["rounds"] or self._chosen.rounds

    def _try_movement(self) -> None:
        if not self.proposals:
            for problem in self._against:
                self.add_error(problem.field, sentence(problem))
            return
        chosen = self._chosen
        try:
            get_movement(chosen.movement, chosen.options).plan(
                self.typed, self._rounds, chosen.boards_per_round
            )
        except Refused as refused:
            self.add_error("rounds", forms.ValidationError(_sentences(refused.problems)))


def _sentences(problems: list[Problem]) -> list[str]:
    return [sentence(problem) for problem in problems]
