"""The form of a new event: game, options, scoring, time, contestants."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext, gettext_noop, ngettext
from django.utils.translation import gettext_lazy as _

from games.catalogue import GAMES, games_by_family
from games.game import MIN_TEAM_SIZE, Game
from games.options import MINUTES as MINUTES_SAID
from games.options import TITLE, DecimalOption, Option, TextOption
from games.problems import Problem, ValidationFailed
from scoring.catalogue import (
    TIEBREAKS,
    default_method_for,
    is_at_two_tables,
    methods_for,
    tiebreaks_for,
)
from scoring.method import Method
from scoring.teams.victory_points import DEVIATION
from tournaments.actions.contestants.pasted_list import listed_contestants, number_listed
from tournaments.actions.events.create import EventPlan
from tournaments.actions.events.create_with_session import EventSetup
from tournaments.actions.people.near_twins import in_known_spelling
from tournaments.forms import parse_number, problem_text
from tournaments.models import Club, Event
from tournaments.models.events import USUAL_OBJECTION_MINUTES
from tournaments.movements.advice.no_proposals import (
    contestants_for_two_tables,
    no_movement_problem,
)
from tournaments.movements.advice.proposals import Proposal, propose_movements
from tournaments.movements.advice.time_budget import (
    ALLOWED_MINUTES_PER_BOARD,
    ALLOWED_SESSION_MINUTES,
    TimeBudget,
)
from tournaments.movements.base.movement import ALLOWED_BOARDS_PER_ROUND, ALLOWED_ROUNDS
from tournaments.movements.base.team_matches import ALLOWED_HALVES
from tournaments.movements.catalogue import get_movement
from tournaments.queries.rounds.club_pace import Pace, minutes_per_board
from tournaments.web.contestants.list_problems import ListProblems, problems_by_line
from tournaments.web.events.proposals import ProposalChoice, proposal_choices
from tournaments.web.events.shared_form_fields import (
    OPTION_PREFIX,
    DateAndPlaceForm,
    ObjectionTimeForm,
    OptionFieldsMixin,
    option_field,
    option_value_or_default,
)

Entry = tuple[str, str]
"""What a line of the menu sends, and what it says."""


def game_choices() -> Iterator[tuple[str, str | list[Entry]]]:
    """Every game by name, in the order of the catalogue, those of a family together."""
    for family, members in games_by_family():
        named = [
            (value, title or gettext(game.name))
            for game in members
            for value, title in menu_entries(game)
        ]
        if family:
            yield gettext(family), named
        else:
            yield from named


def menu_entries(game: type[Game]) -> Iterator[Entry]:
    """What stands for the game in the menu, with the title that is played: each it is known for,
    then any."""
    for title in game.known_titles:
        yield f"{game.key}:{title}", title
    yield game.key, ""


METHOD_OPTION_PREFIX = "method_option_"
"""Begins the name of the form field of a method's option; methods that share an option share its
field.

