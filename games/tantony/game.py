"""What the three games of Tantony share, and the game of fixed partners.

Source: David Parlett's rules of 1977, http://www.parlettgames.uk/oricards/tantony.html, in the
Japanese translation of 5 February 2022. The rules are in docs/games/tantony.md, tantony_split.md
and tantony_three.md. The games of single players are in single.py.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import ClassVar

from games.cards import FRENCH_52, FRENCH_SUITS, Card, Pack
from games.deals import BoardSetup
from games.explanations.explanation import Explanation
from games.explanations.formatted_numbers import SignedNumber
from games.explanations.x_explanations import difference_explanation
from games.fields import Field, Outcome
from games.game import Game
from games.options import Option
from games.position import Position
from games.problems import Problem
from games.seats import PAIR_LINES, line_label, single_seat_lines
from games.sums import FieldSum
from games.tantony.play import first_position
from games.tantony.rules import TantonyRules, field_name, rank_values
from games.text import Text, join_with_commas
from games.text import gettext_noop as _
from games.tricks import ACE_HIGH, new_trick
from games.x import X


def legs_option(default: str) -> Option:
    """Return the option for the number of legs played from one deal."""
    return Option(
        "legs",
        default,
        tuple("1234"),
        _("Legs played from one deal"),
        {count: count for count in "1234"},
    )


COURT_VALUES_OPTION = Option(
    "values",
    "15-20-25-30",
    ("15-20-25-30", "11-12-13-15", "11-11-11-13"),
    _("What J, Q, K and A are worth"),
    {
        "15-20-25-30": _("15, 20, 25 and 30"),
        "11-12-13-15": _("11, 12, 13 and 15"),
        "11-11-11-13": _("11, 11, 11 and 13"),
    },
)


_TOTALS_SENTENCE = _("The runts of %(line)s make %(own)s, those of the other pair %(theirs)s.")


class RuntGame(Game):
    """Base class of the three games, in which the runts of each line and leg are recorded.

    A runt is the lowest card of the suit led in a trick; it is all that the trick is worth.
    """

    source = "http://www.parlettgames.uk/oricards/tantony.html"
    direction = "clockwise"
    keeps_hands = False  # the tricks given to a seat are its hand in the next leg
    pack = FRENCH_52
    # How many tricks each seat is given in a leg.
    tricks_per_seat: ClassVar[int] = 3

    @cached_property
    def rules(self) -> TantonyRules:
        """The rules of the game under its options."""
        return TantonyRules(
            self.pack,
            rank_values(self.court_values),
            self.lines,
            self.tricks_per_seat,
            len(self.leg_numbers),
        )

    @property
    def court_values(self) -> str:
        """The values of J, Q, K and A, joined by hyphens."""
        return self.options["values"]

    @property
    def lines(self) -> Mapping[str, tuple[str, ...]]:
        """Each seat on its own, unless the game has partners."""
        return single_seat_lines(self.seats)

    @property
    def minutes_per_board(self) -> int:
        """15 minutes for each leg; the source says 60 minutes (時間60分) for four legs."""
        return 15 * len(self.leg_numbers)

    @property
    def leg_numbers(self) -> range:
        """The numbers of the legs of a board, from 1."""
        return range(1, int(self.options["legs"]) + 1)

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """The runts of each line in each leg."""
        return tuple(self._field(leg, line) for leg in self.leg_numbers for line in self.lines)

    def field_sums(self, board: BoardSetup) -> tuple[FieldSum, ...]:
        """Return the total of each line in all legs, if there are several."""
        if len(self.leg_numbers) == 1:
            return ()
        field_names_by_line = {
            line: tuple(field_name(leg, line) for leg in self.leg_numbers) for line in self.lines
        }
        return tuple(
            FieldSum(_("All legs"), fields, None, line)
            for line, fields in field_names_by_line.items()
        )

    def problems(self, outcome: Outcome, board: BoardSetup) -> list[Problem]:
        """Return a problem for each leg in which some lines have an impossible total together.

        The runts of a leg are different cards, so the runts of any two or more lines together have
        a minimum and a maximum.
        """
        return [
            problem
            for leg in self.leg_numbers
            for problem in self._impossible_total_problems(leg, outcome)
        ]

    def confirmation_texts(self, outcome: Outcome, board: BoardSetup) -> Mapping[str, Text]:
        """Return the total of each line in all legs in words, if there are several."""
        if len(self.leg_numbers) == 1:
            return {}
        totals = self.totals_by_line(outcome)
        return {
            line: Text(_("makes %(points)s in all"), {"points": points})
            for line, points in totals.items()
        }

    def notation(self, outcome: Outcome, board: BoardSetup) -> Text:
        """Return the runts of the lines, leg by leg: `41-22, 30-35`."""
        return join_with_commas(
            Text("-".join(map(str, self._leg_totals(leg, outcome).values())))
            for leg in self.leg_numbers
        )

    def sorted_hand(self, cards: Pack) -> Pack:
        """Sort a hand by suit, each from the ace down to the two."""
        suits = tuple(FRENCH_SUITS)
        return tuple(sorted(cards, key=lambda card: (suits.index(card.suit), -ACE_HIGH[card.rank])))

    @property
    def card_values(self) -> Mapping[Card, int]:
        """The value of each card as a runt."""
        return {card: self.rules.values[card.rank] for card in self.pack}

    def starting_position(self, board: BoardSetup) -> Position:
        """Return the position in which the player to the dealer's left is about to lead.

        Raise ValueError if the cards of the board are not known.
        """
        opener = new_trick(board.dealer, self.seats).seats[1]
        return first_position(
            self.rules, opener, {seat: board.known_deal.hands[seat] for seat in self.seats}
        )

    def _field(self, leg: int, line: str) -> Field:
        name = field_name(leg, line)
        minimum, maximum = self.rules.runt_range(len(self.lines[line]))
        return Field(
            name,
            "number",
            _("Runts"),
            min=minimum,
            max=maximum,
            required=True,
            owner=line,
            table_seats=self.seats,
            leg=leg,
            has_plural_label=True,
        )

    def _leg_totals(self, leg: int, outcome: Outcome) -> dict[str, int]:
        """Return the runts of each line in one leg."""
        return {line: int(outcome[field_name(leg, line)] or 0) for line in self.lines}

    def totals_by_line(self, outcome: Outcome) -> dict[str, int]:
        """Return the runts of each line in all legs."""
        return {
            line: sum(self._leg_totals(leg, outcome)[line] for leg in self.leg_numbers)
            for line in self.lines
        }

    def _impossible_total_problems(self, leg: int, outcome: Outcome) -> Iterator[Problem]:
        """Yield a problem for each set of lines whose runts of a leg make an impossible total.

        Of all sets with the same number of lines, the lines with the fewest points have the lowest
        total, and those with the most points the highest. If both totals are possible, so are the
        totals of all other sets of this size; therefore only these two sets are checked.
        """
        leg_totals = self._leg_totals(leg, outcome)
        lines_by_total = sorted(leg_totals, key=leg_totals.__getitem__)
        for group_size in range(2, len(lines_by_total) + 1):
            minimum, maximum = self.rules.runt_range(
                sum(len(self.lines[line]) for line in lines_by_total[:group_size])
            )
            for group in dict.fromkeys(
                (tuple(lines_by_total[:group_size]), tuple(lines_by_total[-group_size:]))
            ):
                if (
                    not minimum
                    <= (group_points := sum(leg_totals[line] for line in group))
                    <= maximum
                ):
                    yield _impossible_total_problem(
                        leg, group, group_points, minimum, maximum, self.lines
                    )


def _impossible_total_problem(
    leg: int,
    group: Sequence[str],
    group_points: int,
    minimum: int,
    maximum: int,
    all_lines: Iterable[str],
) -> Problem:
    lines = join_with_commas(line_label(line, all_lines) for line in group)
    params = {"leg": leg, "lines": lines, "made": group_points, "min": minimum, "max": maximum}
    template = _(
        "In leg %(leg)s the runts of %(lines)s make %(made)s together, not from %(min)s to %(max)s."
    )
    return Problem("impossible_runts", template, params, field_name(leg, group[-1]))


class Tantony(RuntGame):
    """The game of fixed partners."""

    key = "tantony"
    name = _("Tantony")
    own_options = (legs_option("4"), COURT_VALUES_OPTION)

    @property
    def lines(self) -> Mapping[str, tuple[str, ...]]:
        """The two partnerships."""
        return PAIR_LINES

    def raw_results(self, outcome: Outcome, board: BoardSetup) -> dict[str, X]:
        """Return the difference of the runts of both pairs, in all legs."""
        totals = self.totals_by_line(outcome)
        return {line: 2 * totals[line] - sum(totals.values()) for line in PAIR_LINES}

    def explain_x(self, outcome: Outcome, board: BoardSetup) -> dict[str, Explanation]:
        """Explain X by the runts of both pairs."""
        totals = self.totals_by_line(outcome)
        return {
            line: difference_explanation(
                line, points, sum(totals.values()) - points, _TOTALS_SENTENCE
            )
            for line, points in totals.items()
        }

    def confirmation_texts(self, outcome: Outcome, board: BoardSetup) -> Mapping[str, Text]:
        """Return the total of each pair in several legs, and its difference from the other (X)."""
        if len(self.leg_numbers) == 1:
            return {}
        totals, x = self.totals_by_line(outcome), self.raw_results(outcome, board)
        template = _("makes %(points)s in all, a difference of %(x)s")
        return {
            line: Text(template, {"points": totals[line], "x": SignedNumber(x[line])})
            for line in PAIR_LINES
        }

    @property
    def team_difference_deviation(self) -> str | None:
        """The standard deviation of X that `benchmarks/deviations.py` measured for four legs.

        It holds for the default values only.
        """
        defaults = {option.key: option.default for option in self.own_options}
        return "110" if self.options == defaults else None
