"""What players are told of a game's rules: where they are written, and which options an event
has."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.conf import settings

from games.cards import Card
from games.game import Game
from games.options import Option

RULES_FOLDER = settings.BASE_DIR / "docs" / "games"
"""A folder for each language, with a page for each game by its key."""


class ChosenOption(NamedTuple):
    """An option of an event: its label and what was chosen, both to be translated."""

    label: str
    choice: str


class RankedCard(NamedTuple):
    """A card among those of its suit, and what it scores; 0 where it scores nothing."""

    card: Card
    worth: int


class RankedSuits(NamedTuple):
    """Suits of a pack that rank and score alike, each by its highest card, and the cards of the
    first, from the highest; `are_all` where no suit of the pack differs."""

    suits: Sequence[Card]
    cards: Sequence[RankedCard]
    are_all: bool


def card_order(game: Game) -> list[RankedSuits]:
    """How the cards of a game rank within their suits, and what they score.

    Where cards repeat each is named once; the Fool of tarot stands behind the trumps.
    """
    by_suit: dict[str, list[RankedCard]] = {}
    for card in dict.fromkeys(game.sorted_hand(game.pack)):
        suit = "T" if card.suit == "F" else card.suit
        by_suit.setdefault(suit, []).append(RankedCard(card, game.card_worth.get(card, 0)))
    alike: dict[tuple[tuple[str, int], ...], list[str]] = {}
    for suit, cards in by_suit.items():
        alike.setdefault(tuple((each.card.rank, each.worth) for each in cards), []).append(suit)
    return [
        RankedSuits(
            [by_suit[suit][0].card for suit in suits],
            by_suit[suits[0]],
            are_all=len(alike) == 1,
        )
        for suits in alike.values()
    ]


def has_rules(game: str, language: str) -> bool:
    """Whether the rules of a game, by its key, are written in that language."""
    return (RULES_FOLDER / language / f"{game}.md").is_file()


def chosen_options(game: Game) -> list[ChosenOption]:
    """Every option the game has, with what is chosen; none of which nothing was written."""
    return _chosen(game, (each for each in game.own_options if game.options[each.key]))


def non_default_options(game: Game) -> list[ChosenOption]:
    """The options in which an event plays otherwise than usual, but for what a club has written
    itself."""
    choices = (each for each in game.own_options if each.choices)
    return _chosen(game, (each for each in choices if game.options[each.key] != each.default))


def _chosen(game: Game, options: Iterable[Option]) -> list[ChosenOption]:
    chosen = ((each, game.options[each.key]) for each in options)
    return [
        ChosenOption(option.label, option.labels.get(choice, choice)) for option, choice in chosen
    ]
