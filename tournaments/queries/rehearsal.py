"""A rehearsal's six tasks: what happened, which keys mend it, and whether the facts say that it
is mended."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import NamedTuple

from games.seats import NAMES
from games.text import Words
from games.text import gettext_noop as _
from tournaments.models import Event, Verb
from tournaments.queries.audit_words import SENTENCES
from tournaments.queries.rehearsal_checks import (
    TO_DO,
    Found,
    are_exchanged,
    goes_on,
    has_averages,
    is_on_its_board,
    sides_agree,
    sits_right,
)
from tournaments.queries.rehearsal_elsewhere import Where, changed_elsewhere
from tournaments.queries.rehearsal_facts import EARLY, RehearsalFacts

_WRONG, _MEND = Words(_("Something went wrong")), Words(_("Mend it"))
_SEE, _REASON = Words(_("See what it would come to")), Words(_("Reason"))
_NAMED = _("Board %(board)s, table %(table)s")
_RESULT_OF = _("Board %(board)s: the result is wrong, or it is not played here")
_THE_ROUND = _("Round %(round)s")
_BESIDE_IT = _(
    "Something else was changed at table %(table)s in round %(round)s, not what the story says."
)


class Task(NamedTuple):
    """One mishap: its story in two sentences, the keys that mend it one after the other, and its
    check."""

    story: str
    keys: Callable[[dict[str, int]], tuple[Words, ...]]
    about: Callable[[RehearsalFacts], dict[str, int]]
    found: Callable[[RehearsalFacts], Found]


@dataclass(frozen=True)
class TaskShown:
    """A task as the desk shows it: what happened, the keys of its hint, and whether it is mended.

    `differs`: what is not as the story says, where somebody has tried to mend it; None where nobody
    has.
    """

    number: int
    story: Words
    keys: tuple[Words, ...]
    is_mended: bool
    differs: Words | None


@dataclass(frozen=True)
class RehearsalShown:
    """A rehearsal and its tasks; `made_by` is whose it is.

    `has_more`: whether something was changed besides, that none of them tells of.
    """

    made_by: int | None
    tasks: tuple[TaskShown, ...]
    has_more: bool

    @property
    def mended(self) -> int:
        """How many tasks are mended."""
        return sum(task.is_mended for task in self.tasks)

    @property
    def is_over(self) -> bool:
        """Whether all are, and nothing else was changed."""
        return self.mended == len(self.tasks) and not self.has_more


def read_rehearsal(event: Event) -> RehearsalShown | None:
    """The tasks of an event as its facts stand; None where it is no rehearsal."""
    rehearsal = getattr(event, "rehearsal", None)
    if rehearsal is None:
        return None
    facts = RehearsalFacts(rehearsal)
    elsewhere = changed_elsewhere(facts)
    tasks = tuple(_shown(number, task, facts, elsewhere) for number, task in enumerate(TASKS, 1))
    return RehearsalShown(rehearsal.made_by_id, tasks, bool(elsewhere))


def _shown(
    number: int, task: Task, facts: RehearsalFacts, elsewhere: Collection[Where]
) -> TaskShown:
    about, found = task.about(facts), task.found(facts)
    differs = found.differs
    if found == TO_DO and (about.get("table"), about["round"]) in elsewhere:
        differs = Words(_BESIDE_IT, about)
    return TaskShown(number, Words(task.story, about), task.keys(about), found.is_mended, differs)


def _at_table(about: dict[str, int], *then: Words) -> tuple[Words, ...]:
    """The way to the table and its round, and on from there."""
    table = Words("%(table)s", {"table": about["table"]})
    round_ = Words(_THE_ROUND, {"round": about["round"]})
    return (_WRONG, table, round_, *then)


def _board(about: dict[str, int]) -> dict[str, object]:
    return {"board": about["board"]}


def _number(number: int) -> Words:
    return Words("%(number)s", {"number": number})


def _of_boards(facts: RehearsalFacts, table: int, round_: int) -> dict[str, int]:
    one, other = facts.at(table, round_)
    board, other_board = facts.board_at_first(one), facts.board_at_first(other)
    return {"table": table, "round": round_, "board": board, "other": other_board}


def _other_board(facts: RehearsalFacts) -> dict[str, int]:
    said, played = facts.rehearsal.said_board, facts.rehearsal.played_board
    return {"table": 2, "round": 1, "board": said, "other": played}


def _spoilt(facts: RehearsalFacts) -> dict[str, int]:
    return {"table": 3, "round": 2, "board": facts.board_at_first(facts.at(3, 2)[1])}


TASKS = (
    Task(
        _(
            "On board %(board)s of round %(round)s the two phones of table %(table)s say different "
            "things. "
            "You were called, they counted once more, and E-W has it right."
        ),
        lambda about: (
            Words(_NAMED, about),
            Words(NAMES["ew"]),
            Words(_("Use this")),
            _REASON,
            Words(_("Store the decision")),
        ),
        lambda facts: _of_boards(facts, 1, 2),
        sides_agree,
    ),
    Task(
        _(
            "In round %(round)s table %(table)s sent a result of board %(board)s. "
            "The cards that they played were those of board %(other)s."
        ),
        lambda about: _at_table(
            about, Words(_("They played another board")), _number(about["other"]), _MEND
        ),
        _other_board,
        is_on_its_board,
    ),
    Task(
        _(
            "In round %(round)s the two pairs of table %(table)s sat the wrong way round. "
            "Who was to sit N-S sat E-W with all of their boards."
        ),
        lambda about: _at_table(about, Words(_("They sat the wrong way round")), _MEND),
        lambda facts: {"table": 3, "round": 1},
        sits_right,
    ),
    Task(
        _(
            "In round %(round)s table %(table)s played boards %(board)s and %(other)s. "
            "What was made of the one was written down for the other."
        ),
        lambda about: _at_table(
            about,
            Words(_("A result is in the wrong place")),
            Words(_NAMED, about),
            Words(_NAMED, {**about, "board": about["other"]}),
            _SEE,
            _MEND,
        ),
        lambda facts: _of_boards(facts, 4, 1),
        are_exchanged,
    ),
    Task(
        _(
            "In round %(round)s table %(table)s played board %(board)s, but a card had lain on the "
            "floor. "
            "It was nobody's fault: the result is not to count, and each side is given an average."
        ),
        lambda about: _at_table(
            about,
            Words(_RESULT_OF, _board(about)),
            Words(_("Give awards instead of a result")),
            Words(_("average")),
            Words(_("average")),
            _REASON,
            _SEE,
            Words(_("Give these awards")),
        ),
        _spoilt,
        has_averages,
    ),
    Task(
        _(
            "You ended round %(round)s although two tables had not finished it. "
            "They want to play on, and nobody has begun the next round yet."
        ),
        lambda about: (
            Words(_("What was done")),
            Words(SENTENCES[Verb.END_ROUND]),
            Words(_THE_ROUND, about),
            Words(_("Undo")),
            Words(_("Undo")),
        ),
        lambda facts: {"round": EARLY},
        goes_on,
    ),
)
"""In the order in which they are told; they can be mended in any."""
