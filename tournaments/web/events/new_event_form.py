"""The form of a new event: game, options, scoring, time, contestants and movement."""

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
from games.options import MINUTES as MINUTES_OPTION
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
from tournaments.actions.contestants.pasted_list import count_listed, parse_contestant_lines
from tournaments.actions.events.create import EventPlan
from tournaments.actions.events.create_with_session import EventSetup
from tournaments.actions.people.similar_names import with_known_spelling
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
from tournaments.web.events.proposals import (
    ProposalChange,
    ProposalChoice,
    proposal_change,
    proposal_choices,
)
from tournaments.web.events.shared_form_fields import (
    OPTION_PREFIX,
    DateAndPlaceForm,
    ObjectionTimeForm,
    OptionFieldsMixin,
    option_field,
    option_value_or_default,
)

# The value and the text of a choice in the menu of games.
MenuEntry = tuple[str, str]


def game_choices() -> Iterator[tuple[str, str | list[MenuEntry]]]:
    """Yield the choices of games in the order of the catalogue; each family is a group."""
    for family, members in games_by_family():
        choices = [
            (value, title or gettext(game.name))
            for game in members
            for value, title in menu_entries(game)
        ]
        if family:
            yield gettext(family), choices
        else:
            yield from choices


def menu_entries(game: type[Game]) -> Iterator[MenuEntry]:
    """Yield the choices of one game: its known titles, then the game without a title."""
    for title in game.known_titles:
        yield f"{game.key}:{title}", title
    yield game.key, ""


# Prefix of the form fields of methods' options. Methods that share an option share its field; a
# different option with the same key has the method's key as a suffix.
METHOD_OPTION_PREFIX = "method_option_"

# Prefix of the form fields of the first tie-break, the second and so on.
TIEBREAK_PREFIX = "tiebreak_"

_TIEBREAK_NUMBERS = range(1, len(TIEBREAKS) + 1)
_CHOSEN_TWICE = _("This tie-break is chosen twice: choose another, or none.")


class MethodFields(forms.Form):
    """The scoring method, its options, and the tie-breaks in their order."""

    method = forms.ChoiceField(label=_("Scoring"), required=False)

    def add_scoring_fields(self, game: Game, players_each: int) -> None:
        """Add the fields of the methods that suit the contestants, with the default scoring."""
        self._methods = _offered_methods(game, players_each)
        methods = [(method.key, gettext(method.name)) for method in self._methods]
        self.fields["method"].choices = methods  # type: ignore[attr-defined]  # typed as a plain Field
        options, offered_tiebreaks = (
            _options_by_field(self._methods),
            tiebreaks_for(self._methods[0]),
        )
        self.fields |= {name: _option_field(option) for name, option in options.items()}
        names = [(tiebreak.key, gettext(tiebreak.name)) for tiebreak in offered_tiebreaks]
        self.fields |= {
            TIEBREAK_PREFIX + str(number): _tiebreak_field(number, names)
            for number in _TIEBREAK_NUMBERS
        }
        for name, value in default_scoring(game, players_each).items():
            self.fields[name].initial = value

    def offers_method(self, method: str) -> bool:
        """Return whether a method can be chosen; "" means the default method."""
        return not method or method in {offered.key for offered in self._methods}

    @property
    def method_fields(self) -> list[forms.BoundField]:
        """Return the fields of the method, of its options, and of the tie-breaks."""
        names = ["method", *self._options_of_method(str(self["method"].value()))]
        return [
            self[name]
            for name in (*names, *(TIEBREAK_PREFIX + str(number) for number in _TIEBREAK_NUMBERS))
        ]

    @property
    def has_changed_scoring(self) -> bool:
        """Return whether scoring differs from the default, so that the page shows it."""
        return any(
            (field.value() or default) != default for field, default in self._fields_with_defaults
        )

    @property
    def _fields_with_defaults(self) -> list[tuple[forms.BoundField, Any]]:
        """Return each field of scoring with its default.

        The default is the `initial` of the field. The form's own `initial` has priority in the
        page, and may have another value.
        """
        names = [
            "method",
            *_options_by_field(self._methods),
            *(TIEBREAK_PREFIX + str(number) for number in _TIEBREAK_NUMBERS),
        ]
        return [(self[name], self.fields[name].initial) for name in names]

    def clean(self) -> dict[str, Any]:
        """Report tie-breaks that are chosen twice."""
        submitted = [
            (number, self.cleaned_data.get(TIEBREAK_PREFIX + str(number)))
            for number in _TIEBREAK_NUMBERS
        ]
        for number, key in submitted:
            if key and key in [
                earlier_key for _earlier_number, earlier_key in submitted[: number - 1]
            ]:
                self.add_error(TIEBREAK_PREFIX + str(number), _CHOSEN_TWICE)
        return self.cleaned_data

    @property
    def chosen_method(self) -> str:
        """Return the key of the chosen method, or of the default one."""
        return self.cleaned_data["method"] or str(self.fields["method"].initial)

    @property
    def chosen_method_options(self) -> dict[str, str]:
        """Return the submitted options of the chosen method."""
        options = self._options_of_method(self.chosen_method)
        return {
            option.key: self.cleaned_data[name]
            for name, option in options.items()
            if self.cleaned_data[name]
        }

    def _options_of_method(self, key: str) -> dict[str, Option]:
        """Return the options of a method by their fields.

        If the method is not offered, return those of the default method.
        """
        offered = {method.key: method for method in self._methods}
        method = offered.get(key, offered[str(self.fields["method"].initial)])
        options_of_method = method.all_options()
        return {
            name: option
            for name, option in _options_by_field(self._methods).items()
            if option in options_of_method
        }

    @property
    def chosen_tiebreaks(self) -> tuple[str, ...]:
        """Return the keys of the tie-breaks in their order."""
        submitted = (
            self.cleaned_data[TIEBREAK_PREFIX + str(number)] for number in _TIEBREAK_NUMBERS
        )
        return tuple(key for key in submitted if key)


