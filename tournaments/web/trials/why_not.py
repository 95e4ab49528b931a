"""Why something may not be done, as a page says it: cards are called as they are where they are
drawn."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from games.cards import Card, Pack
from games.problems import Problem
from games.text import Verbatim, Words
from games.text import gettext_noop as _
from games.trial import Trial
from tournaments.templatetags.cards import card_name, pack_name

_EACH = Words(_("Each of these"))


@dataclass(frozen=True)
class Barred:
    """Cards that one rule keeps from being played, and that rule; of one card it says which."""

    cards: tuple[Card, ...] = field(repr=False)
    words: Words = field(repr=False)


def with_card_names(words: Words, pack: Pack) -> Words:
    """Words with every card among their parameters by its name."""
    name = pack_name(pack)
    named = {
        key: Verbatim(card_name(value, name)) if isinstance(value, Card) else value
        for key, value in words.params.items()
    }
    return Words(words.template, named)


def objection_in_words(problem: Problem, pack: Pack) -> Words:
    """What is wrong, with its card by name where it is one of the pack."""
    cards = {str(card): card for card in pack}
    written = str(problem.params.get("card", ""))
    found = {"card": cards[written]} if written in cards else {}
    return with_card_names(Words(problem.template, {**problem.params, **found}), pack)


def why_not(trial: Trial) -> list[Barred]:
    """For the reader's cards that may not be played now the rules against them; nothing between
    tricks."""
    if trial.position.trick is None:
        return []
    held = trial.game.sorted_hand(trial.position.held(trial.seat))
    rules: dict[str, list[tuple[Card, Problem]]] = {}
    for card in held:
        if problem := trial.position.objection(str(card)):
            rules.setdefault(problem.template, []).append((card, problem))
    return [_barred(against, trial.game.pack) for against in rules.values()]


def _barred(against: Sequence[tuple[Card, Problem]], pack: Pack) -> Barred:
    cards, problem = tuple(card for card, _problem in against), against[0][1]
    if len(cards) == 1 or "card" not in problem.params:
        return Barred(cards, objection_in_words(problem, pack))
    return Barred(cards, Words(problem.template, {**problem.params, "card": _EACH}))
