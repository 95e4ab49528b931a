"""Base class of the scoring methods, and the scale of awards of a board."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from enum import Enum
from fractions import Fraction
from math import lcm
from typing import ClassVar, NamedTuple

from games.explanations.explanation import Explanation
from games.explanations.formula import Formula
from games.options import Option, resolve_options
from games.text import gettext_noop as _
from games.x import X
from scoring.adjusted.averages import Average, UnsupportedAward
from scoring.frequencies import FieldResults, Frequencies

UNRANKED_BELOW = Option(
    "unranked_below",
    default="1/2",
    choices=("1/2", "0", "1/3", "2/3"),
    label=_("Listed without a place: anybody who played less than this part of the boards"),
    labels={"1/2": _("a half"), "0": _("nobody"), "1/3": _("a third"), "2/3": _("two thirds")},
)

# An option of methods whose award compares a contestant with the field. With other methods, the
# mean of a contestant's awards would say nothing about how they compare with the field.
UNPLAYED = Option(
    "unplayed",
    default="nothing",
    choices=("nothing", "own_mean"),
    label=_("A rest, or a board that was not played, counts as"),
    labels={"nothing": _("nothing"), "own_mean": _("the mean of one’s own boards")},
)

# The numerator of the award for each X; None if the method gives no award for this X.
Numerators = Mapping[X, X | None]


class AwardScale(NamedTuple):
    """The awards of one line of one board, looked up by X.

    An award is a numerator over the common `denominator`. A flagged result may have another award
    than an ordinary one with the same X. `low` and `high` are MIN and MAX: the lowest and the
    highest X among the results that every result is compared with.
    """

    denominator: int
    ordinary: Numerators
    flagged: Numerators
    low: X
    high: X

    @classmethod
    def of(
        cls,
        ordinary: Mapping[X, Fraction | None],
        flagged: Mapping[X, Fraction | None],
        compared: Collection[X],
    ) -> "AwardScale":
        """Build a scale from its awards and from the X of the results that were compared.

        Raises ValueError if `compared` is empty.
        """
        awards = (*ordinary.values(), *flagged.values())
        denominator = lcm(*(award.denominator for award in awards if award is not None))
        return cls(
            denominator,
            _numerators(denominator, ordinary),
            _numerators(denominator, flagged),
            min(compared),
            max(compared),
        )

    def has(self, x: X, is_flagged: bool) -> bool:
        """Return whether a result with this X and flag was scored."""
        return x in (self.flagged if is_flagged else self.ordinary)

    def award(self, x: X, is_flagged: bool) -> Fraction | None:
        """Return the award of a result, or None if the method gives none.

        Raises KeyError if no result with this X and flag was scored.
        """
        numerator = (self.flagged if is_flagged else self.ordinary)[x]
        return None if numerator is None else Fraction(numerator, self.denominator)


class Comparison(Enum):
    """The results that an award depends on."""

    # All tables of the field: one more result may change every award of the board.
    FIELD = "field"
    # The contestant's own table: no result of another table changes the award.
    TABLE = "table"
    # The two tables of one match.
    MATCH = "match"


def _numerators(denominator: int, awards: Mapping[X, Fraction | None]) -> Numerators:
    return {x: None if award is None else int(award * denominator) for x, award in awards.items()}


class Method(ABC):
    """A scoring method with its options; a subclass overrides what differs."""

    key: ClassVar[str]
    name: ClassVar[str]
    # The name at the head of a column, empty where the name itself is short.
    short_name: ClassVar[str] = ""
    # One sentence that tells players how an award is computed.
    rule: ClassVar[str]
    comparison: ClassVar[Comparison] = Comparison.FIELD
    # Whether the method gives awards for matches of teams instead of boards.
    for_teams: ClassVar[bool] = False
    # Whether the seats of a table are ranked against each other, in games without partners.
    for_single_seats: ClassVar[bool] = False
    # Whether an X that no table made has an award; a weighted award is computed from such awards.
    supports_weighted_awards: ClassVar[bool] = True
    # Whether X can be inferred from the award, so that standings would reveal hidden results.
    reveals_x: ClassVar[bool] = False
    # Whether contestants are ranked by their total, not by their mean or percentage.
    ranks_by_total: ClassVar[bool] = False
    # Whether a ruling may give an average. This needs a middle of the awards that a board can give.
    supports_averages: ClassVar[bool] = False
    # Whether an award can be given in percent. This needs a worst and a best award of a board.
    supports_percent: ClassVar[bool] = False
    own_options: ClassVar[tuple[Option, ...]] = ()
    # Scales on which awards can be displayed. They are stored and added up on the first of them.
    display_scales: ClassVar[tuple[str, ...]] = ("official",)

    @classmethod
    def all_options(cls) -> tuple[Option, ...]:
        """Return the options of the method, with `UNRANKED_BELOW` unless it ranks by total."""
        return cls.own_options if cls.ranks_by_total else (*cls.own_options, UNRANKED_BELOW)

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        """Complete `options` with the defaults.

        Raises `InvalidOption` for an option or value that the method does not have.
        """
        self.options = resolve_options(self.all_options(), options or {})

    @property
    def compares_tables(self) -> bool:
        """Whether an award depends on the results of other tables."""
        return self.comparison != Comparison.TABLE

    @property
    def ranks_lines_together(self) -> bool:
        """Whether all lines share one ranking even if nobody changes lines."""
        return self.ranks_by_total or self.for_single_seats

    @property
    def unranked_below(self) -> Fraction:
        """The share of the highest number of boards played that a contestant needs for a place."""
        return Fraction(self.options.get("unranked_below", 0))

    @property
    def counts_unplayed_at_own_mean(self) -> bool:
        """Whether boards sat out or not played count as the mean of the contestant's boards."""
        return self.options.get(UNPLAYED.key) == "own_mean"

    @property
    def sit_out_award(self) -> Fraction | None:
        """The award for a round without opponents in a drawn event; None if there is none."""
        return None

    def top(self, due_count: int) -> int | None:
        """Return the best award of a board with `due_count` plays; None for methods without tops.

        Methods with tops rank contestants by total / sum of tops, others by the mean per board.
        """
        return None

    def average(self, average_kind: Average, due_count: int) -> Fraction | None:
        """Return an average on a board with `due_count` plays, before the own mean is considered.

        Return None if the board gives no awards. Raises `UnsupportedAward` if the method has no
        worst and best award of which an average could be a part.
        """
        raise UnsupportedAward(
            f"the method {self.key!r} has no averages: an award in it is a part of nothing"
        )

    def average_formula(self, average_kind: Average, due_count: int) -> Formula | None:
        """Return the formula of `average`, or None if the board gives no awards.

        Raises `UnsupportedAward` unless `supports_averages`.
        """
        raise UnsupportedAward(
            f"the method {self.key!r} has no averages: an award in it is a part of nothing"
        )

    def percent_formula(self, percent: Fraction, due_count: int) -> Formula | None:
        """Return the formula of `percent_award`, or None if the board gives no awards.

        Raises `UnsupportedAward` unless `supports_percent`.
        """
        raise UnsupportedAward(
            f"the method {self.key!r} has no percent: an award in it is a part of nothing"
        )

    def percent_award(self, percent: Fraction, due_count: int) -> Fraction | None:
        """Return the award worth `percent`, 0 to 100, on a board with `due_count` plays.

        Return None if the board gives no awards. Raises `UnsupportedAward` if the method has no
        worst and best award of which a percentage could be taken.
        """
        raise UnsupportedAward(
            f"the method {self.key!r} has no percent: an award in it is a part of nothing"
        )

    def scale_of_group(
        self, ordinary: Frequencies, flagged: Frequencies, group_due_count: int, due_count: int
    ) -> AwardScale:
        """Return the scale of one group of tables, which had the same cards on a fouled board.

        A board is fouled if tables played different cards; results are compared only within a group
        with the same cards. `group_due_count` is how many of the board's `due_count` plays the
        group was to have. If the group was to have all of them, this is the scale of the board.
        """
        return self.scale(ordinary, flagged, due_count)

    @abstractmethod
    def scale(self, ordinary: Frequencies, flagged: Frequencies, due_count: int) -> AwardScale:
        """Return the scale of one line of a board, from its ordinary and its flagged results.

        `due_count` is how many plays the board was to have. Raises ValueError without any result.
        """

    def award(
        self, line: str, xs: Mapping[str, X], scale: AwardScale, is_flagged: bool
    ) -> Fraction | None:
        """Return the award of a line at a table, or None if the method gives none.

        `xs` is the X of each line of the table, and `scale` the scale of `line`. Raises KeyError if
        no result with this X and flag was scored.
        """
        return scale.award(xs[line], is_flagged)

    def explain_award(
        self, line: str, xs: Mapping[str, X], is_flagged: bool, field: FieldResults
    ) -> Explanation:
        """Explain the result of `award`; `field` holds the results of the line."""
        return self.explain_x_award(xs[line], is_flagged, field)

    @abstractmethod
    def explain_x_award(self, x: X, is_flagged: bool, field: FieldResults) -> Explanation:
        """Explain the award of an X that is one of the results in `field`.

        The formula is evaluated without the scale, so that tests can compare it with the scale.
        """
