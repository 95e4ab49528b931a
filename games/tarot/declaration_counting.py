"""Check the declarations of an outcome against the cards, and compute what they bring."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from games.deals import BoardSetup
from games.fields import Outcome
from games.problems import Problem
from games.seats import line_label
from games.tarot.declarations import (
    Declaration,
    DeclarationTable,
    declarations_made,
    nomination_payers,
)
from games.tarot.ledger import Ledger, Payment, payments_from_each, refunds
from games.tarot.pack import HONOURS
from games.tarot.requirements import Requirements, can_all_be_met, holds
from games.text import Text
from games.text import gettext_noop as _

# The opponents of each seat, who pay its declarations: all seats of other lines.
Opponents = Mapping[str, tuple[str, ...]]

_MESSAGES = {
    "declared_twice": _(
        "%(seat)s: a card of “%(label)s” is already used in another declaration of its kind."
    ),
    "declared_too_few": _("%(seat)s: “%(label)s” is declared from %(least)s."),
    "not_dealt": _("%(seat)s was not dealt “%(label)s”."),
    "holds_one": _("%(payer)s was dealt one of the three and does not pay for the nomination."),
    "held_twice": _("There are not enough cards for all these declarations."),
}


def opponents_of(lines: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Return for each seat all seats of other lines."""
    all_seats = [seat for seats in lines.values() for seat in seats]
    return {
        seat: tuple(other for other in all_seats if other not in seats)
        for seats in lines.values()
        for seat in seats
    }


def declaration_problems(
    table: DeclarationTable, outcome: Outcome, board: BoardSetup, opponents: Opponents
) -> list[Problem]:
    """Return everything impossible about the declarations of an outcome.

    If the cards are known, this includes declarations that were not dealt. A dealer's hand is
    checked with the cards to be discarded, so a combination may include them.
    """
    problems = [
        problem
        for seat in opponents
        for problem in _seat_problems(table, outcome, board, seat, opponents)
    ]
    problems += _nomination_problems(outcome, board, opponents)
    if not can_all_be_met(_requirements_of(table, outcome, seat) for seat in opponents):
        problems.append(Problem("held_twice", _MESSAGES["held_twice"]))
    return problems


def declaration_payments(
    table: DeclarationTable, outcome: Outcome, opponents: Opponents, points: Mapping[str, int]
) -> Ledger:
    """Return all payments for declarations and nominations, with refunds.

    `points` are the card points of each seat's line; only refunds depend on them.
    """
    return tuple(
        payment
        for seat, payers in opponents.items()
        for payment in _seat_payments(table, outcome, seat, payers, points.get(seat))
    )


def declaration_counts(table: DeclarationTable, outcome: Outcome, seat: str) -> dict[str, int]:
    """Return what each declaration of `seat` counts in a game where they are not paid."""
    return (
        {}
        if table.is_paid
        else {
            declaration.name: declaration.worth_of(number)
            for declaration, number in declarations_made(table, outcome, seat)
        }
    )


def _seat_payments(
    table: DeclarationTable,
    outcome: Outcome,
    seat: str,
    opponents: tuple[str, ...],
    points: int | None,
) -> Iterator[Payment]:
    for declaration, number in declarations_made(table, outcome, seat) if table.is_paid else ():
        paid = payments_from_each(opponents, seat, declaration.worth_of(number), declaration.name)
        yield from paid
        if (
            points is not None
            and declaration.refund_at is not None
            and points <= declaration.refund_at
        ):
            yield from refunds(paid)
    if table.nomination:
        payers = nomination_payers(outcome, seat, opponents)
        yield from payments_from_each(payers, seat, table.nomination.worth, "nomination")


def _seat_problems(
    table: DeclarationTable,
    outcome: Outcome,
    board: BoardSetup,
    seat: str,
    all_seats: Iterable[str],
) -> Iterator[Problem]:
    used_categories: Counter[str] = Counter()
    for declaration, number in declarations_made(table, outcome, seat):
        if any(used_categories[category] for category in declaration.categories):
            yield _problem("declared_twice", declaration, seat, all_seats)
        if number < declaration.min_number:
            yield _problem("declared_too_few", declaration, seat, all_seats)
        elif board.deal and not holds(board.deal.hands[seat], declaration.requirements(number)):
            yield _problem("not_dealt", declaration, seat, all_seats)
        used_categories.update(declaration.categories)


def _nomination_problems(
    outcome: Outcome, board: BoardSetup, opponents: Opponents
) -> Iterator[Problem]:
    if board.deal is None:
        return
    hands = board.deal.hands
    for seat, seat_opponents in opponents.items():
        name = f"{seat.lower()}_nomination"
        payers = nomination_payers(outcome, seat, seat_opponents)
        if payers and len(HONOURS.intersection(hands[seat])) < 2:
            params = {"seat": line_label(seat, opponents), "label": Text(_("Nomination"))}
            yield Problem("not_dealt", _MESSAGES["not_dealt"], params, name)
        for payer in payers:
            if HONOURS.intersection(hands[payer]):
                yield Problem(
                    "holds_one",
                    _MESSAGES["holds_one"],
                    {"payer": line_label(payer, opponents)},
                    name,
                )


def _requirements_of(table: DeclarationTable, outcome: Outcome, seat: str) -> Requirements:
    """Return everything that the declarations of `seat` require of its hand."""
    requirements = [
        requirement
        for declaration, number in declarations_made(table, outcome, seat)
        for requirement in declaration.requirements(number)
    ]
    if table.nomination and outcome[f"{seat.lower()}_nomination"] != "none":
        requirements += table.nomination.requirements
    return tuple(dict.fromkeys(requirements))


def _problem(code: str, declaration: Declaration, seat: str, all_seats: Iterable[str]) -> Problem:
    params = {
        "seat": line_label(seat, all_seats),
        "label": Text(declaration.label),
        "least": declaration.min_number,
    }
    return Problem(code, _MESSAGES[code], params, f"{seat.lower()}_{declaration.name}")