def default_scoring(game: Game, players_each: int) -> dict[str, str]:
    """Return the default values of the fields of scoring, by their names."""
    default, methods = default_method_for(game, players_each), _offered_methods(game, players_each)
    offered_keys = {tiebreak.key for tiebreak in tiebreaks_for(type(default))}
    key_by_number = dict(
        zip(
            _TIEBREAK_NUMBERS,
            (key for key in game.default_tiebreaks if key in offered_keys),
            strict=False,
        )
    )
    options_of_default = default.all_options()
    return {
        "method": default.key,
        **{
            name: default.options[option.key] if option in options_of_default else option.default
            for name, option in _options_by_field(methods).items()
        },
        **{
            TIEBREAK_PREFIX + str(number): key_by_number.get(number, "")
            for number in _TIEBREAK_NUMBERS
        },
    }


def _offered_methods(game: Game, players_each: int) -> Sequence[type[Method]]:
    """Return the methods to offer.

    Methods that need the game's standard deviation are left out if it was not measured.
    """
    offered = methods_for(game, players_each)
    return [
        method
        for method in offered
        if game.team_difference_deviation or DEVIATION not in method.all_options()
    ]


def _options_by_field(methods: Sequence[type[Method]]) -> dict[str, Option]:
    """Return the options of all methods by the names of their fields.

    Options whose value may be any decimal number have no field.
    """
    option_by_name: dict[str, Option] = {}
    for method in methods:
        for option in method.all_options():
            name = METHOD_OPTION_PREFIX + option.key
            if option_by_name.get(name, option) != option:
                name += f"_{method.key}"
            if not isinstance(option, DecimalOption):
                option_by_name[name] = option
    return option_by_name


def _option_field(option: Option) -> forms.ChoiceField:
    choices = [(choice, gettext(option.labels.get(choice, choice))) for choice in option.choices]
    return forms.ChoiceField(
        label=gettext(option.label), choices=choices, initial=option.default, required=False
    )


def _tiebreak_field(number: int, choices: list[tuple[str, str]]) -> forms.ChoiceField:
    label = gettext("Tie-break %(place)s") % {"place": number}
    return forms.ChoiceField(label=label, choices=[("", gettext("none")), *choices], required=False)


_CONTESTANT_KINDS = {2: _("Pairs"), 1: _("Single players"), MIN_TEAM_SIZE: _("Teams of four")}


