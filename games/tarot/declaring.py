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

_SENTENCES = {
    "not_held": _("“%(said)s” is not in this hand."),
    "declared_twice": _("A card of “%(said)s” is already used in another declaration of its kind."),
    "illegal_call": _("“%(said)s” is not possible now: make a declaration."),
}


def declaration_actions(table: DeclarationTable, seats: tuple[str, ...]) -> frozenset[str]:
    """Every action there is where `table` is declared from, legal at some moment or never."""
    if not table:
        return frozenset()
    said = [word for each in table.declarations for word in each.numbers_by_word]
    if table.nomination:
        said += table.nomination.payers_by_word(seats)
    return frozenset({PASS, *(DECLARE_PREFIX + word for word in said)})


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
    said: tuple[str, ...] = ()

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
        for each in self.table.declarations:
            if word in each.numbers_by_word:
                return ActionInWords(each.announcement(each.numbers_by_word[word]))
        named = word.partition("=")[2]
        template = _("nomination: %(seat)s") if named else _("nomination")
        return ActionInWords(
            Words(template, {"seat": line_in_words(named, self.hands)} if named else {})
        )

    def held(self, seat: str) -> Pack:
        """What was dealt and not discarded."""
        return self.hands[seat]

    def legal_actions(self) -> tuple[str, ...]:
        """What the hand holds and nothing said before rules out, in table order, then `pass`."""
        held = (word for word in self._words() if self._held(word) and not self._excluded(word))
        return (*(DECLARE_PREFIX + word for word in held), PASS)

    def understands(self, action: str) -> bool:
        """Whether `action` is a word of the game: also a card, which comes too early."""
        return action in self.known_actions

    def objection(self, action: str) -> Problem | None:
        """Why `action` may not be said: it is not held, its category is taken, or it is no
        declaration."""
        word = action.removeprefix(DECLARE_PREFIX)
        if action == PASS:
            return None
        if word == action or word not in self._words():
            return Problem("illegal_call", _SENTENCES["illegal_call"], {"said": action})
        code = (
            "not_held"
            if not self._held(word)
            else "declared_twice"
            if self._excluded(word)
            else None
        )
        return Problem(code, _SENTENCES[code], {"said": word}) if code else None

    def after(self, action: str) -> Position:
        """The next moment; whatever is not legal counts as a pass."""
        if action == PASS or self.objection(action):
            rest = self.speakers[1:]
            return (
                replace(self, speakers=rest, said=()) if rest else self.on_complete(self.declared)
            )
        word = action.removeprefix(DECLARE_PREFIX)
        name, value = self._entered(word)
        declared = {**self.declared, f"{self.speakers[0].lower()}_{name}": value}
        return replace(self, declared=declared, said=(*self.said, word))

    def _words(self) -> Iterator[str]:
        for each in self.table.declarations:
            yield from each.numbers_by_word
        if self.table.nomination:
            yield from self.table.nomination.payers_by_word(self.opponents[self.speakers[0]])

    def _held(self, word: str) -> bool:
        hand = self.hands[self.speakers[0]]
        for each in self.table.declarations:
            if word in each.numbers_by_word:
                return holds(hand, each.requirements(each.numbers_by_word[word]))
        return self.table.nomination is not None and holds(hand, self.table.nomination.requirements)

    def _excluded(self, word: str) -> bool:
        """Whether something said already takes up a category of `word`."""
        taken = {category for said in self.said for category in self._uses(said)}
        return not taken.isdisjoint(self._uses(word))

    def _uses(self, word: str) -> tuple[str, ...]:
        for each in self.table.declarations:
            if word in each.numbers_by_word:
                return each.categories
        return ("nomination",)

    def _entered(self, word: str) -> tuple[str, Value]:
        """The name of the field, and what a table writes into it."""
        for each in self.table.declarations:
            if word in each.numbers_by_word:
                return each.name, each.numbers_by_word[word] if each.has_number else True
        return "nomination", self._payers(word)

    def _payers(self, word: str) -> str:
        """Those of whom `word` asks a payment and who hold none of XXI, I and the Fool."""
        nomination, speaker = self.table.nomination, self.speakers[0]
        asked = nomination.payers_by_word(self.opponents[speaker])[word] if nomination else ()
        paying = [seat for seat in asked if HONOURS.isdisjoint(self.hands[seat])]
        return "both" if len(paying) > 1 else paying[0].lower() if paying else "none"