Another option of the same key has the method's key behind it.
"""

TIEBREAK_PREFIX = "tiebreak_"
"""Begins the name of the form field of the first tie-break, the second and so on."""

_PLACES = range(1, len(TIEBREAKS) + 1)
_TWICE = _("This tie-break is chosen twice: choose another, or none.")


class MethodFields(forms.Form):
    """Method, its options and the tie-breaks in their order."""

    method = forms.ChoiceField(label=_("Scoring"), required=False)

    def offer_scoring(self, game: Game, players_each: int) -> None:
        """Offer what scores contestants of so many players, and begin with what is usual for
        them."""
        self._methods = _methods(game, players_each)
        methods = [(method.key, gettext(method.name)) for method in self._methods]
        self.fields["method"].choices = methods  # type: ignore[attr-defined]
        options, possible = _options(self._methods), tiebreaks_for(self._methods[0])
        self.fields |= {name: _option_field(option) for name, option in options.items()}
        names = [(each.key, gettext(each.name)) for each in possible]
        self.fields |= {
            TIEBREAK_PREFIX + str(place): _tiebreak_field(place, names) for place in _PLACES
        }
        for name, value in default_scoring(game, players_each).items():
            self.fields[name].initial = value

    def offers_method(self, method: str) -> bool:
        """Whether a method can be chosen here; so can none, which is the usual one."""
        return not method or method in {each.key for each in self._methods}

    @property
    def method_fields(self) -> list[forms.BoundField]:
        """Everything about scoring, for the page: of the options those of the method that was
        said so far."""
        names = ["method", *self._own_options(str(self["method"].value()))]
        return [
            self[name] for name in (*names, *(TIEBREAK_PREFIX + str(place) for place in _PLACES))
        ]

    @property
    def has_changed_scoring(self) -> bool:
        """Whether something about scoring is not left as it is, so that it is to be seen."""
        return any((field.value() or usual) != usual for field, usual in self._usual)

    @property
    def _usual(self) -> list[tuple[forms.BoundField, Any]]:
        """Each field with what it is when it is left alone, whatever the form begins with."""
        names = [
            "method",
            *_options(self._methods),
            *(TIEBREAK_PREFIX + str(place) for place in _PLACES),
        ]
        return [(self[name], self.fields[name].initial) for name in names]

    def clean(self) -> dict[str, Any]:
        """No tie-break stands twice."""
        submitted = [
            (place, self.cleaned_data.get(TIEBREAK_PREFIX + str(place))) for place in _PLACES
        ]
        for place, key in submitted:
            if key and key in [other for _place, other in submitted[: place - 1]]:
                self.add_error(TIEBREAK_PREFIX + str(place), _TWICE)
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
        submitted = (self.cleaned_data[TIEBREAK_PREFIX + str(place)] for place in _PLACES)
        return tuple(key for key in submitted if key)


def default_scoring(game: Game, players_each: int) -> dict[str, str]:
    """What scoring is in a game while it is left alone, by the names of the form's fields."""
    usual, methods = default_method_for(game, players_each), _methods(game, players_each)
    possible = {each.key for each in tiebreaks_for(type(usual))}
    by_place = dict(
        zip(_PLACES, (key for key in game.default_tiebreaks if key in possible), strict=False)
    )
    own = usual.all_options()
    return {
        "method": usual.key,
        **{
            name: usual.options[option.key] if option in own else option.default
            for name, option in _options(methods).items()
        },
        **{TIEBREAK_PREFIX + str(place): by_place.get(place, "") for place in _PLACES},
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
            name = METHOD_OPTION_PREFIX + option.key
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


_RANKED = {2: _("Pairs"), 1: _("Single players"), MIN_TEAM_SIZE: _("Teams of four")}


class GameFields(OptionFieldsMixin, MethodFields):
    """The game, its options, and pairs, single players or teams where the game has partners."""

    game = forms.ChoiceField(label=_("Game"), initial=EventPlan.game_key)
    scored_as = forms.CharField(required=False, widget=forms.HiddenInput)
    """The usual scoring of the game that the page showed: left alone, scoring follows the game."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["game"].choices = list(game_choices())  # type: ignore[attr-defined]
        sizes = self._sizes
        self.fields |= {
            OPTION_PREFIX + each.key: option_field(each, self._asked[0]) for each in self._asked
        }
        self.initial.update(
            {OPTION_PREFIX + each.key: self._begun_with(each) for each in self._asked}
        )
        if len(sizes) > 1:
            self.fields["ranked"] = _ranked_field(sizes)
        if self.at_two_tables:
            self.fields["halves"] = _halves_field()
        self.offer_scoring(self.chosen_game, self.players_each)
        self._let_scoring_follow()

    @cached_property
    def chosen_game(self) -> Game:
        """The game under what was said so far; what it does not have counts as its default."""
        game, title = self._chosen_game
        said = {
            each.key: option_value_or_default(each, self._submitted(each))
            for each in game.own_options
        }
        return game(said | {TITLE: title} if title else said)

    @property
    def _chosen_game(self) -> tuple[type[Game], str]:
        """The game that a line of the menu stands for, and the title which that line has, if
        any."""
        chosen = str((self.data if self.is_bound else self.initial).get("game", ""))
        games = {value: (game, title) for game in GAMES for value, title in menu_entries(game)}
        return games.get(chosen, games[EventPlan.game_key])

    def _begun_with(self, option: Option) -> Any:
        """What its field shows: the text as somebody wrote it, even where that is wrong."""
        written = self._submitted(option) if isinstance(option, TextOption) else None
        return self.chosen_game.options[option.key] if written is None else written

    def _submitted(self, option: Option) -> Any:
        return (self.data if self.is_bound else self.initial).get(OPTION_PREFIX + option.key)

    @property
    def _asked(self) -> list[Option]:
        """The options that have a field here: a title may be the menu's, and minutes are those
        of a board."""
        said = {MINUTES_SAID, TITLE} if self._chosen_game[1] else {MINUTES_SAID}
        return [option for option in self.chosen_game.own_options if option.key not in said]

    def _let_scoring_follow(self) -> None:
        """Where the game was changed and scoring is what was usual for the one before, it changes
        too.

        So it does where the game has no such method; what is sent at last is refused for it
        instead.
        """
        submitted: Mapping[str, Any] = self.data if self.is_bound else self.initial
        usual = default_scoring(self.chosen_game, self.players_each)
        shown = dict(
            each.split("=", 1) for each in submitted.get("scored_as", "").split() if "=" in each
        )
        changes = {"scored_as": " ".join(f"{name}={value}" for name, value in usual.items())}
        is_left = shown and all(
            (submitted.get(name, value) or "") == value for name, value in shown.items()
        )
        if is_left or not (self.is_bound or self.offers_method(submitted.get("method", ""))):
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
        return is_at_two_tables(self.chosen_game, self.players_each)

    @property
    def halves(self) -> int:
        """In how many halves a match of teams is played, as far as it was said."""
        submitted = str(self["halves"].value()) if "halves" in self.fields else ""
        return int(submitted) if submitted in map(str, ALLOWED_HALVES) else 1

    @property
    def _sizes(self) -> tuple[int, ...]:
        return self.chosen_game.contestant_sizes

    @property
    def chosen_options(self) -> dict[str, str]:
        """The game's options, once the form is valid."""
        said = {option.key: self.cleaned_data[OPTION_PREFIX + option.key] for option in self._asked}
        return {**self.chosen_game.options, **said}

    @property
    def option_fields(self) -> list[forms.BoundField]:
        """The options that have a field here."""
        return [self[OPTION_PREFIX + option.key] for option in self._asked]


def _ranked_field(sizes: tuple[int, ...]) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=_("Who is ranked"),
        choices=[(str(size), _RANKED[size]) for size in sizes],
        initial=str(sizes[0]),
        widget=forms.RadioSelect,
        required=False,
        help_text=_("Singles change partners every round; teams meet at two tables."),
    )