class GameFields(OptionFieldsMixin, MethodFields):
    """The game, its options, and who is ranked: pairs, single players or teams.

    `scored_as` is a hidden field with the default scoring of the game that the page showed. If the
    submitted scoring equals it, the user has not changed the scoring; then choosing another game
    also chooses the default scoring of that game.
    """

    game = forms.ChoiceField(label=_("Game"), initial=EventPlan.game_key)
    scored_as = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["game"].choices = list(game_choices())  # type: ignore[attr-defined]  # typed as a plain Field
        sizes = self._contestant_sizes
        self.fields |= {
            OPTION_PREFIX + option.key: option_field(option, self._asked_options[0])
            for option in self._asked_options
        }
        self.initial.update(
            {
                OPTION_PREFIX + option.key: self._initial_value(option)
                for option in self._asked_options
            }
        )
        if len(sizes) > 1:
            self.fields["ranked"] = _ranked_field(sizes)
        if self.at_two_tables:
            self.fields["halves"] = _halves_field()
        self.add_scoring_fields(self.chosen_game, self.players_each)
        self._reset_untouched_scoring()

    @cached_property
    def chosen_game(self) -> Game:
        """Return the game with the options submitted so far; invalid ones have their default."""
        game, title = self._menu_choice
        options = {
            option.key: option_value_or_default(option, self._submitted_value(option))
            for option in game.own_options
        }
        return game(options | {TITLE: title} if title else options)

    @property
    def _menu_choice(self) -> tuple[type[Game], str]:
        """Return the game of the chosen line in the menu, and its title if it has one."""
        chosen = str((self.data if self.is_bound else self.initial).get("game", ""))
        games = {value: (game, title) for game in GAMES for value, title in menu_entries(game)}
        return games.get(chosen, games[EventPlan.game_key])

    def _initial_value(self, option: Option) -> Any:
        """Return the initial value of an option's field; free text is as typed, even if invalid."""
        typed_text = self._submitted_value(option) if isinstance(option, TextOption) else None
        return self.chosen_game.options[option.key] if typed_text is None else typed_text

    def _submitted_value(self, option: Option) -> Any:
        return (self.data if self.is_bound else self.initial).get(OPTION_PREFIX + option.key)

    @property
    def _asked_options(self) -> list[Option]:
        """Return the options that have a field.

        The menu may set the title, and the minutes per board are a field of `TimeFields`.
        """
        set_elsewhere = {MINUTES_OPTION, TITLE} if self._menu_choice[1] else {MINUTES_OPTION}
        return [
            option for option in self.chosen_game.own_options if option.key not in set_elsewhere
        ]

    def _reset_untouched_scoring(self) -> None:
        """Set scoring to the default of the chosen game, unless the user has changed the scoring.

        A method that the game does not have is also replaced while the form is being filled in. In
        a submitted form it is an error.
        """
        submitted: Mapping[str, Any] = self.data if self.is_bound else self.initial
        default = default_scoring(self.chosen_game, self.players_each)
        shown_scoring = dict(
            item.split("=", 1) for item in submitted.get("scored_as", "").split() if "=" in item
        )
        changes = {"scored_as": " ".join(f"{name}={value}" for name, value in default.items())}
        is_untouched = shown_scoring and all(
            (submitted.get(name, value) or "") == value for name, value in shown_scoring.items()
        )
        if is_untouched or not (self.is_bound or self.offers_method(submitted.get("method", ""))):
            changes |= default
        if self.is_bound:
            self.data = {**{name: submitted[name] for name in submitted}, **changes}
        else:
            self.initial.update(changes)

    @property
    def players_each(self) -> int:
        """Return how many players a contestant has, as chosen so far."""
        sizes = self._contestant_sizes
        submitted = str(self["ranked"].value()) if "ranked" in self.fields else ""
        return int(submitted) if submitted in map(str, sizes) else sizes[0]

    @property
    def at_two_tables(self) -> bool:
        """Return whether teams meet at two tables, as chosen so far."""
        return is_at_two_tables(self.chosen_game, self.players_each)

    @property
    def halves(self) -> int:
        """Return how many halves a team match has, as chosen so far."""
        submitted = str(self["halves"].value()) if "halves" in self.fields else ""
        return int(submitted) if submitted in map(str, ALLOWED_HALVES) else 1

    @property
    def _contestant_sizes(self) -> tuple[int, ...]:
        return self.chosen_game.contestant_sizes

    @property
    def chosen_options(self) -> dict[str, str]:
        """Return the game's options of a valid form."""
        submitted = {
            option.key: self.cleaned_data[OPTION_PREFIX + option.key]
            for option in self._asked_options
        }
        return {**self.chosen_game.options, **submitted}

    @property
    def option_fields(self) -> list[forms.BoundField]:
        """Return the fields of the options."""
        return [self[OPTION_PREFIX + option.key] for option in self._asked_options]


