"""The moment of declarations: each seat in turn says what it likes of what it holds, and ends with
a pass.

Actions: `declare:kings_4`, `declare:matadors=5`, `declare:nomination` or `declare:nomination=b`,
and `pass`. Declaring is never a duty. An illegal word counts as a pass.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace

from games.cards import Pack
from games.fields import Outcome, Value
from games.position import Position
from games.problems import Problem
from games.seats import line_in_words
from games.shown_moment import ActionInWords
from games.tarot.declarations import DeclarationTable
from games.tarot.pack import HONOURS
from games.tarot.requirements import holds
from games.text import Words
from games.text import gettext_noop as _
from games.trick_play import Aside

DECLARE_PREFIX, PASS = "declare:", "pass"

_MESSAGES = {
    "not_held": _("“%(said)s” is not in this hand."),
    "declared_twice": _("A card of “%(said)s” is already used in another declaration of its kind."),
    "illegal_call": _("“%(said)s” is not possible now: make a declaration."),
}


def declaration_actions(table: DeclarationTable, seats: tuple[str, ...]) -> frozenset[str]:
    """Every action there is where `table` is declared from, legal at some moment or never."""
    if not table:
        return frozenset()
    declared_words = [
        word for declaration in table.declarations for word in declaration.numbers_by_word
    ]
    if table.nomination:
        declared_words += table.nomination.payers_by_word(seats)
    return frozenset({PASS, *(DECLARE_PREFIX + word for word in declared_words)})


@dataclass(frozen=True)
class DeclarationPosition(Aside):
    """`speakers` have yet to speak, the first of them now; `said` are his words so far.

    `hands` are what the seats hold after discarding, `declared` every field of the declarations as
    an outcome writes it. `on_complete` gives the position that follows from `declared` once all have
    spoken. Cards never appear in its `repr`.
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
    def turn(self) -> str | None:
        """The seat to speak."""
        return self.speakers[0]

    @property
    def asked(self) -> Words:
        """What he likes of what he holds."""
        return Words(_("Declare what you like, or nothing more"))

    def in_words(self, action: str) -> ActionInWords:
        """The declaration, with its number or who is named, if there is one."""
        if action == PASS:
            return ActionInWords(Words(_("nothing more to declare")))
        word = action.removeprefix(DECLARE_PREFIX)
        for declaration in self.table.declarations:
            if word in declaration.numbers_by_word:
                return ActionInWords(declaration.announcement(declaration.numbers_by_word[word]))
        named_seat = word.partition("=")[2]
        template = _("nomination: %(seat)s") if named_seat else _("nomination")
        return ActionInWords(
            Words(template, {"seat": line_in_words(named_seat, self.hands)} if named_seat else {})
        )

    def held(self, seat: str) -> Pack:
        """What was dealt and not discarded."""
        return self.hands[seat]

    def legal_actions(self) -> tuple[str, ...]:
        """What the hand holds and nothing said before rules out, in table order, then `pass`."""
        possible_words = (
            word
            for word in self._available_words()
            if self._is_held(word) and not self._is_excluded(word)
        )
        return (*(DECLARE_PREFIX + word for word in possible_words), PASS)

    def understands(self, action: str) -> bool:
        """Whether `action` is a word of the game: also a card, which comes too early."""
        return action in self.known_actions

    def objection(self, action: str) -> Problem | None:
        """Why `action` may not be said: it is not held, its category is taken, or it is no
        declaration."""
        word = action.removeprefix(DECLARE_PREFIX)
        if action == PASS:
            return None
        if word == action or word not in self._available_words():
            return Problem("illegal_call", _MESSAGES["illegal_call"], {"said": action})
        code = (
            "not_held"
            if not self._is_held(word)
            else "declared_twice"
            if self._is_excluded(word)
            else None
        )
        return Problem(code, _MESSAGES[code], {"said": word}) if code else None

    def after(self, action: str) -> Position:
        """The next moment; whatever is not legal counts as a pass."""
        if action == PASS or self.objection(action):
            later_speakers = self.speakers[1:]
            return (
                replace(self, speakers=later_speakers, earlier_words=())
                if later_speakers
                else self.on_complete(self.declared)
            )
        word = action.removeprefix(DECLARE_PREFIX)
        name, value = self._field_and_value(word)
        declared = {**self.declared, f"{self.speakers[0].lower()}_{name}": value}
        return replace(self, declared=declared, earlier_words=(*self.earlier_words, word))

    def _available_words(self) -> Iterator[str]:
        for declaration in self.table.declarations:
            yield from declaration.numbers_by_word
        if self.table.nomination:
            yield from self.table.nomination.payers_by_word(self.opponents[self.speakers[0]])

    def _is_held(self, word: str) -> bool:
        hand = self.hands[self.speakers[0]]
        for declaration in self.table.declarations:
            if word in declaration.numbers_by_word:
                return holds(hand, declaration.requirements(declaration.numbers_by_word[word]))
        return self.table.nomination is not None and holds(hand, self.table.nomination.requirements)

    def _is_excluded(self, word: str) -> bool:
        """Whether something said already takes up a category of `word`."""
        used_categories = {
            category
            for earlier_word in self.earlier_words
            for category in self._categories_of(earlier_word)
        }
        return not used_categories.isdisjoint(self._categories_of(word))

    def _categories_of(self, word: str) -> tuple[str, ...]:
        for declaration in self.table.declarations:
            if word in declaration.numbers_by_word:
                return declaration.categories
        return ("nomination",)

    def _field_and_value(self, word: str) -> tuple[str, Value]:
        """The name of the field, and what a table writes into it."""
        for declaration in self.table.declarations:
            if word in declaration.numbers_by_word:
                number = declaration.numbers_by_word[word]
                return declaration.name, number if declaration.has_number else True
        return "nomination", self._nomination_payers(word)

    def _nomination_payers(self, word: str) -> str:
        """Those of whom `word` asks a payment and who hold none of XXI, I and the Fool."""
        nomination, speaker = self.table.nomination, self.speakers[0]
        seats_asked = nomination.payers_by_word(self.opponents[speaker])[word] if nomination else ()
        payers = [seat for seat in seats_asked if HONOURS.isdisjoint(self.hands[seat])]
        return "both" if len(payers) > 1 else payers[0].lower() if payers else "none"
