"""Declarations: combinations announced before the lead. A table of them is data; one may be the
nomination.

A card serves once in each category. That is what `categories` says: the categories a declaration takes
up, each of them free for one declaration of a seat. Two suits' courts are two categories; where the
Fool serves one declaration only, it is a category of its own.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from games.fields import Field, Outcome, Value
from games.tarot.pack import HONOURS
from games.tarot.requirements import Requirements, at_least
from games.text import Words
from games.text import gettext_noop as _

PART_LABEL = _("Declarations")

_GROUP_LABELS = {
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

    `requirements` tells what the number said asks of the hand. `worth` is what each opponent pays for
    `least`, `worth_per_extra` for each one more. All is paid back where the declarer's side makes
    `refund_at` card points or fewer. What is `rare` is in one hand of fifty or fewer.
    """

    name: str
    label: str
    worth: int
    requirements: Callable[[int], Requirements]
    categories: tuple[str, ...]
    worth_per_extra: int = 0
    least: int = 1
    most: int = 1
    refund_at: int | None = None
    rare: bool = False

    @property
    def has_number(self) -> bool:
        """Whether a number is said with it."""
        return self.most > 1

    @property
    def numbers_by_word(self) -> dict[str, int]:
        """What may be said of it, each with its number: `kings_4`, `matadors=3`, `matadors=4` …"""
        numbers = range(self.least, self.most + 1)
        return {
            f"{self.name}={number}" if self.has_number else self.name: number for number in numbers
        }

    def announcement(self, number: int) -> Words:
        """It in words, with the number where one is said."""
        if not self.has_number:
            return Words(self.label)
        return Words(
            "%(declaration)s: %(number)s", {"declaration": Words(self.label), "number": number}
        )

    def worth_of(self, number: int) -> int:
        """What each opponent pays for `number`; nothing for none."""
        return self.worth + self.worth_per_extra * (number - self.least) if number else 0

    def field_of(self, line: str) -> Field:
        """The field in which a table writes it down, of a seat in lower case."""
        field = Field(
            f"{line}_{self.name}",
            "flag",
            self.label,
            default=False,
            of=line,
            part=PART_LABEL,
            group=_GROUP_LABELS.get(self.categories[0], ""),
            rare=self.rare,
        )
        if not self.has_number:
            return replace(field, worth=str(self.worth))
        worth = f"{self.worth}, +{self.worth_per_extra}"
        return replace(
            field, kind="number", min=0, max=self.most, default=0, worth=worth, least=self.least
        )


def simple_declaration(
    name: str,
    label: str,
    worth: int,
    requirements: Requirements,
    *categories: str,
    refund_at: int | None = None,
) -> Declaration:
    """A declaration that is said or not; its category is its name unless `categories` says otherwise."""
    return Declaration(
        name, label, worth, lambda _number: requirements, categories or (name,), refund_at=refund_at
    )


def mark_rare(*declarations: Declaration) -> tuple[Declaration, ...]:
    """The same, marked as rare."""
    return tuple(replace(declaration, rare=True) for declaration in declarations)


@dataclass(frozen=True)
class Nomination:
    """Two of XXI, I and the Fool are announced: `worth` from whoever holds none of the three.

    Every opponent may have to pay, or, where one `names_opponent`, only he.
    """

    worth: int
    names_opponent: bool

    @property
    def requirements(self) -> Requirements:
        """Two of the three."""
        return at_least(2, HONOURS)

    def payers_by_word(self, opponents: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
        """What may be said, each with those who must pay if they hold none: `nomination`,
        `nomination=b`."""
        if self.names_opponent:
            return {f"nomination={seat.lower()}": (seat,) for seat in opponents}
        return {"nomination": opponents}

    def field_of(self, line: str, seats: tuple[str, ...]) -> Field:
        """Who pays: `none`, an opponent or `both`."""
        opponents = [seat for seat in seats if seat.lower() != line]
        labels = {"none": _("nobody"), **{seat.lower(): seat for seat in opponents}}
        if len(opponents) > 1 and not self.names_opponent:
            labels["both"] = _("both")
        return Field(
            f"{line}_nomination",
            "choice",
            _("Nomination paid by"),
            tuple(labels),
            labels,
            default="none",
            of=line,
            part=PART_LABEL,
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
    return tuple(field for seat in seats for field in _seat_fields(table, seat.lower(), seats))


def undeclared_values(table: DeclarationTable, seats: tuple[str, ...]) -> dict[str, Value]:
    """Every field as it is while nobody has declared anything."""
    return {field.name: field.default for field in declaration_fields(table, seats)}


def nomination_payers(outcome: Outcome, seat: str, opponents: tuple[str, ...]) -> tuple[str, ...]:
    """Who pays for the nomination of `seat`; nobody where it has made none."""
    paid_by = outcome.get(f"{seat.lower()}_nomination", "none")
    return tuple(opponent for opponent in opponents if paid_by in ("both", opponent.lower()))


def declarations_made(
    table: DeclarationTable, outcome: Outcome, seat: str
) -> Iterator[tuple[Declaration, int]]:
    """The declarations of `seat` in `outcome`, each with its number."""
    for declaration in table.declarations:
        if number := int(outcome[f"{seat.lower()}_{declaration.name}"] or 0):
            yield declaration, number


def _seat_fields(table: DeclarationTable, line: str, seats: tuple[str, ...]) -> Iterator[Field]:
    yield from (declaration.field_of(line) for declaration in table.declarations)
    if table.nomination:
        yield table.nomination.field_of(line, seats)