def _ranked_field(sizes: tuple[int, ...]) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=_("Who is ranked"),
        choices=[(str(size), _CONTESTANT_KINDS[size]) for size in sizes],
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


# The error codes of number fields.
NUMBER_ERROR_CODES = ("invalid", "min_value", "max_value")

_BOARDS_ERROR = _("Enter the number of boards per round, from 1 to 64, or leave it empty.")
_ROUNDS_ERROR = _("Enter the number of rounds, from 1 to 200, or leave it empty.")
_MINUTES_ERROR = _("Enter how many minutes you have, from 5 to 1440.")
_PACE_ERROR = _("Enter how many minutes a board takes, from 1 to 180: 7 or 7.5.")


class TimeFields(GameFields):
    """The club, the time available, and how it is used.

    `paced` is a hidden field with the minutes per board that the page proposed. If the submitted
    minutes equal it, the user has not changed them; then choosing another game also chooses the
    minutes of that game. `in_all` is the total number of boards. `boards_per_round` and `rounds`
    are empty for as many as fit the time.
    """

    club = forms.ModelChoiceField(Club.objects.none(), label=_("Club"), empty_label=None)
    minutes = forms.IntegerField(
        label=_("Minutes in all"),
        required=False,
        initial=TimeBudget.minutes,
        min_value=ALLOWED_SESSION_MINUTES[0],
        max_value=ALLOWED_SESSION_MINUTES[-1],
        error_messages=dict.fromkeys(NUMBER_ERROR_CODES, _MINUTES_ERROR),
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
            (*NUMBER_ERROR_CODES, "max_digits", "max_decimal_places"), _PACE_ERROR
        ),
    )
    paced = forms.CharField(required=False, widget=forms.HiddenInput)
    boards_per_round = forms.IntegerField(
        label=_("Boards a round"),
        required=False,
        min_value=ALLOWED_BOARDS_PER_ROUND[0],
        max_value=ALLOWED_BOARDS_PER_ROUND[-1],
        help_text=_("Empty: as the movement proposes."),
        error_messages=dict.fromkeys(NUMBER_ERROR_CODES, _BOARDS_ERROR),
    )
    rounds = forms.IntegerField(
        label=_("Rounds"),
        required=False,
        min_value=ALLOWED_ROUNDS[0],
        max_value=ALLOWED_ROUNDS[-1],
        help_text=_("Empty: as the movement proposes."),
        error_messages=dict.fromkeys(NUMBER_ERROR_CODES, _ROUNDS_ERROR),
    )

    in_all = forms.ChoiceField(label=_("Boards in all"), required=False, widget=forms.RadioSelect)

    def __init__(self, clubs: QuerySet[Club], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        club_field = self.fields["club"]
        club_field.queryset, club_field.initial = clubs, clubs.first()  # type: ignore[attr-defined]  # typed as a plain Field
        if len(clubs) == 1:
            club_field.widget = forms.HiddenInput()
        self.fields["minutes_per_board"].help_text = self._pace_help_text
        if self.initial.get("minutes_per_board") in (None, "", self.initial.get("paced")):
            self.initial["minutes_per_board"] = self._pace_text
        self.initial["paced"] = self._pace_text
        self._offer_totals()

    def _offer_totals(self) -> None:
        """Offer the total numbers of boards that the game's rules recommend, or drop the field.

        A submitted number that is not among them is replaced by the first one.
        """
        totals = [str(total) for total in self.chosen_game.recommended_board_counts]
        if not totals:
            del self.fields["in_all"]
            return
        choices = [
            *((total, total) for total in totals),
            ("", gettext("as many as fit the time")),
        ]
        self.fields["in_all"].choices = choices  # type: ignore[attr-defined]  # typed as a plain Field
        submitted: Mapping[str, Any] = self.data if self.is_bound else self.initial
        if submitted.get("in_all") in dict(choices):
            return
        if self.is_bound:
            self.data = {**{name: submitted[name] for name in submitted}, "in_all": totals[0]}
        else:
            self.initial["in_all"] = totals[0]

    @property
    def chosen_total(self) -> int | None:
        """Return the chosen total number of boards, None for as many as fit the time."""
        value = str(self["in_all"].value()) if "in_all" in self.fields else ""
        totals = self.chosen_game.recommended_board_counts
        return int(value) if value in map(str, totals) else None

    @property
    def chosen_minutes(self) -> int:
        """Return the minutes entered so far, or the default."""
        return self._cleaned_or_none("minutes") or TimeBudget.minutes

    @property
    def chosen_pace(self) -> Fraction:
        """Return the minutes per board entered so far, or those of the club."""
        return Fraction(self._cleaned_or_none("minutes_per_board") or self.pace.minutes)

    @property
    def chosen_options(self) -> dict[str, str]:
        """Return the options, with the minutes per board if the user has changed them.

        Only some games have this option; minutes as the club's pace are not stored.
        """
        options, minutes = super().chosen_options, self._cleaned_or_none("minutes_per_board")
        if MINUTES_OPTION in options and self.chosen_pace != self.pace.minutes:
            options[MINUTES_OPTION] = f"{minutes.normalize():f}"
        return options

    @property
    def has_chosen_length(self) -> bool:
        """Return whether rounds or boards per round are entered, so that the page shows them."""
        fields = (self["boards_per_round"], self["rounds"])
        return any(field.errors or field.value() for field in fields)

    @cached_property
    def pace(self) -> Pace:
        """Return how long the club takes for a board of the game."""
        clubs = self.fields["club"].queryset  # type: ignore[attr-defined]  # typed as a plain Field
        club_id = parse_number(str(self["club"].value() or ""))
        return minutes_per_board(
            clubs.filter(pk=club_id).first() if club_id else clubs.first(), self.chosen_game
        )

    @property
    def _pace_text(self) -> str:
        return str(Decimal(self.pace.minutes.numerator) / self.pace.minutes.denominator)

    @property
    def _pace_help_text(self) -> str:
        if not self.pace.rounds:
            return gettext("Usual for this game; later your own rounds decide.")
        sentence = ngettext(
            "As in your last %(rounds)s round.",
            "As in your last %(rounds)s rounds.",
            self.pace.rounds,
        )
        return sentence % {"rounds": self.pace.rounds}

    def _cleaned_or_none(self, field_name: str) -> Any:
        """Return the cleaned value of a field as entered so far, None if it is invalid."""
        try:
            return self.fields[field_name].clean(self[field_name].value())
        except forms.ValidationError:
            return None


_COUNT_ERROR = _("Write a number, or leave it empty and write the list.")


class _ListTexts(NamedTuple):
    """Untranslated texts about the list of contestants."""

    how_many: str
    label: str
    help_text: str
    missing: str


_LIST_TEXTS = {
    1: _ListTexts(
        gettext_noop("How many players?"),
        gettext_noop("Players, one on each line"),
        gettext_noop(
            "Write one player on each line: Anna Puig. Player 1 is on the first line. Names may "
            "come later."
        ),
        gettext_noop("Write how many players play, or their names, one player on each line."),
    ),
    MIN_TEAM_SIZE: _ListTexts(
        gettext_noop("How many teams?"),
        gettext_noop("Teams, one on each line"),
        gettext_noop(
            "Write one team on each line, with its players behind a colon if you know them: "
            "Els Pins: Anna, Berta, Carles, Dídac. Team 1 is on the first line. Names may come "
            "later."
        ),
        gettext_noop("Write how many teams play, or their names, one team on each line."),
    ),
    2: _ListTexts(
        gettext_noop("How many pairs?"),
        gettext_noop("Pairs, one on each line"),
        gettext_noop(
            "Two names with a dash between: Anna Puig - Berta Roca. Pair 1 is on the first line. "
            "Names may come later."
        ),
        gettext_noop("Write how many pairs play, or their names, one pair on each line."),
    ),
}


def initial_values(last_event: Event) -> dict[str, Any]:
    """Return initial values from the last event: club, game, options, place, contestants."""
    titled = f"{last_event.game_key}:{last_event.options.get(TITLE, '')}"
    is_titled = any(titled in dict(menu_entries(game)) for game in GAMES)
    return {
        "club": last_event.club_id,
        "game": titled if is_titled else last_event.game_key,
        "ranked": str(last_event.players_each),
        "place": last_event.place,
        "count": last_event.contestants.filter(withdrawn_at=None).count() or None,
        "count_proposed": "yes",
        **{OPTION_PREFIX + key: value for key, value in last_event.options.items()},
    }


class NewEventForm(DateAndPlaceForm, ObjectionTimeForm, TimeFields):
    """The whole form of a new event; it reports all problems at once.

    `count_proposed` is set while the number of contestants is the proposed one of the last event.
    `list_lines` has the line number of each contestant in the list, and `list_problems` the
    problems of the list.
    """

    key = forms.CharField(max_length=80, widget=forms.HiddenInput)
    name = forms.CharField(
        max_length=120, label=_("Name"), error_messages={"required": _("Give the event a name.")}
    )
    count = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=999,
        error_messages=dict.fromkeys(NUMBER_ERROR_CODES, _COUNT_ERROR),
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
    list_lines: Sequence[int] = ()
    list_problems: ListProblems | None = None

    def __init__(self, clubs: QuerySet[Club], *args: Any, **kwargs: Any) -> None:
        super().__init__(clubs, *args, **kwargs)
        # While the form is filled in, the initial values are submitted texts.
        if isinstance(self.initial.get("starts_at"), str):
            widget = self.fields["starts_at"].widget
            self.initial["starts_at"] = widget.value_from_datadict(self.initial, {}, "starts_at")
        texts = _LIST_TEXTS[self.players_each]
        self.fields["starts_at"].help_text = ""  # the page itself says that it may stay empty
        self.fields["count"].label = gettext(texts.how_many)
        if self["count_proposed"].value():
            self.fields["count"].help_text = gettext("As last time.")
        self.fields["contestants"].label = gettext(texts.label)
        self.fields["contestants"].help_text = gettext(texts.help_text)
        self.fields["count"].widget.attrs["placeholder"] = (
            self._listed_count
            if self._listed_count >= self.min_contestants
            else self.example_contestant_count
        )

    @cached_property
    def proposals(self) -> list[ProposalChoice]:
        """Return the movements for what was entered so far; the first is chosen by default."""
        movement = self["movement"].value()
        chosen = "" if movement == self._submitted("proposed") else movement
        try:
            return proposal_choices(
                propose_movements(self._time_budget), chosen, self._cleaned_or_none("starts_at")
            )
        except ValidationFailed:
            return []

    @property
    def proposal_change(self) -> ProposalChange | None:
        """Return what is proposed instead of the movement that the page showed before.

        None if that one was proposed for another number of contestants.
        """
        if self._submitted("proposed_for") != str(self.contestant_count):
            return None
        return proposal_change(self.proposals, self["movement"].value())

    def _submitted(self, hidden_field: str) -> object:
        return self.data.get(hidden_field, self.initial.get(hidden_field))

    @cached_property
    def example_proposals(self) -> list[ProposalChoice]:
        """Return movements for a typical number of contestants while there are too few."""
        if self.proposals or self.contestant_count >= self.min_contestants:
            return []
        try:
            proposals = propose_movements(self._time_budget_for(self.example_contestant_count))
        except ValidationFailed:
            return []
        return proposal_choices(
            proposals, self["movement"].value(), self._cleaned_or_none("starts_at")
        )

    @property
    def shown_proposals(self) -> list[ProposalChoice]:
        """Return the movements to show: those for what was entered, or an example."""
        return self.proposals or self.example_proposals

    @property
    def shown_contestant_count(self) -> int:
        """Return the number of contestants for which movements are shown."""
        return self.example_contestant_count if self.example_proposals else self.contestant_count

    @property
    def example_contestant_count(self) -> int:
        """Return a typical number of contestants: enough for four tables."""
        return 2 * self.min_contestants

    @property
    def unnamed_count(self) -> int:
        """Return how many contestants have no line in the list, 0 if there is no list."""
        return self.contestant_count - self._listed_count if self._listed_count else 0

    @property
    def named_count(self) -> int:
        """Return how many contestants have a line in the list."""
        return self._listed_count

    @property
    def contestant_count(self) -> int:
        """Return the number entered, or the number of lines in the list if it is larger."""
        return max(self._cleaned_or_none("count") or 0, self._listed_count)

    @property
    def min_contestants(self) -> int:
        """Return how many contestants two tables need."""
        return contestants_for_two_tables(self._time_budget)

    @property
    def no_proposals_text(self) -> str:
        """Return why there are no proposals."""
        return " ".join(problem_text(problem) for problem in self._movement_problems)

    @cached_property
    def _listed_count(self) -> int:
        return count_listed(self["contestants"].value() or "", self.players_each)

    @property
    def _time_budget(self) -> TimeBudget:
        return self._time_budget_for(self.contestant_count)

    def _time_budget_for(self, contestant_count: int) -> TimeBudget:
        return TimeBudget.for_game(
            self.chosen_game,
            contestant_count,
            self.players_each,
            minutes=self.chosen_minutes,
            minutes_per_board=self.chosen_pace,
            boards_per_round=self._cleaned_or_none("boards_per_round"),
            rounds=self._cleaned_or_none("rounds"),
            halves=self.halves,
            total_boards=self.chosen_total,
        )

    @property
    def _movement_problems(self) -> list[Problem]:
        """Return the problems that explain why there are no proposals."""
        try:
            propose_movements(self._time_budget)
        except ValidationFailed as error:
            return error.problems
        return [no_movement_problem(self._time_budget)]

    def clean_contestants(self) -> tuple[str, ...]:
        """Return the names in the list; raise `ValidationError` with every wrong line."""
        list_text = self.cleaned_data["contestants"]
        if not list_text.strip():
            if self.cleaned_data.get("count"):
                return ()
            raise forms.ValidationError(gettext(_LIST_TEXTS[self.players_each].missing))
        try:
            names_by_line = parse_contestant_lines(list_text, self.players_each)
        except ValidationFailed as error:
            self.list_problems = problems_by_line(list_text, error.problems)
            raise forms.ValidationError(self.list_problems.sentences) from None
        self.list_lines = list(names_by_line)
        names = list(names_by_line.values())
        if "respell" in self.data and (club := self.cleaned_data.get("club")):
            names = with_known_spelling(club, names, self.players_each)
        return tuple(names)

    def add_problems(self, problems: Sequence[Problem]) -> None:
        """Add the problems of the action to the form; those of the list get their lines."""
        self.list_problems = problems_by_line(self["contestants"].value() or "", problems)
        for sentence in self.list_problems.sentences:
            self.add_error(None, sentence)

    def clean_objection_minutes(self) -> Any:
        """Return the minutes; the default if the page was opened before it had this field."""
        if "objection_minutes" not in self.data:
            return USUAL_OBJECTION_MINUTES
        return self._checked_detail("objection_minutes")

    def clean(self) -> dict[str, Any]:
        """If all fields are valid, check that the chosen movement can be played."""
        super().clean()
        if not self.errors:
            self._check_movement()
        return self.cleaned_data

    def event_setup(self) -> EventSetup:
        """Return the event and session that a valid form describes.

        Contestants beyond the list have an empty name.
        """
        submitted, chosen_proposal = self.cleaned_data, self._chosen_proposal
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
            movement_key=chosen_proposal.movement,
            movement_options=chosen_proposal.options,
            halves=self.halves,
        )
        empty_names = ("",) * (self.contestant_count - len(submitted["contestants"]))
        boards_per_round = chosen_proposal.boards_per_round // self.halves
        contestants, minutes = submitted["contestants"] + empty_names, submitted["minutes"]
        return EventSetup(event, contestants, self._round_count, boards_per_round, minutes=minutes)

    @property
    def _chosen_proposal(self) -> Proposal:
        return next(choice.proposal for choice in self.proposals if choice.chosen)

    @property
    def _round_count(self) -> int:
        return self.cleaned_data["rounds"] or self._chosen_proposal.rounds

    def _check_movement(self) -> None:
        if not self.proposals:
            for problem in self._movement_problems:
                self.add_error(problem.field, problem_text(problem))
            return
        chosen_proposal = self._chosen_proposal
        try:
            get_movement(chosen_proposal.movement, chosen_proposal.options).plan(
                self.contestant_count, self._round_count, chosen_proposal.boards_per_round
            )
        except ValidationFailed as error:
            self.add_error("rounds", forms.ValidationError(_problem_texts(error.problems)))


def _problem_texts(problems: list[Problem]) -> list[str]:
    return [problem_text(problem) for problem in problems]
