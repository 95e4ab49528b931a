"""The position in which a seat makes its declarations, one per action, then passes.

Actions are `declare:kings_4`, `declare:matadors=5`, `declare:nomination` or `declare:nomination=b`,
and `pass`. Nobody has to declare. An illegal action counts as a pass.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace

from games.cards import Pack
from games.fields import Outcome, Value
from games.position import Position
from games.position_view import ActionDescription
from games.problems import Problem
from games.seats import line_label
from games.tarot.declarations import Declaration, DeclarationTable
from games.tarot.pack import HONOURS
from games.tarot.requirements import holds
from games.text import Text
from games.text import gettext_noop as _
from games.trick_play import NonTrickPosition

# How declarations begin, and the action that ends them.
DECLARE_PREFIX, PASS = "declare:", "pass"

_MESSAGES = {
    "not_held": _("“%(said)s” is not in this hand."),
    "declared_twice": _("A card of “%(said)s” is already used in another declaration of its kind."),
    "illegal_call": _("“%(said)s” is not possible now: make a declaration."),
}


def declaration_actions(table: DeclarationTable, seats: tuple[str, ...]) -> frozenset[str]:
    """Return every action of a game with these declarations, legal here or not."""
    if not table:
        return frozenset()
    declared_words = [
        word for declaration in table.declarations for word in declaration.numbers_by_word
    ]
    if table.nomination:
        declared_words += table.nomination.payers_by_word(seats)
    return frozenset({PASS, *(DECLARE_PREFIX + word for word in declared_words)})


@dataclass(frozen=True)
class DeclarationPosition(NonTrickPosition):
    """A position in which the first of `speakers` may declare something or pass.

    `hands` are what the seats hold after discarding. `declared` has the values of all fields so
    far, and `earlier_words` are the declarations that the speaker has already made. `on_complete`
    returns the position that follows when all seats have spoken. Cards are left out of the `repr`,
    so that no log reveals them.
    """

    table: DeclarationTable
    opponents: Mapping[str, tuple[str, ...]]
    hands: Mapping[str, Pack] = field(repr=False)
    speakers: tuple[str, ...]
    declared: Outcome
    known_actions: Collection[str] = field(repr=False)
    on_complete: Callable[[Outcome], Position] = field(repr=False)
    earlier_words: tuple[str, ...] = ()

    @property
    def turn(self) -> str:
        """The seat to speak."""
        return self.speakers[0]

    @property
    def prompt(self) -> Text:
        """The prompt to declare something, or nothing more."""
        return Text(_("Declare what you like, or nothing more"))

    def describe(self, action: str) -> ActionDescription:
        """Return the declaration, with its number or the opponent it names."""
        if action == PASS:
            return ActionDescription(Text(_("nothing more to declare")))
        word = action.removeprefix(DECLARE_PREFIX)
        if entry := self._declaration_and_number(word):
            declaration, number = entry
            return ActionDescription(declaration.announcement(number))
        if named_seat := word.partition("=")[2]:
            params = {"seat": line_label(named_seat, self.hands)}
            return ActionDescription(Text(_("nomination: %(seat)s"), params))
        return ActionDescription(Text(_("nomination")))

    def hand_of(self, seat: str) -> Pack:
        """Return the cards dealt to `seat` and not discarded."""
        return self.hands[seat]

    def legal_actions(self) -> tuple[str, ...]:
        """Return the declarations that are held and not excluded by earlier ones, then `pass`."""
        possible_words = (
            word
            for word in self._available_words()
            if self._is_held(word) and not self._is_excluded(word)
        )
        return (*(DECLARE_PREFIX + word for word in possible_words), PASS)

    def is_action(self, action: str) -> bool:
        """Return whether `action` is an action of the game, even if it is not allowed here."""
        return action in self.known_actions

    def violation(self, action: str) -> Problem | None:
        """Return why `action` is not allowed: no declaration, cards not held, or category used."""
        word = action.removeprefix(DECLARE_PREFIX)
        if action == PASS:
            return None
        if word == action or word not in self._available_words():
            return Problem("illegal_call", _MESSAGES["illegal_call"], {"said": action})
        if not self._is_held(word):
            return Problem("not_held", _MESSAGES["not_held"], {"said": word})
        if self._is_excluded(word):
            return Problem("declared_twice", _MESSAGES["declared_twice"], {"said": word})
        return None

    def after(self, action: str) -> Position:
        """Return the next position; an illegal action counts as a pass."""
        if action == PASS or self.violation(action):
            later_speakers = self.speakers[1:]
            if not later_speakers:
                return self.on_complete(self.declared)
            return replace(self, speakers=later_speakers, earlier_words=())
        word = action.removeprefix(DECLARE_PREFIX)
        name, value = self._field_and_value(word)
        declared = {**self.declared, f"{self.turn.lower()}_{name}": value}
        return replace(self, declared=declared, earlier_words=(*self.earlier_words, word))

    def _available_words(self) -> Iterator[str]:
        for declaration in self.table.declarations:
            yield from declaration.numbers_by_word
        if self.table.nomination:
            yield from self.table.nomination.payers_by_word(self.opponents[self.turn])

    def _declaration_and_number(self, word: str) -> tuple[Declaration, int] | None:
        """Return the declaration that `word` makes, with its number; None for a nomination."""
        for declaration in self.table.declarations:
            if word in declaration.numbers_by_word:
                return declaration, declaration.numbers_by_word[word]
        return None

    def _is_held(self, word: str) -> bool:
        hand = self.hands[self.turn]
        if entry := self._declaration_and_number(word):
            declaration, number = entry
            return holds(hand, declaration.requirements(number))
        return self.table.nomination is not None and holds(hand, self.table.nomination.requirements)

    def _is_excluded(self, word: str) -> bool:
        """Return whether an earlier declaration uses a category of `word`."""
        used_categories = {
            category
            for earlier_word in self.earlier_words
            for category in self._categories_of(earlier_word)
        }
        return not used_categories.isdisjoint(self._categories_of(word))

    def _categories_of(self, word: str) -> tuple[str, ...]:
        entry = self._declaration_and_number(word)
        return entry[0].categories if entry else ("nomination",)

    def _field_and_value(self, word: str) -> tuple[str, Value]:
        """Return the name of the field, without its seat, and the value to record."""
        if entry := self._declaration_and_number(word):
            declaration, number = entry
            return declaration.name, number if declaration.has_number else True
        return "nomination", self._nomination_payers(word)

    def _nomination_payers(self, word: str) -> str:
        """Return who pays for a nomination: the opponents asked by `word` who hold no honour.

        The answer is `none`, one seat in lower case, or `both`.
        """
        nomination = self.table.nomination
        opponents = self.opponents[self.turn]
        seats_asked = nomination.payers_by_word(opponents)[word] if nomination else ()
        payers = [seat for seat in seats_asked if HONOURS.isdisjoint(self.hands[seat])]
        return "both" if len(payers) > 1 else payers[0].lower() if payers else "none"
