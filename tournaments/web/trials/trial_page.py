"""The view of a trial, one deal played by the reader alone: seats, cards, possible actions."""

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

_EACH_OF_THESE = Text(_("Each of these"))


@dataclass(frozen=True)
class ForbiddenCards:
    """Cards that one rule forbids to play now, with that rule as text."""

    cards: tuple[Card, ...] = field(repr=False)
    reason: Text = field(repr=False)


def with_card_names(text: Text, pack: Pack) -> Text:
    """Return a text whose parameters have every card replaced by its name."""
    name_of_pack = pack_name(pack)
    params = {
        key: Verbatim(card_name(value, name_of_pack)) if isinstance(value, Card) else value
        for key, value in text.params.items()
    }
    return Text(text.template, params)


def violation_text(problem: Problem, pack: Pack) -> Text:
    """Return a problem as text, its card by name if it is one of the pack."""
    cards = {str(card): card for card in pack}
    card_text = str(problem.params.get("card", ""))
    card_param = {"card": cards[card_text]} if card_text in cards else {}
    return with_card_names(Text(problem.template, {**problem.params, **card_param}), pack)


def forbidden_cards(trial: Trial) -> list[ForbiddenCards]:
    """Return the reader's cards that may not be played now, grouped by rule.

    Empty between tricks.
    """
    if trial.position.trick_number is None:
        return []
    hand = trial.game.sorted_hand(trial.position.hand_of(trial.seat))
    violations_by_rule: dict[str, list[tuple[Card, Problem]]] = {}
    for card in hand:
        if problem := trial.position.violation(str(card)):
            violations_by_rule.setdefault(problem.template, []).append((card, problem))
    return [
        _forbidden_by_rule(violations, trial.game.pack)
        for violations in violations_by_rule.values()
    ]


def _forbidden_by_rule(violations: Sequence[tuple[Card, Problem]], pack: Pack) -> ForbiddenCards:
    cards, problem = tuple(card for card, _problem in violations), violations[0][1]
    if len(cards) == 1 or "card" not in problem.params:
        return ForbiddenCards(cards, violation_text(problem, pack))
    return ForbiddenCards(cards, Text(problem.template, {**problem.params, "card": _EACH_OF_THESE}))


# Places of the others on the page by the number of players, from the reader's right; the reader
# sits at the bottom.
_PLACES_ANTICLOCKWISE = {
    2: ("n",),
    3: ("e", "w"),
    4: ("e", "n", "w"),
    5: ("e", "ne", "nw", "w"),
    6: ("e", "ne", "n", "nw", "w"),
}


def seats_around(game: Game, own_seat: str) -> list[tuple[str, str]]:
    """Return every seat with its place on the page, in order of play from `own_seat`."""
    first = game.seats.index(own_seat)
    seats_in_order = game.seats[first:] + game.seats[:first]
    places = _PLACES_ANTICLOCKWISE[game.player_count]
    others = places if game.direction == "anticlockwise" else places[::-1]
    return list(zip(seats_in_order, ("s", *others), strict=True))


@dataclass(frozen=True)
class TrialSeat:
    """A seat: its place on the page, its card in the trick, its score so far."""

    seat: str
    place: str
    is_own: bool
    is_leader: bool
    takes_trick: bool
    card: Card | None = field(repr=False)
    points_so_far: Text | None


@dataclass(frozen=True)
class ActionButton:
    """A button for an action.

    `actions_after` are the reader's actions so far and this one, in the form of the URL.
    """

    description: ActionDescription
    actions_after: str


@dataclass(frozen=True)
class HeldCard:
    """A card of the hand, with its button if it may be played."""

    card: Card = field(repr=False)
    button: ActionButton | None


@dataclass(frozen=True)
class LineResult:
    """The result of a line at the end, and how it came about."""

    line: str
    is_own: bool
    x: X
    explanation: Explanation


@dataclass(frozen=True)
class TrialEnd:
    """The end of a trial: its notation, and the results of the lines."""

    notation: Text
    results: list[LineResult]


