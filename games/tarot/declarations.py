"""Declarations: combinations announced before the lead. A table of them is data; one may be the
nomination.

A card serves once in each category. That is what `uses` says: the categories a declaration takes
up, each of them free for one declaration of a seat. Two suits' courts are two categories; where the
Fool serves one declaration only, it is a category of its own.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from games.fields import Field, Outcome, Value
from games.tarot.pack import HONOURS
from games.tarot.patterns import Needs, at_least
from games.text import Text
from games.text import gettext_noop as _

PART = _("Declarations")

_GROUPS = {
    "tarots": _("Tarots"),
    "kings": _("Kings"),
    "kings_fool": _("Kings and the Fool"),
    "trumps": _("Trumps"),
    "court_s": _("Court of swords"),
    "court_b": _("Court of batons"),
    "court_c": _("Court of cups"),
    "court_d": _("Court of coins"),
    "top": _("Highest trumps"),
    "low": _("Lowest trumps"),
    "fours": _("Four of a rank"),
}
"""What the declarations of a category are called together, where some game has several."""


@dataclass(frozen=True)
class Declaration:
    """One line of a table: said or not, or, from `least` to `most`, said with a number.

    `needs` tells what the number said asks of the hand. `worth` is what each opponent pays for
    `least`, `further` for each one more. All is paid back where the declarer's side makes
    `refund_at` card points or fewer. What is `rare` is in one hand of fifty or fewer.
    """

    name: str
    label: str
    worth: int
    needs: Callable[[int], Needs]
    uses: tuple[str, ...]
    further: int = 0
    least: int = 1
    most: int = 1
    refund_at: int | None = None
    rare: bool = False

    @property
    def is_counted(self) -> bool:
        """Whether a number is said with it."""
        return self.most > 1

    @property
    def words(self) -> dict[str, int]:
        """What may be said of it, each with its number: `kings_4`, `matadors=3`, `matadors=4` …"""
        numbers = range(self.least, self.most + 1)
        return {f"{self.name}={each}" if self.is_counted else self.name: each for each in numbers}

    def said(self, number: int) -> Text:
        """It in words, with the number where one is said."""
        if not self.is_counted:
            return Text(self.label)
        return Text(
            "%(declaration)s: %(number)s", {"declaration": Text(self.label), "number": number}
        )

    def worth_of(self, number: int) -> int:
        """What each opponent pays for `number`; nothing for none."""
        return self.worth + self.further * (number - self.least) if number else 0

    def field_of(self, line: str) -> Field:
        """The field in which a table writes it down, of a seat in lower case."""
        field = Field(
            f"{line}_{self.name}",
            "flag",
            self.label,
            default=False,
            owner=line,
            fold_heading=PART,
            group=_GROUPS.get(self.uses[0], ""),
            rare=self.rare,
        )
        if not self.is_counted:
            return replace(field, worth=str(self.worth))
        worth = f"{self.worth}, +{self.further}"
        return replace(
            field, kind="number", min=0, max=self.most, default=0, worth=worth, least=self.least
        )


def declaration(
    name: str, label: str, worth: int, needs: Needs, *uses: str, refund_at: int | None = None
) -> Declaration:
    """A declaration that is said or not; its category is its name unless `uses` says otherwise."""
    return Declaration(
        name, label, worth, lambda _number: needs, uses or (name,), refund_at=refund_at
    )


def rarely(*declarations: Declaration) -> tuple[Declaration, ...]:
    """The same, marked as rare."""
    return tuple(replace(each, rare=True) for each in declarations)


@dataclass(frozen=True)
class Nomination:
    """Two of XXI, I and the Fool are announced: `worth` from whoever holds none of the three.

    Every opponent may have to pay, or, where one `is_named`, only he.
    """

    worth: int
    is_named: bool

    @property
    def needs(self) -> Needs:
        """Two of the three."""
        return at_least(2, HONOURS)

    def words(self, opponents: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
        """What may be said, each with those who must pay if they hold none: `nomination`,
        `nomination=b`."""
        if self.is_named:
            return {f"nomination={seat.lower()}": (seat,) for seat in opponents}
        return {"nomination": opponents}

    def field_of(self, line: str, seats: tuple[str, ...]) -> Field:
        """Who pays: `none`, an opponent or `both`."""
        opponents = [seat for seat in seats if seat.lower() != line]
        labels = {"none": _("nobody"), **{seat.lower(): seat for seat in opponents}}
        if len(opponents) > 1 and not self.is_named:
            labels["both"] = _("both")
        return Field(
            f"{line}_nomination",
            "choice",
            _("Nomination paid by"),
            tuple(labels),
            labels,
            default="none",
            owner=line,
            fold_heading=PART,
            worth=str(self.worth),
        )


@dataclass(frozen=True)
class DeclarationTable:
    """The declarations of a game in the order of its source; `is_paid` by the opponents, or only
    counted.

    A nomination is paid in any case.
    """

    declarations: tuple[Declaration, ...] = ()
    nomination: Nomination | None = None
    is_paid: bool = True

    def __bool__(self) -> bool:
        """Whether anything can be declared."""
        return bool(self.declarations)


def declaration_fields(table: DeclarationTable, seats: tuple[str, ...]) -> tuple[Field, ...]:
    """What a table of players writes down of the declarations, seat by seat in table order."""
    return tuple(field for seat in seats for field in _fields_of(table, seat.lower(), seats))


def unsaid(table: DeclarationTable, seats: tuple[str, ...]) -> dict[str, Value]:
    """Every field as it is while nobody has declared anything."""
    return {field.name: field.default for field in declaration_fields(table, seats)}


def payers(outcome: Outcome, seat: str, opponents: tuple[str, ...]) -> tuple[str, ...]:
    """Who pays for the nomination of `seat`; nobody where it has made none."""
    said = outcome.get(f"{seat.lower()}_nomination", "none")
    return tuple(each for each in opponents if said in ("both", each.lower()))


def made(table: DeclarationTable, outcome: Outcome, seat: str) -> Iterator[tuple[Declaration, int]]:
    """The declarations of `seat` in `outcome`, each with its number."""
    for each in table.declarations:
        if number := int(outcome[f"{seat.lower()}_{each.name}"] or 0):
            yield each, number


def _fields_of(table: DeclarationTable, line: str, seats: tuple[str, ...]) -> Iterator[Field]:
    yield from (each.field_of(line) for each in table.declarations)
    if table.nomination:
        yield table.nomination.field_of(line, seats)
