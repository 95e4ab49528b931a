"""One contestant of the standings, as pages show him."""

from dataclasses import dataclass
from fractions import Fraction

from games.explained.numbers import Rounded, decimals_to_part
from games.text import Words
from games.text import gettext_noop as _
from scoring.given.own_boards import NO_BOARDS, OwnBoards
from scoring.ranks import NOTHING, CarriedOver
from tournaments.queries.no_place import why_no_place
from tournaments.queries.scales import LineAward


@dataclass(frozen=True)
class Ahead:
    """The tie-break that put a contestant ahead of the next: its key and name, his value and the
    other's.

    `tells` is whether the values may be seen: a sum of X would give away the X of sealed boards.
    """

    key: str
    name: str
    own: Fraction
    other: Fraction
    tells: bool

    @property
    def decimals(self) -> int:
        """How many both are shown with: 0 for whole numbers, else two, or as many as tell them
        apart."""
        return decimals_to_part(self.own, self.other)

    @property
    def words(self) -> Words:
        """The tie-break, with both values where they may be seen."""
        name = Words(self.name)
        if not self.tells:
            return Words(_("ahead by %(name)s"), {"name": name})
        own, other = (Rounded(number, self.decimals) for number in (self.own, self.other))
        return Words(
            _("ahead by %(name)s: %(own)s to %(other)s"), {"name": name, "own": own, "other": other}
        )


@dataclass(frozen=True)
class RankedContestant:
    """One contestant. `rank` is None for who is listed without one; total and mean are exact.

    `percent` is None where the method has no tops; it ranks where there is one. `penalty` is in
    `total` already; `reasons` say why, in the order given. `ahead` is None unless a tie-break
    parted him from the next. `last` is the award on the last board he played that is no longer
    sealed; None where there is none, or where awards do not lie between 1 and 2. `last_board` is
    the number of that board, 0 where none is known. `carried` is what he brought from the stage
    before; it is in `total`. `no_place` is why he takes no place, as it is stored, where that was
    said; blank otherwise. `rested` is what boards that he did not play count as, in `total` too.
    """

    rank: int | None
    number: int
    names: str
    total: Fraction
    boards: int
    mean: Fraction
    last: LineAward | None
    percent: Fraction | None
    penalty: Fraction
    reasons: tuple[str, ...]
    ahead: Ahead | None
    carried: CarriedOver = NOTHING
    no_place: str = ""
    rested: OwnBoards = NO_BOARDS
    last_board: int = 0

    @property
    def why_no_place(self) -> Words | None:
        """The same in words; None for who takes a place."""
        return why_no_place(self.no_place) if self.no_place else None

    @property
    def award(self) -> Fraction | None:
        """The last award."""
        return self.last.award if self.last else None

    @property
    def low(self) -> Fraction | None:
        """MIN of that board on his line."""
        return self.last.low if self.last else None

    @property
    def high(self) -> Fraction | None:
        """MAX of that board on his line."""
        return self.last.high if self.last else None
