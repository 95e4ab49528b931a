"""Declarations: combinations of cards that players announce before the lead.

A game has a table of declarations. Each belongs to one or more categories, and a player may make
only one declaration of each category. The courts of two suits are two categories. In a game in
which the Fool may serve only one declaration, all declarations with the Fool share a category.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from games.fields import Field, Outcome, Value
from games.tarot.pack import HONOURS
from games.tarot.requirements import Requirements, at_least
from games.text import Text
from games.text import gettext_noop as _

# The heading of the fields of declarations in a form.
PART_LABEL = _("Declarations")

# Labels of categories in which some game has several declarations.
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


@dataclass(frozen=True)
class Declaration:
    """One entry of a table of declarations: a flag, or a number from `min_number` on.

    The largest number is `max_number`; it is 1 for a flag.
    """

    name: str
    label: str
    # What each opponent pays for `min_number`, or for a flag.
    worth: int
    # Returns what the hand must hold for the number declared.
    requirements: Callable[[int], Requirements]
    categories: tuple[str, ...]
    # What each opponent pays in addition for each one above `min_number`.
    worth_per_extra: int = 0
    min_number: int = 1
    max_number: int = 1
    # The payments are refunded if the declarer's side makes this number of card points or fewer.
    refund_at: int | None = None
    # Whether at most one hand in fifty holds the declaration.
    is_rare: bool = False

    @property
    def has_number(self) -> bool:
        """Whether a number is declared with it."""
        return self.max_number > 1

    @property
    def numbers_by_word(self) -> dict[str, int]:
        """The words of actions that make the declaration, with their numbers.

        For example `kings_4`, or `matadors=3`, `matadors=4` and so on.
        """
        numbers = range(self.min_number, self.max_number + 1)
        return {
            f"{self.name}={number}" if self.has_number else self.name: number for number in numbers
        }

    def announcement(self, number: int) -> Text:
        """Return the label, with the number if there is one."""
        if not self.has_number:
            return Text(self.label)
        return Text(
            "%(declaration)s: %(number)s", {"declaration": Text(self.label), "number": number}
        )

    def worth_of(self, number: int) -> int:
        """Return what each opponent pays for `number`; 0 if it was not declared."""
        return self.worth + self.worth_per_extra * (number - self.min_number) if number else 0

    def field_of(self, line: str) -> Field:
        """Return the field of a seat, which is given in lower case."""
        field = Field(
            f"{line}_{self.name}",
            "flag",
            self.label,
            default=False,
            owner=line,
            fold_heading=PART_LABEL,
            exclusive_group=_GROUP_LABELS.get(self.categories[0], ""),
            is_rare=self.is_rare,
        )
        if not self.has_number:
            return replace(field, points_text=str(self.worth))
        points_text = f"{self.worth}, +{self.worth_per_extra}"
        return replace(
            field,
            kind="number",
            min=0,
            max=self.max_number,
            default=0,
            points_text=points_text,
            min_nonzero=self.min_number,
        )


def simple_declaration(
    name: str,
    label: str,
    worth: int,
    requirements: Requirements,
    *categories: str,
    refund_at: int | None = None,
) -> Declaration:
    """Return a declaration without a number; its category is its name unless others are given."""
    return Declaration(
        name, label, worth, lambda _number: requirements, categories or (name,), refund_at=refund_at
    )


def mark_rare(*declarations: Declaration) -> tuple[Declaration, ...]:
    """Return the declarations marked as rare."""
    return tuple(replace(declaration, is_rare=True) for declaration in declarations)


@dataclass(frozen=True)
class Nomination:
    """A declaration of two honours (of XXI, I, the Fool), paid by opponents who hold none.

    The declarer asks all opponents or, with `names_opponent`, one whom the declarer names.
    """

    worth: int
    names_opponent: bool

    @property
    def requirements(self) -> Requirements:
        """Two of the three honours."""
        return at_least(2, HONOURS)

    def payers_by_word(self, opponents: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
        """Return the words of actions that make the nomination, with the opponents they ask.

        The words are `nomination`, or one for each opponent such as `nomination=b`.
        """
        if self.names_opponent:
            return {f"nomination={seat.lower()}": (seat,) for seat in opponents}
        return {"nomination": opponents}

    def field_of(self, line: str, seats: tuple[str, ...]) -> Field:
        """Return the field for who pays: `none`, an opponent, or `both`."""
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
            owner=line,
            fold_heading=PART_LABEL,
            points_text=str(self.worth),
        )


@dataclass(frozen=True)
class DeclarationTable:
    """The declarations of a game in the order of its source.

    `is_paid` says whether the opponents pay for declarations; otherwise they only count for the
    declarer. A nomination is always paid.
    """

    declarations: tuple[Declaration, ...] = ()
    nomination: Nomination | None = None
    is_paid: bool = True

    def __bool__(self) -> bool:
        """Return whether anything can be declared."""
        return bool(self.declarations)


def declaration_fields(table: DeclarationTable, seats: tuple[str, ...]) -> tuple[Field, ...]:
    """Return the fields of all seats, in the order of the table."""
    return tuple(field for seat in seats for field in _seat_fields(table, seat.lower(), seats))


def undeclared_values(table: DeclarationTable, seats: tuple[str, ...]) -> dict[str, Value]:
    """Return the values of all fields before anything is declared."""
    return {field.name: field.default for field in declaration_fields(table, seats)}


def nomination_payers(outcome: Outcome, seat: str, opponents: tuple[str, ...]) -> tuple[str, ...]:
    """Return who pays for the nomination of `seat`; nobody if it has made none."""
    paid_by = outcome.get(f"{seat.lower()}_nomination", "none")
    return tuple(opponent for opponent in opponents if paid_by in ("both", opponent.lower()))


def declarations_made(
    table: DeclarationTable, outcome: Outcome, seat: str
) -> Iterator[tuple[Declaration, int]]:
    """Yield the declarations of `seat` in `outcome`, each with its number."""
    for declaration in table.declarations:
        if number := int(outcome[f"{seat.lower()}_{declaration.name}"] or 0):
            yield declaration, number


def _seat_fields(table: DeclarationTable, line: str, seats: tuple[str, ...]) -> Iterator[Field]:
    yield from (declaration.field_of(line) for declaration in table.declarations)
    if table.nomination:
        yield table.nomination.field_of(line, seats)
