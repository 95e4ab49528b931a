"""A game that is tried: who sits where, what lies on the table, which actions are possible."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby

from games.cards import Card, Pack
from games.explanations.explanation import Explanation
from games.game import Game
from games.position_view import ActionDescription, TrickWinner
from games.problems import Problem
from games.text import Text, Verbatim
from games.text import gettext_noop as _
from games.trial import Trial, TrialAction
from games.x import X
from tournaments.templatetags.cards import card_name, pack_name

_EACH = Text(_("Each of these"))


@dataclass(frozen=True)
class Barred:
    """Cards that one rule keeps from being played, and that rule; of one card it says which."""

    cards: tuple[Card, ...] = field(repr=False)
    words: Text = field(repr=False)


def with_card_names(words: Text, pack: Pack) -> Text:
    """Words with every card among their parameters by its name."""
    name = pack_name(pack)
    named = {
        key: Verbatim(card_name(value, name)) if isinstance(value, Card) else value
        for key, value in words.params.items()
    }
    return Text(words.template, named)


def objection_in_words(problem: Problem, pack: Pack) -> Text:
    """What is wrong, with its card by name where it is one of the pack."""
    cards = {str(card): card for card in pack}
    written = str(problem.params.get("card", ""))
    found = {"card": cards[written]} if written in cards else {}
    return with_card_names(Text(problem.template, {**problem.params, **found}), pack)


def why_not(trial: Trial) -> list[Barred]:
    """For the reader's cards that may not be played now the rules against them; nothing between
    tricks."""
    if trial.position.trick is None:
        return []
    held = trial.game.sorted_hand(trial.position.held(trial.seat))
    rules: dict[str, list[tuple[Card, Problem]]] = {}
    for card in held:
        if problem := trial.position.violation(str(card)):
            rules.setdefault(problem.template, []).append((card, problem))
    return [_barred(against, trial.game.pack) for against in rules.values()]


def _barred(against: Sequence[tuple[Card, Problem]], pack: Pack) -> Barred:
    cards, problem = tuple(card for card, _problem in against), against[0][1]
    if len(cards) == 1 or "card" not in problem.params:
        return Barred(cards, objection_in_words(problem, pack))
    return Barred(cards, Text(problem.template, {**problem.params, "card": _EACH}))


_ANTICLOCKWISE = {
    2: ("n",),
    3: ("e", "w"),
    4: ("e", "n", "w"),
    5: ("e", "ne", "nw", "w"),
    6: ("e", "ne", "n", "nw", "w"),
}
"""Where the others sit round a table of so many, from the reader's right; he himself is at its
foot."""


def seats_around(game: Game, own: str) -> list[tuple[str, str]]:
    """Every seat with its place on the page, in order of play from the reader's `own` on."""
    first = game.seats.index(own)
    around = game.seats[first:] + game.seats[:first]
    places = _ANTICLOCKWISE[game.players]
    others = places if game.direction == "anticlockwise" else places[::-1]
    return list(zip(around, ("s", *others), strict=True))


@dataclass(frozen=True)
class TrialSeat:
    """A seat: `where` on the page, the card it has in the trick, whether it takes it, what it
    has come to."""

    seat: str
    where: str
    is_own: bool
    is_leader: bool
    takes: bool
    card: Card | None = field(repr=False)
    so_far: Text | None


@dataclass(frozen=True)
class ActionKey:
    """A key: what it does, and all that the reader will have done then, as an address says it."""

    description: ActionDescription
    did: str


@dataclass(frozen=True)
class HeldCard:
    """A card of the hand, with its key where it may be played as it is."""

    card: Card = field(repr=False)
    key: ActionKey | None


@dataclass(frozen=True)
class LineResult:
    """What a line has made in the end, and how it came about."""

    line: str
    is_own: bool
    x: X
    explanation: Explanation


@dataclass(frozen=True)
class TrialEnd:
    """What a trial came to: as a table writes it down, and line by line."""

    notation: Text
    results: list[LineResult]