def _halves_field() -> forms.ChoiceField:
    return forms.ChoiceField(
        label=_("A match is played"),
        choices=[("1", _("in one go")), ("2", _("in two halves, each with its own line-up"))],
        initial="1",
        widget=forms.RadioSelect,
        required=False,
    )


NUMBER_ERROR_CODES = ("invalid", "min_value", "max_value")
"""What a number can be refused for."""

_BOARDS = _("Enter the number of boards per round, from 1 to 64, or leave it empty.")
_ROUNDS = _("Enter the number of rounds, from 1 to 200, or leave it empty.")
_MINUTES = _("Enter how many minutes you have, from 5 to 1440.")
_PACE = _("Enter how many minutes a board takes, from 1 to 180: 7 or 7.5.")


class TimeFields(GameFields):
    """The club, the minutes there are, those of a board; rounds and boards where they are
    decided already."""

    club = forms.ModelChoiceField(Club.objects.none(), label=_("Club"), empty_label=None)
    minutes = forms.IntegerField(
        label=_("Minutes in all"),
        required=False,
        initial=TimeBudget.minutes,
        min_value=ALLOWED_SESSION_MINUTES[0],
        max_value=ALLOWED_SESSION_MINUTES[-1],
        error_messages=dict.fromkeys(NUMBER_ERROR_CODES, _MINUTES),
    )
    minutes_per_board = forms.DecimalField(
        label=_("Minutes a board"),
        required=False,
        min_value=ALLOWED_MINUTES_PER_BOARD[0],
        max_value=ALLOWED_MINUTES_PER_BOARD[-1],
        max_digits=4,
        decimal_places=1,
        widget=forms.NumberInput(attrs={"step": "0.5", "inputmode": "decimal"}),
        error_messages=dict.fromkeys(
            (*NUMBER_ERROR_CODES, "max_digits", "max_decimal_places"), _PACE
        ),
    )
    paced = forms.CharField(required=False, widget=forms.HiddenInput)
    """The minutes a board that the page proposed: left alone, they follow the game."""
    boards_per_round = forms.IntegerField(
        label=_("Boards a round"),
        required=False,
        min_value=ALLOWED_BOARDS_PER_ROUND[0],
        max_value=ALLOWED_BOARDS_PER_ROUND[-1],
        help_text=_("Empty: as many as fit the time."),
        error_messages=dict.fromkeys(NUMBER_ERROR_CODES, _BOARDS),
    )
    rounds = forms.IntegerField(
        label=_("Rounds"),
        required=False,
        min_value=ALLOWED_ROUNDS[0],
        max_value=ALLOWED_ROUNDS[-1],
        help_text=_("Empty: as many as fit the time."),
        error_messages=dict.fromkeys(NUMBER_ERROR_CODES, _ROUNDS),
    )

    in_all = forms.ChoiceField(label=_("Boards in all"), required=False, widget=forms.RadioSelect)

    def __init__(self, clubs: QuerySet[Club], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offered = self.fields["club"]
        offered.queryset, offered.initial = clubs, clubs.first()  # type: ignore[attr-defined]
        if len(clubs) == 1:
            offered.widget = forms.HiddenInput()
        self.fields["minutes_per_board"].help_text = self._whose_pace
        if self.initial.get("minutes_per_board") in (None, "", self.initial.get("paced")):
            self.initial["minutes_per_board"] = self._pace_written
        self.initial["paced"] = self._pace_written
        self._offer_totals()

    def _offer_totals(self) -> None:
        """The numbers of boards that the rules of the game make an event of; they follow the
        game."""
        totals = [str(each) for each in self.chosen_game.recommended_board_counts]
        if not totals:
            del self.fields["in_all"]
            return
        choices = [
            *((each, each) for each in totals),
            ("", gettext("as many as fit the time")),
        ]
        self.fields["in_all"].choices = choices  # type: ignore[attr-defined]
        submitted: Mapping[str, Any] = self.data if self.is_bound else self.initial
        if submitted.get("in_all") in dict(choices):
            return
        if self.is_bound:
            self.data = {**{name: submitted[name] for name in submitted}, "in_all": totals[0]}
        else:
            self.initial["in_all"] = totals[0]

    @property
    def chosen_total(self) -> int | None:
        """How many boards in all were chosen; None for as many as there is time for."""
        said = str(self["in_all"].value()) if "in_all" in self.fields else ""
        return int(said) if said in map(str, self.chosen_game.recommended_board_counts) else None

    @property
    def chosen_minutes(self) -> int:
        """The minutes said so far, or the usual ones."""
        return self._number("minutes") or TimeBudget.minutes

    @property
    def chosen_pace(self) -> Fraction:
        """The minutes a board said so far, or those of the club."""
        return Fraction(self._number("minutes_per_board") or self.pace.minutes)

    @property
    def chosen_options(self) -> dict[str, str]:
        """With the minutes a board that the club has said, where the game keeps them."""
        chosen, said = super().chosen_options, self._number("minutes_per_board")
        if MINUTES_SAID in chosen and self.chosen_pace != self.pace.minutes:
            chosen[MINUTES_SAID] = f"{said.normalize():f}"
        return chosen

    @property
    def has_chosen_length(self) -> bool:
        """Whether rounds or boards a round were decided already, so that they are to be seen."""
        fields = (self["boards_per_round"], self["rounds"])
        return any(field.errors or field.value() for field in fields)

    @cached_property
    def pace(self) -> Pace:
        """How long the club takes for a board of the game."""
        clubs = self.fields["club"].queryset  # type: ignore[attr-defined]
        number = parse_number(str(self["club"].value() or ""))
        return minutes_per_board(
            clubs.filter(pk=number).first() if number else clubs.first(), self.chosen_game
        )

    @property
    def _pace_written(self) -> str:
        return str(Decimal(self.pace.minutes.numerator) / self.pace.minutes.denominator)

    @property
    def _whose_pace(self) -> str:
        if not self.pace.rounds:
            return gettext("Usual for this game; later your own rounds decide.")
        sentence = ngettext(
            "As in your last %(rounds)s round.",
            "As in your last %(rounds)s rounds.",
            self.pace.rounds,
        )
        return sentence % {"rounds": self.pace.rounds}

    def _number(self, name: str) -> Any:
        """The number, or the moment, typed so far; None while it is none."""
        try:
            return self.fields[name].clean(self[name].value())
        except forms.ValidationError:
            return None


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
    MIN_TEAM_SIZE: _Words(
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


def initial_values(last: Event) -> dict[str, Any]:
    """What the form of a new event begins with: club, game, rules, place and number of the last
    one."""
    titled = f"{last.game_key}:{last.options.get(TITLE, '')}"
    is_titled = any(titled in dict(menu_entries(game)) for game in GAMES)
    return {
        "club": last.club_id,
        "game": titled if is_titled else last.game_key,
        "ranked": str(last.players_each),
        "place": last.place,
        "count": last.contestants.filter(withdrawn_at=None).count() or None,
        "count_proposed": "yes",
        **{OPTION_PREFIX + key: value for key, value in last.options.items()},
    }


class NewEventForm(DateAndPlaceForm, ObjectionTimeForm, TimeFields):
    """Name, game, contestants and movement; everything wrong with them is said at once."""

    key = forms.CharField(max_length=80, widget=forms.HiddenInput)
    name = forms.CharField(
        max_length=120, label=_("Name"), error_messages={"required": _("Give the event a name.")}
    )
    count = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=999,
        error_messages=dict.fromkeys(NUMBER_ERROR_CODES, _COUNT),
    )
    contestants = forms.CharField(
        required=False,
        widget=forms.Textarea(
            attrs={
                "rows": 10,
                "spellcheck": "false",
                "autocapitalize": "words",
                "placeholder": " ",  # tells the style sheet whether anything is typed
            }
        ),
    )
    movement = forms.CharField(label=_("Movement"), required=False)
    count_proposed = forms.CharField(required=False, widget=forms.HiddenInput)
    """Whether the number was proposed as that of the last event, which its hint says."""
    list_lines: Sequence[int] = ()
    """On which lines of the list the contestants are."""
    wrong_lines: ListProblems | None = None

    def __init__(self, clubs: QuerySet[Club], *args: Any, **kwargs: Any) -> None:
        super().__init__(clubs, *args, **kwargs)
        words = _WORDS[self.players_each]
        self.fields["starts_at"].help_text = ""  # the page says that everything has a usual value
        self.fields["count"].label = gettext(words.how_many)
        if self["count_proposed"].value():
            self.fields["count"].help_text = gettext("As last time.")
        self.fields["contestants"].label = gettext(words.label)
        self.fields["contestants"].help_text = gettext(words.help_text)
        self.fields["count"].widget.attrs["placeholder"] = self.example_number

    @cached_property
    def proposals(self) -> list[ProposalChoice]:
        """The movements for what was typed so far; unless another than the first was chosen, the
        first is."""
        movement = self["movement"].value()
        proposed = self.data.get("proposed", self.initial.get("proposed"))
        chosen = "" if movement == proposed else movement
        try:
            return proposal_choices(
                propose_movements(self._time_budget), chosen, self._number("starts_at")
            )
        except ValidationFailed:
            return []

    @cached_property
    def example(self) -> list[ProposalChoice]:
        """The movements for a usual number, while what is typed is too few for two tables."""
        if self.proposals or self.contestant_count >= self.min_contestants:
            return []
        try:
            found = propose_movements(self._time_budget_for(self.example_number))
        except ValidationFailed:
            return []
        return proposal_choices(found, self["movement"].value(), self._number("starts_at"))

    @property
    def shown(self) -> list[ProposalChoice]:
        """The movements that the page shows: those for what was typed, or an example."""
        return self.proposals or self.example

    @property
    def shown_number(self) -> int:
        """For how many contestants the page shows movements."""
        return self.example_number if self.example else self.contestant_count

    @property
    def example_number(self) -> int:
        """A usual number of contestants: those of four tables."""
        return 2 * self.min_contestants

    @property
    def unnamed(self) -> int:
        """How many of the contestants have no line in a list that was begun."""
        return self.contestant_count - self._lines if self._lines else 0

    @property
    def named(self) -> int:
        """How many contestants have a line in the list."""
        return self._lines

    @property
    def contestant_count(self) -> int:
        """How many contestants there are: the number, or the lines with a name where they are
        more."""
        return max(self._number("count") or 0, self._lines)

    @property
    def min_contestants(self) -> int:
        """How many contestants two tables need."""
        return contestants_for_two_tables(self._time_budget)

    @property
    def no_proposals_text(self) -> str:
        """What is said where there are no proposals."""
        return " ".join(problem_text(problem) for problem in self._against)

    @cached_property
    def _lines(self) -> int:
        return number_listed(self["contestants"].value() or "", self.players_each)

    @property
    def _time_budget(self) -> TimeBudget:
        return self._time_budget_for(self.contestant_count)

    def _time_budget_for(self, contestants: int) -> TimeBudget:
        return TimeBudget.for_game(
            self.chosen_game,
            contestants,
            self.players_each,
            minutes=self.chosen_minutes,
            minutes_per_board=self.chosen_pace,
            boards_per_round=self._number("boards_per_round"),
            rounds=self._number("rounds"),
            halves=self.halves,
            total_boards=self.chosen_total,
        )

    @property
    def _against(self) -> list[Problem]:
        """Why nothing is proposed."""
        try:
            propose_movements(self._time_budget)
        except ValidationFailed as refused:
            return refused.problems
        return [no_movement_problem(self._time_budget)]

    def clean_contestants(self) -> tuple[str, ...]:
        """The contestants as they are named, if anybody is yet; every wrong line is said."""
        submitted = self.cleaned_data["contestants"]
        if not submitted.strip() and self.cleaned_data.get("count"):
            return ()
        try:
            listed = listed_contestants(submitted, self.players_each)
        except ValidationFailed as refused:
            self.wrong_lines = problems_by_line(submitted, refused.problems)
            raise forms.ValidationError(self.wrong_lines.sentences) from None
        self.list_lines = list(listed)
        names = list(listed.values())
        if "respell" in self.data and (club := self.cleaned_data.get("club")):
            names = in_known_spelling(club, names, self.players_each)
        return tuple(names)

    def add_problems(self, problems: Sequence[Problem]) -> None:
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
            game_key=self.chosen_game.key,
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
        unnamed = ("",) * (self.contestant_count - len(submitted["contestants"]))
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
                self.add_error(problem.field, problem_text(problem))
            return
        chosen = self._chosen
        try:
            get_movement(chosen.movement, chosen.options).plan(
                self.contestant_count, self._rounds, chosen.boards_per_round
            )
        except ValidationFailed as refused:
            self.add_error("rounds", forms.ValidationError(_sentences(refused.problems)))


def _sentences(problems: list[Problem]) -> list[str]:
    return [problem_text(problem) for problem in problems]