@dataclass(frozen=True)
class TrialTable:
    """Everything that the page of a trial reads: seats, hand, buttons and earlier actions."""

    trial: Trial

    @cached_property
    def seats(self) -> list[TrialSeat]:
        """All seats in order of play, the reader's first."""
        return [
            self._seat(seat, place)
            for seat, place in seats_around(self.trial.game, self.trial.seat)
        ]

    @property
    def recent_event_texts(self) -> list[Text]:
        """What has just happened, with cards by name."""
        return [
            with_card_names(text, self.trial.game.pack)
            for text in self.trial.position.recent_event_texts
        ]

    @property
    def last_trick_winner(self) -> TrickWinner | None:
        """Who took the last complete trick, with the reason; None before a trick is complete."""
        return next((action.trick_winner for action in self.trial.last_trick[-1:]), None)

    @property
    def reader_leads(self) -> bool:
        """Whether the next card is the first of a trick: then it is the reader who leads."""
        return self.trial.position.card_number == 1

    @property
    def points_by_line(self) -> dict[str, Text]:
        """The score of each line so far, for games that do not score by seat."""
        points_so_far = self.trial.position.points_so_far
        return {
            line: text for line, text in points_so_far.items() if line not in self.trial.game.seats
        }

    @property
    def open_cards(self) -> dict[str, tuple[Pack, ...]]:
        """The open cards of each seat, the reader's first; empty if there are none."""
        cards_by_seat = self.trial.position.open_cards
        return {
            seat.seat: cards_by_seat[seat.seat]
            for seat in self.seats
            if any(cards_by_seat.values())
        }

    @property
    def actions_without_card(self) -> list[tuple[TrialAction, int]]:
        """The actions without cards, such as calls, that the reader has still to know of.

        These are all before the first trick, then those since the start of the last complete trick
        (or of the current one, if none is complete). Equal actions in a row are listed once, with
        their number.
        """
        groups = groupby(self.trial.actions_before_play + self.trial.other_actions)
        return [(action, len(list(repeats))) for action, repeats in groups]

    @cached_property
    def hand(self) -> list[HeldCard]:
        """The reader's cards in the order of the game, each with its button if it may be played."""
        cards = self.trial.position.hand_of(self.trial.seat)
        return [
            HeldCard(card, self._button_by_card.get(card))
            for card in self.trial.game.sorted_hand(cards)
        ]

    @property
    def plays_from_hand(self) -> bool:
        """Whether a card of the hand can be played."""
        return any(card.button for card in self.hand)

    @property
    def shows_hand_without_buttons(self) -> bool:
        """Whether the hand is shown without buttons, because no action uses one of its cards."""
        return not self.plays_from_hand and self.buttons_by_ambiguous_card.keys().isdisjoint(
            held.card for held in self.hand
        )

    @property
    def other_card_buttons(self) -> list[ActionButton]:
        """Buttons for cards that are not in the hand."""
        hand = {held.card for held in self.hand}
        return [button for card, button in self._button_by_card.items() if card not in hand]

    @property
    def card_choices(self) -> dict[Card, list[ActionButton]]:
        """Cards with which several actions are possible, each with their buttons."""
        return {
            card: buttons
            for card, buttons in self.buttons_by_ambiguous_card.items()
            if len(buttons) > 1
        }

    @property
    def single_action_buttons(self) -> list[ActionButton]:
        """The buttons of cards with which only one action is possible."""
        return [
            buttons[0] for buttons in self.buttons_by_ambiguous_card.values() if len(buttons) == 1
        ]

    @property
    def buttons_by_ambiguous_card(self) -> dict[Card, list[ActionButton]]:
        """The buttons by card, where the card alone does not say what the action is."""
        cards: dict[Card, list[ActionButton]] = {}
        for button in self._buttons:
            if button.description.card and not button.description.card_suffices:
                cards.setdefault(button.description.card, []).append(button)
        return cards

    @property
    def buttons_without_card(self) -> list[ActionButton]:
        """Buttons for actions that need no card, such as calls and declarations."""
        return [button for button in self._buttons if not button.description.card]

    @property
    def previous_actions(self) -> str:
        """The reader's actions before the last one."""
        return " ".join(self.trial.reader_actions[:-1])

    @cached_property
    def _buttons(self) -> list[ActionButton]:
        trial = self.trial
        return [
            ActionButton(trial.position.describe(action), " ".join((*trial.reader_actions, action)))
            for action in trial.position.legal_actions()
        ]

    @cached_property
    def _button_by_card(self) -> dict[Card, ActionButton]:
        return {
            button.description.card: button
            for button in self._buttons
            if button.description.card and button.description.card_suffices
        }

    def _seat(self, seat: str, place: str) -> TrialSeat:
        trial = self.trial
        leader = next(iter(trial.on_table), None)
        taker = next(
            (action.trick_winner for action in trial.on_table if action.trick_winner), None
        )
        return TrialSeat(
            seat,
            place,
            is_own=seat == trial.seat,
            is_leader=bool(leader and leader.seat == seat),
            takes_trick=bool(taker and taker.seat == seat),
            card=next(self._laid_by(seat), None),
            points_so_far=trial.position.points_so_far.get(seat),
        )

    def _laid_by(self, seat: str) -> Iterator[Card | None]:
        return (action.description.card for action in self.trial.on_table if action.seat == seat)


def trial_end(trial: Trial) -> TrialEnd | None:
    """Return the end of a trial.

    None if play is not over, or if the cards played are not exactly those dealt.
    """
    outcome, game, board = trial.position.outcome(), trial.game, trial.board
    if outcome is None:
        return None
    explained = game.explain_x(outcome, board)
    results = [
        LineResult(line, trial.seat in game.lines[line], x, explained[line])
        for line, x in game.raw_results(outcome, board).items()
    ]
    return TrialEnd(game.notation(outcome, board), results)
