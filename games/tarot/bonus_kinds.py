"""The two kinds of bonus: one that is tallied, and one with several possible results."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from games.cards import Card, Pack
from games.fields import Field, Outcome, Value
from games.problems import Problem
from games.seats import line_label
from games.tarot.bonus_counting import PART_LABEL, Bonus, TrickEvent, TrickTaken
from games.text import Text
from games.text import gettext_noop as _

_MESSAGES = {
    "too_many": _("%(label)s: %(made)s at the table, but there can be only %(most)s."),
    "bonus_alone": _("%(seat)s: “%(label)s” cannot be without “%(other)s”, %(least)s or more."),
}


@dataclass(frozen=True)
class TallyBonus:
    """A bonus that can occur up to `max_count` times in a deal and brings `worth` each time.

    Its field is a number, or a flag if the bonus can occur only once.
    """

    name: str
    label: str
    worth: int
    max_count: int
    event: TrickEvent
    is_paid: bool = True
    # Other bonuses whose number counts towards the same maximum.
    shares_maximum_with: tuple[Bonus, ...] = ()
    # Bonuses that the seat must also have, each with a minimum number.
    requires: tuple[tuple[Bonus, int], ...] = ()
    # Cards of which the seat played one each time.
    own_cards: frozenset[Card] = frozenset()
    # Whether the number must be recorded even if it is 0.
    is_required: bool = False
    # Cards that the seat takes each time; one King stands for whichever it was.
    takes: Pack = ()
    # Whether the bonus can be earned in the last trick only.
    in_last_trick: bool = False
    # Bonuses that the same seat cannot have too.
    excludes: tuple[Bonus, ...] = ()

    def field_of(self, line: str) -> Field:
        """Return a flag, or a number from 0 to `max_count`."""
        field = Field(
            f"{line}_{self.name}", "flag", self.label, owner=line, points_text=str(self.worth)
        )
        if self.max_count == 1:
            return replace(field, default=False, fold_heading=PART_LABEL, once_per_table=True)
        number = replace(field, kind="number", min=0, max=self.max_count)
        return (
            replace(number, required=True, has_plural_label=True)
            if self.is_required
            else replace(number, default=0, fold_heading=PART_LABEL)
        )

    def field_value(self, tricks: Sequence[TrickTaken], seat: str) -> Value:
        """Return how often `seat` earns the bonus; true or false if once at most."""
        times = Counter(event_seat for trick in tricks for event_seat in self.event(trick))[seat]
        return times > 0 if self.max_count == 1 else times

    def times(self, value: Value) -> int:
        """Return the recorded number; a flag counts once."""
        return int(value or 0)

    def worth_of(self, value: Value) -> int:
        """Return `worth` for each time."""
        return self.worth * self.times(value)

    def cards_taken(self, value: Value) -> Pack:
        """Return the cards taken each time, repeated."""
        return self.takes * self.times(value)

    def implies_last_trick(self, value: Value) -> bool:
        """Return whether the bonus was earned and belongs to the last trick."""
        return self.in_last_trick and self.times(value) > 0

    def problems(self, outcome: Outcome, seats: tuple[str, ...]) -> list[Problem]:
        """Return a problem if the bonus occurs too often, or without a bonus that it requires."""
        own_total = _table_total((self,), outcome, seats)
        shared_total = _table_total(self.shares_maximum_with, outcome, seats)
        problems = [
            problem
            for seat in seats
            for problem in self._missing_requirements(outcome, seat, seats)
        ]
        if own_total and own_total + shared_total > self.max_count:
            params = {
                "label": Text(self.label),
                "made": own_total + shared_total,
                "most": self.max_count,
            }
            field_name = f"{seats[-1].lower()}_{self.name}"
            problems.append(Problem("too_many", _MESSAGES["too_many"], params, field_name))
        return problems

    def _missing_requirements(
        self, outcome: Outcome, seat: str, seats: tuple[str, ...]
    ) -> Iterable[Problem]:
        line = seat.lower()
        for other, min_count in self.requires:
            if (
                outcome[f"{line}_{self.name}"]
                and int(outcome[f"{line}_{other.name}"] or 0) < min_count
            ):
                params = {
                    "seat": line_label(seat, seats),
                    "label": Text(self.label),
                    "other": Text(other.label),
                    "least": min_count,
                }
                yield Problem(
                    "bonus_alone", _MESSAGES["bonus_alone"], params, f"{line}_{self.name}"
                )


@dataclass(frozen=True)
class ChoiceBonus:
    """A bonus with one of several results, which at most one seat of a table can have.

    `choices` have the label and the worth of each result. `event` yields the seat and the result
    for each trick in which something happens; results that are not among `choices` are ignored.
    """

    name: str
    label: str
    choices: Mapping[str, tuple[str, int]] = field(hash=False)
    event: Callable[[TrickTaken], Iterable[tuple[str, str]]]
    is_paid: bool = True
    # Cards of which the seat played one.
    own_cards: frozenset[Card] = frozenset()
    # Cards that the seat takes, whatever the result.
    takes: Pack = ()
    # Results in which the seat takes the last trick.
    last_trick_choices: frozenset[str] = frozenset()
    excludes: tuple[Bonus, ...] = ()

    def field_of(self, line: str) -> Field:
        """Return a choice of `none` and the results."""
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
            owner=line,
            fold_heading=PART_LABEL,
            choice_points={choice: worth for choice, (_label, worth) in self.choices.items()},
            once_per_table=True,
        )

    def field_value(self, tricks: Sequence[TrickTaken], seat: str) -> Value:
        """Return the result of `seat`, or `none`."""
        results = (
            choice
            for trick in tricks
            for event_seat, choice in self.event(trick)
            if event_seat == seat
        )
        return next((choice for choice in results if choice in self.choices), "none")

    def times(self, value: Value) -> int:
        """Return 1 if there is a result, otherwise 0."""
        return int(value != "none")

    def worth_of(self, value: Value) -> int:
        """Return the worth of the result."""
        return self.choices[str(value)][1] if value in self.choices else 0

    def cards_taken(self, value: Value) -> Pack:
        """Return the cards taken, if there is a result."""
        return self.takes * self.times(value)

    def implies_last_trick(self, value: Value) -> bool:
        """Return whether the result is one in which the seat takes the last trick."""
        return value in self.last_trick_choices

    def problems(self, outcome: Outcome, seats: tuple[str, ...]) -> list[Problem]:
        """Return a problem if several seats have a result."""
        lines = [line for line in map(str.lower, seats) if outcome[f"{line}_{self.name}"] != "none"]
        if len(lines) < 2:
            return []
        params = {"label": Text(self.label), "made": len(lines), "most": 1}
        return [Problem("too_many", _MESSAGES["too_many"], params, f"{lines[-1]}_{self.name}")]


def _table_total(bonuses: Iterable[Bonus], outcome: Outcome, seats: tuple[str, ...]) -> int:
    return sum(
        int(outcome[f"{seat.lower()}_{bonus.name}"] or 0) for seat in seats for bonus in bonuses
    )
