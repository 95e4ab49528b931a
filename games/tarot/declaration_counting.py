"""What an outcome says was declared: what is wrong with it, and what it brings."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from games.deals import DealtBoard
from games.fields import Outcome
from games.problems import Problem
from games.seats import line_in_words
from games.tarot.declarations import (
    Declaration,
    DeclarationTable,
    declarations_made,
    nomination_payers,
)
from games.tarot.ledger import Ledger, Payment, payments_from_each, refunds
from games.tarot.pack import HONOURS
from games.tarot.requirements import Requirements, can_all_be_met, holds
from games.text import Words
from games.text import gettext_noop as _

Opponents = Mapping[str, tuple[str, ...]]
"""Those who pay each seat: everybody not of its line."""

_SENTENCES = {
    "declared_twice": _(
        "%(seat)s: a card of “%(label)s” is already used in another declaration of its kind."
    ),
    "declared_too_few": _("%(seat)s: “%(label)s” is declared from %(least)s."),
    "not_dealt": _("%(seat)s was not dealt “%(label)s”."),
    "holds_one": _("%(payer)s was dealt one of the three and does not pay for the nomination."),
    "held_twice": _("There are not enough cards for all these declarations."),
}


def opponents_of(lines: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Each seat with everybody who is not of its line."""
    everybody = [seat for seats in lines.values() for seat in seats]
    return {
        seat: tuple(each for each in everybody if each not in seats)
        for seats in lines.values()
        for seat in seats
    }


def declaration_problems(
    table: DeclarationTable, outcome: Outcome, board: DealtBoard, opponents: Opponents
) -> list[Problem]:
    """Everything impossible about what is declared; whether it was dealt, where the cards are
    known.

    A dealer's hand is the whole of what he was dealt: he may have declared what he did not discard.
    """
    found = [
        problem
        for seat in opponents
        for problem in _problems_of(table, outcome, board, seat, opponents)
    ]
    found += _nomination_problems(outcome, board, opponents)
    if not can_all_be_met(_needs_of(table, outcome, seat) for seat in opponents):
        found.append(Problem("held_twice", _SENTENCES["held_twice"]))
    return found


def declaration_payments(
    table: DeclarationTable, outcome: Outcome, opponents: Opponents, points: Mapping[str, int]
) -> Ledger:
    """Every declaration paid by each opponent where any is paid, and what is paid back; always a
    nomination.

    `points` are the card points of each seat or of its side; they matter only where something is
    paid back.
    """
    return tuple(
        payment
        for seat, others in opponents.items()
        for payment in _payments_to(table, outcome, seat, others, points.get(seat))
    )


def declaration_counts(table: DeclarationTable, outcome: Outcome, seat: str) -> dict[str, int]:
    """What each declaration of `seat` counts for itself in a game where nobody pays for them, by
    its name."""
    return (
        {}
        if table.is_paid
        else {each.name: each.worth_of(n) for each, n in declarations_made(table, outcome, seat)}
    )


def _payments_to(
    table: DeclarationTable,
    outcome: Outcome,
    seat: str,
    others: tuple[str, ...],
    points: int | None,
) -> Iterator[Payment]:
    for each, number in declarations_made(table, outcome, seat) if table.is_paid else ():
        paid = payments_from_each(others, seat, each.worth_of(number), each.name)
        yield from paid
        if points is not None and each.refund_at is not None and points <= each.refund_at:
            yield from refunds(paid)
    if table.nomination:
        payer = nomination_payers(outcome, seat, others)
        yield from payments_from_each(payer, seat, table.nomination.worth, "nomination")


def _problems_of(
    table: DeclarationTable, outcome: Outcome, board: DealtBoard, seat: str, among: Iterable[str]
) -> Iterator[Problem]:
    taken: Counter[str] = Counter()
    for each, number in declarations_made(table, outcome, seat):
        if any(taken[category] for category in each.categories):
            yield _problem("declared_twice", each, seat, among)
        if number < each.least:
            yield _problem("declared_too_few", each, seat, among)
        elif board.deal and not holds(board.deal.hands[seat], each.requirements(number)):
            yield _problem("not_dealt", each, seat, among)
        taken.update(each.categories)


def _nomination_problems(
    outcome: Outcome, board: DealtBoard, opponents: Opponents
) -> Iterator[Problem]:
    if board.deal is None:
        return
    hands = board.deal.hands
    for seat, others in opponents.items():
        name, payer = f"{seat.lower()}_nomination", nomination_payers(outcome, seat, others)
        if payer and len(HONOURS.intersection(hands[seat])) < 2:
            params = {"seat": line_in_words(seat, opponents), "label": Words(_("Nomination"))}
            yield Problem("not_dealt", _SENTENCES["not_dealt"], params, name)
        for each in payer:
            if HONOURS.intersection(hands[each]):
                yield Problem(
                    "holds_one",
                    _SENTENCES["holds_one"],
                    {"payer": line_in_words(each, opponents)},
                    name,
                )


def _needs_of(table: DeclarationTable, outcome: Outcome, seat: str) -> Requirements:
    """All that the declarations of `seat` ask of its hand."""
    requirements = [
        need
        for each, number in declarations_made(table, outcome, seat)
        for need in each.requirements(number)
    ]
    if table.nomination and outcome[f"{seat.lower()}_nomination"] != "none":
        requirements += table.nomination.requirements
    return tuple(dict.fromkeys(requirements))


def _problem(code: str, each: Declaration, seat: str, among: Iterable[str]) -> Problem:
    params = {"seat": line_in_words(seat, among), "label": Words(each.label), "least": each.least}
    return Problem(code, _SENTENCES[code], params, f"{seat.lower()}_{each.name}")