@dataclass(frozen=True)
class TrialTable:
    """What the page of a trial shows of it."""

    trial: Trial

    @cached_property
    def seats(self) -> list[TrialSeat]:
        """Everybody in order of play, the reader first."""
        return [
            self._at(seat, where) for seat, where in seats_around(self.trial.game, self.trial.seat)
        ]

    @property
    def recent_event_texts(self) -> list[Text]:
        """What has just come about, with cards by their names."""
        return [
            with_card_names(words, self.trial.game.pack)
            for words in self.trial.position.recent_event_texts
        ]

    @property
    def last_trick_to(self) -> TrickWinner | None:
        """Who took the last trick; None before there is one."""
        return next((each.trick_winner for each in self.trial.last_trick[-1:]), None)

    @property
    def leads(self) -> bool:
        """Whether the reader leads now."""
        return self.trial.position.card == 1

    @property
    def sides(self) -> dict[str, Text]:
        """What each line has come to, where that is not said seat by seat."""
        so_far = self.trial.position.points_so_far
        return {line: words for line, words in so_far.items() if line not in self.trial.game.seats}

    @property
    def open_cards(self) -> dict[str, tuple[Pack, ...]]:
        """What lies open before each seat, the reader's first; nothing while nothing does."""
        laid = self.trial.position.open_cards
        return {each.seat: laid[each.seat] for each in self.seats if any(laid.values())}

    @property
    def said(self) -> list[tuple[TrialAction, int]]:
        """What was done beside the cards, before the first and since the last trick began.

        What is told alike several times running stands there once, with how often.
        """
        alike = groupby(self.trial.actions_before_play + self.trial.other_actions)
        return [(each, len(list(times))) for each, times in alike]

    @cached_property
    def hand(self) -> list[HeldCard]:
        """The reader's cards."""
        cards = self.trial.position.held(self.trial.seat)
        return [HeldCard(card, self._bare.get(card)) for card in self.trial.game.sorted_hand(cards)]

    @property
    def plays_from_hand(self) -> bool:
        """Whether a card of the hand is a key."""
        return any(each.key for each in self.hand)

    @property
    def holds_apart(self) -> bool:
        """Whether no card of the hand is asked for, so that it only stands there to be seen."""
        return not self.plays_from_hand and self.told_cards.keys().isdisjoint(
            each.card for each in self.hand
        )

    @property
    def bare_cards(self) -> list[ActionKey]:
        """Cards that are asked for and not in the hand."""
        held = {each.card for each in self.hand}
        return [key for card, key in self._bare.items() if card not in held]

    @property
    def cards_to_open(self) -> dict[Card, list[ActionKey]]:
        """Those with which one of several things is done."""
        return {card: keys for card, keys in self.told_cards.items() if len(keys) > 1}

    @property
    def plain_cards(self) -> list[ActionKey]:
        """Those with which only one thing is done."""
        return [keys[0] for keys in self.told_cards.values() if len(keys) == 1]

    @property
    def told_cards(self) -> dict[Card, list[ActionKey]]:
        """Cards with which something is done that is to be told, each with its keys."""
        cards: dict[Card, list[ActionKey]] = {}
        for key in self._keys:
            if key.description.card and not key.description.card_suffices:
                cards.setdefault(key.description.card, []).append(key)
        return cards

    @property
    def words(self) -> list[ActionKey]:
        """What is said without a card."""
        return [key for key in self._keys if not key.description.card]

    @property
    def back(self) -> str:
        """What the reader had done before his last action."""
        return " ".join(self.trial.learner_actions[:-1])

    @cached_property
    def _keys(self) -> list[ActionKey]:
        trial = self.trial
        return [
            ActionKey(trial.position.describe(action), " ".join((*trial.learner_actions, action)))
            for action in trial.position.legal_actions()
        ]

    @cached_property
    def _bare(self) -> dict[Card, ActionKey]:
        return {
            key.description.card: key
            for key in self._keys
            if key.description.card and key.description.card_suffices
        }

    def _at(self, seat: str, where: str) -> TrialSeat:
        trial = self.trial
        leader = next(iter(trial.on_table), None)
        taker = next((each.trick_winner for each in trial.on_table if each.trick_winner), None)
        return TrialSeat(
            seat,
            where,
            is_own=seat == trial.seat,
            is_leader=bool(leader and leader.seat == seat),
            takes=bool(taker and taker.seat == seat),
            card=next(self._laid_by(seat), None),
            so_far=trial.position.points_so_far.get(seat),
        )

    def _laid_by(self, seat: str) -> Iterator[Card | None]:
        return (each.description.card for each in self.trial.on_table if each.seat == seat)


def trial_end(trial: Trial) -> TrialEnd | None:
    """What it came to; None before its end, and where its cards do not add up."""
    outcome, game, board = trial.position.outcome(), trial.game, trial.board
    if outcome is None:
        return None
    explained = game.explain_x(outcome, board)
    results = [
        LineResult(line, trial.seat in game.lines[line], x, explained[line])
        for line, x in game.x(outcome, board).items()
    ]
    return TrialEnd(game.notation(outcome, board), results)
