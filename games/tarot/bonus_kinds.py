"""The two kinds of bonus: one that is tallied, and one that goes one way or another."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from games.cards import Card, Pack
from games.fields import Field, Outcome, Value
from games.problems import Problem
from games.seats import line_in_words
from games.tarot.bonus_counting import PART_LABEL, Bonus, TrickEvent, TrickTaken
from games.text import Words
from games.text import gettext_noop as _

_MESSAGES = {
    "too_many": _("%(label)s: %(made)s at the table, but there can be only %(most)s."),
    "bonus_alone": _("%(seat)s: “%(label)s” cannot be without “%(other)s”, %(least)s or more."),
}


@dataclass(frozen=True)
class TallyBonus:
    """Something that happens up to `most` times in a deal, `worth` each time: a number, or a flag
    for once.

    Those in `shares_maximum_with` count towards `most` as well. Whoever has it must also have as many of other
    bonuses as `requires` says. `own_cards`: the cards of which its seat played one each time. Every table
    says what `is_required`, though it be 0. `takes`: the cards its seat takes each time, any King for
    the one it is; it `in_last_trick` where that trick is the last. What `excludes` it befalls no seat
    that has it.
    """

    name: str
    label: str
    worth: int
    most: int
    event: TrickEvent
    is_paid: bool = True
    shares_maximum_with: tuple[Bonus, ...] = ()
    requires: tuple[tuple[Bonus, int], ...] = ()
    own_cards: frozenset[Card] = frozenset()
    is_required: bool = False
    takes: Pack = ()
    in_last_trick: bool = False
    excludes: tuple[Bonus, ...] = ()

    def field_of(self, line: str) -> Field:
        """A flag, or a number from 0 to `most`."""
        field = Field(f"{line}_{self.name}", "flag", self.label, of=line, worth=str(self.worth))
        if self.most == 1:
            return replace(field, default=False, part=PART_LABEL, once=True)
        number = replace(field, kind="number", min=0, max=self.most)
        return (
            replace(number, required=True, plural=True)
            if self.is_required
            else replace(number, default=0, part=PART_LABEL)
        )

    def field_value(self, tricks: Sequence[TrickTaken], seat: str) -> Value:
        """How often it happens to `seat`."""
        times = Counter(event_seat for trick in tricks for event_seat in self.event(trick))[seat]
        return times > 0 if self.most == 1 else times

    def times(self, value: Value) -> int:
        """What is written down, a flag as once."""
        return int(value or 0)

    def worth_of(self, value: Value) -> int:
        """`worth` for each time."""
        return self.worth * self.times(value)

    def cards_taken(self, value: Value) -> Pack:
        """What it takes, so many times."""
        return self.takes * self.times(value)

    def implies_last_trick(self, value: Value) -> bool:
        """Whether it happened, and in the last trick."""
        return self.in_last_trick and self.times(value) > 0

    def problems(self, outcome: Outcome, seats: tuple[str, ...]) -> list[Problem]:
        """More than there can be in a deal, or one that cannot be without another."""
        own_total = _table_total((self,), outcome, seats)
        shared_total = _table_total(self.shares_maximum_with, outcome, seats)
        problems = [
            problem
            for seat in seats
            for problem in self._missing_requirements(outcome, seat, seats)
        ]
        if own_total and own_total + shared_total > self.most:
            params = {
                "label": Words(self.label),
                "made": own_total + shared_total,
                "most": self.most,
            }
            field_name = f"{seats[-1].lower()}_{self.name}"
            problems.append(Problem("too_many", _MESSAGES["too_many"], params, field_name))
        return problems

    def _missing_requirements(
        self, outcome: Outcome, seat: str, seats: tuple[str, ...]
    ) -> Iterable[Problem]:
        line = seat.lower()
        for other, least in self.requires:
            if outcome[f"{line}_{self.name}"] and int(outcome[f"{line}_{other.name}"] or 0) < least:
                params = {
                    "seat": line_in_words(seat, seats),
                    "label": Words(self.label),
                    "other": Words(other.label),
                    "least": least,
                }
                yield Problem(
                    "bonus_alone", _MESSAGES["bonus_alone"], params, f"{line}_{self.name}"
                )


@dataclass(frozen=True)
class ChoiceBonus:
    """One thing that befalls one seat in a deal at most, in one of several ways; each way has its
    worth.

    `event` gives the way and the seat, for each way it befell somebody in a trick. `own_cards`: the
    cards of which that seat played one. `takes`: what it takes, however it goes; `last_trick_choices` are
    those in which its seat takes the last trick.
    """

    name: str
    label: str
    choices: Mapping[str, tuple[str, int]] = field(hash=False)
    event: Callable[[TrickTaken], Iterable[tuple[str, str]]]
    is_paid: bool = True
    own_cards: frozenset[Card] = frozenset()
    takes: Pack = ()
    last_trick_choices: frozenset[str] = frozenset()
    excludes: tuple[Bonus, ...] = ()

    def field_of(self, line: str) -> Field:
        """A choice: `none`, or one of the ways."""
        labels = {
            "none": _("nothing"),
            **{choice: label for choice, (label, _worth) in self.choices.items()},
        }
        return Field(
            f"{line}_{self.name}",
            "choice",
            self.label,
            tuple(labels),
            labels,
            default="none",
            of=line,
            part=PART_LABEL,
            worths={choice: worth for choice, (_label, worth) in self.choices.items()},
            once=True,
        )

    def field_value(self, tricks: Sequence[TrickTaken], seat: str) -> Value:
        """The way it befell `seat`, if it did."""
        results = (
            choice
            for trick in tricks
            for event_seat, choice in self.event(trick)
            if event_seat == seat
        )
        return next((choice for choice in results if choice in self.choices), "none")

    def times(self, value: Value) -> int:
        """Once, if it befell the seat at all."""
        return int(value != "none")

    def worth_of(self, value: Value) -> int:
        """What the way it went is worth."""
        return self.choices[str(value)][1] if value in self.choices else 0

    def cards_taken(self, value: Value) -> Pack:
        """What it takes, if it befell the seat."""
        return self.takes * self.times(value)

    def implies_last_trick(self, value: Value) -> bool:
        """Whether it went one of those ways."""
        return value in self.last_trick_choices

    def problems(self, outcome: Outcome, seats: tuple[str, ...]) -> list[Problem]:
        """Two seats to which it happened."""
        lines = [line for line in map(str.lower, seats) if outcome[f"{line}_{self.name}"] != "none"]
        if len(lines) < 2:
            return []
        params = {"label": Words(self.label), "made": len(lines), "most": 1}
        return [Problem("too_many", _MESSAGES["too_many"], params, f"{lines[-1]}_{self.name}")]


def _table_total(bonuses: Iterable[Bonus], outcome: Outcome, seats: tuple[str, ...]) -> int:
    return sum(
        int(outcome[f"{seat.lower()}_{bonus.name}"] or 0) for seat in seats for bonus in bonuses
    )
