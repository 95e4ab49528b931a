"""Read the rules of a game for its players: their pages, the order of cards, the options."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.conf import settings

from games.cards import Card
from games.game import Game
from games.options import Option

# A folder for each language, with a page for each game, named by its key.
RULES_FOLDER = settings.BASE_DIR / "docs" / "games"


class ChosenOption(NamedTuple):
    """An option of an event: its label and its value, both to be translated."""

    label: str
    choice: str


class RankedCard(NamedTuple):
    """A card and what it scores, 0 if it scores nothing."""

    card: Card
    worth: int


class RankedSuits(NamedTuple):
    """Suits in which the cards have the same order and scores.

    `suits` has the highest card of each, and `cards` are those of the first suit, the highest
    first. `is_whole_pack` is True if the pack has no other suits.
    """

    suits: Sequence[Card]
    cards: Sequence[RankedCard]
    is_whole_pack: bool


def card_order(game: Game) -> list[RankedSuits]:
    """Return the order of a game's cards within their suits, and what they score.

    Cards that the pack has several times are listed once. The Fool of tarot follows the trumps.
    """
    cards_by_suit: dict[str, list[RankedCard]] = {}
    for card in dict.fromkeys(game.sorted_hand(game.pack)):
        suit = "T" if card.suit == "F" else card.suit
        cards_by_suit.setdefault(suit, []).append(RankedCard(card, game.card_values.get(card, 0)))
    suits_by_order: dict[tuple[tuple[str, int], ...], list[str]] = {}
    for suit, cards in cards_by_suit.items():
        order = tuple((ranked.card.rank, ranked.worth) for ranked in cards)
        suits_by_order.setdefault(order, []).append(suit)
    return [
        RankedSuits(
            [cards_by_suit[suit][0].card for suit in suits],
            cards_by_suit[suits[0]],
            is_whole_pack=len(suits_by_order) == 1,
        )
        for suits in suits_by_order.values()
    ]


def has_rules(game_key: str, language: str) -> bool:
    """Return whether the rules of a game exist in a language."""
    return (RULES_FOLDER / language / f"{game_key}.md").is_file()


def chosen_options(game: Game) -> list[ChosenOption]:
    """Return all options of the game with their values; empty free texts are left out."""
    return _with_labels(game, (option for option in game.own_options if game.options[option.key]))


def non_default_options(game: Game) -> list[ChosenOption]:
    """Return the options whose value is not the default, without free texts of the club."""
    with_choices = (option for option in game.own_options if option.choices)
    return _with_labels(
        game, (option for option in with_choices if game.options[option.key] != option.default)
    )


def _with_labels(game: Game, options: Iterable[Option]) -> list[ChosenOption]:
    values = ((option, game.options[option.key]) for option in options)
    return [ChosenOption(option.label, option.labels.get(value, value)) for option, value in values]
