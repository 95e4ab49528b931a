"""A rehearsal's six tasks: what happened, which keys mend it, and whether the facts say that it is mended."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from games.text import Words
from games.text import gettext_noop as _
from scoring.given.averages import Average
from tournaments.models import Entry, Event, Play, Verb
from tournaments.queries.audit_words import SENTENCES
from tournaments.queries.rehearsal_facts import RehearsalFacts

TABLES, ROUNDS_OVER = 4, 2
"""Every rehearsal has so many tables, has played so many rounds, and ended the next one too early."""

EARLY = ROUNDS_OVER + 1

_WRONG, _MEND = Words(_("Something went wrong")), Words(_("Mend it"))
_SEE, _REASON = Words(_("See what it would come to")), Words(_("Reason"))
_NAMED = _("Board %(board)s, table %(table)s")
_RESULT_OF = _("Board %(board)s: the result is wrong, or it is not played here")


class Task(NamedTuple):
    """One mishap: its story in two sentences, the keys that mend it one after the other, and its check."""

    story: str
    keys: Callable[[dict[str, int]], tuple[Words, ...]]
    about: Callable[[RehearsalFacts], dict[str, int]]
    is_mended: Callable[[RehearsalFacts], bool]


@dataclass(frozen=True)
class TaskShown:
    """A task as the desk shows it: what happened, the keys of its hint, and whether it is mended."""

    number: int
    story: Words
    keys: tuple[Words, ...]
    is_mended: bool


@dataclass(frozen=True)
class RehearsalShown:
    """A rehearsal and its tasks; `made_by` is whose it is."""

    made_by: int | None
    tasks: tuple[TaskShown, ...]

    @property
    def mended(self) -> int:
        """How many tasks are mended."""
        return sum(task.is_mended for task in self.tasks)

    @property
    def is_over(self) -> bool:
        """Whether all are."""
        return self.mended == len(self.tasks)


def read_rehearsal(event: Event) -> RehearsalShown | None:
    """The tasks of an event as its facts stand; None where it is no rehearsal."""
    rehearsal = getattr(event, "rehearsal", None)
    if rehearsal is None:
        return None
    facts = RehearsalFacts(rehearsal)
    return RehearsalShown(
        rehearsal.made_by_id, tuple(_shown(number, task, facts) for number, task in enumerate(TASKS, 1))
    )


def _shown(number: int, task: Task, facts: RehearsalFacts) -> TaskShown:
    about = task.about(facts)
    return TaskShown(number, Words(task.story, about), task.keys(about), task.is_mended(facts))


def _at_table(about: dict[str, int], *then: Words) -> tuple[Words, ...]:
    """The way to the table and its round, and on from there."""
    table = Words("%(table)s", {"table": about["table"]})
    round_ = Words(_("Round %(round)s"), {"round": about["round"]})
    return (_WRONG, table, round_, *then)


def _board(about: dict[str, int]) -> dict[str, object]:
    return {"board": about["board"]}


def _number(number: int) -> Words:
    return Words("%(number)s", {"number": number})


def _said_by(play: Play, side: str) -> Entry | None:
    """What a side of the table said first; nothing mends that away."""
    return next((each for each in play.entries.all() if each.side == side and each.kind == "table"), None)


def _counts(play: Play, said: Entry | None) -> bool:
    """Whether what was said is the result that counts."""
    return bool(said and play.entry and play.entry.outcome == said.outcome)


def _of_boards(facts: RehearsalFacts, table: int, round_: int) -> dict[str, int]:
    one, other = facts.at(table, round_)
    return {"table": table, "round": round_, "board": one.board.number, "other": other.board.number}


def _sides_agree(facts: RehearsalFacts) -> bool:
    play = facts.at(1, 2)[0]
    return _counts(play, _said_by(play, list(facts.rehearsal.event.game.lines)[1]))


def _other_board(facts: RehearsalFacts) -> dict[str, int]:
    said, played = facts.rehearsal.said_board, facts.rehearsal.played_board
    return {"table": 2, "round": 1, "board": said, "other": played}


def _is_on_its_board(facts: RehearsalFacts) -> bool:
    return facts.rehearsal.played_board in {play.board.number for play in facts.at(2, 1)}


def _sits_right(facts: RehearsalFacts) -> bool:
    return facts.sits_first(3, 1) == facts.rehearsal.sat_first_id


def _are_exchanged(facts: RehearsalFacts) -> bool:
    one, other = facts.at(4, 1)
    side = next(iter(facts.rehearsal.event.game.lines))
    return _counts(one, _said_by(other, side)) and _counts(other, _said_by(one, side))


def _spoilt(facts: RehearsalFacts) -> dict[str, int]:
    return {"table": 3, "round": 2, "board": facts.at(3, 2)[1].board.number}


def _has_averages(facts: RehearsalFacts) -> bool:
    play = facts.at(3, 2)[1]
    given = set(play.entry.given.values()) if play.entry else set()
    return given == {Average.AVERAGE.value}


def _goes_on(facts: RehearsalFacts) -> bool:
    """Also where it was played to its end since, and ended again."""
    return facts.is_playing(EARLY) or not facts.missing_in(EARLY)


TASKS = (
    Task(
        _(
            "On board %(board)s of round %(round)s the two phones of table %(table)s say different things. "
            "You were called, they counted once more, and E-W has it right."
        ),
        lambda about: (Words(_NAMED, about), Words(_("Use this")), _REASON, Words(_("Store the decision"))),
        lambda facts: _of_boards(facts, 1, 2),
        _sides_agree,
    ),
    Task(
        _(
            "In round %(round)s table %(table)s sent a result of board %(board)s. "
            "The cards that they played were those of board %(other)s."
        ),
        lambda about: _at_table(about, Words(_("They played another board")), _number(about["other"]), _MEND),
        _other_board,
        _is_on_its_board,
    ),
    Task(
        _(
            "In round %(round)s the two pairs of table %(table)s sat the wrong way round. "
            "Who was to sit N-S sat E-W with all of their boards."
        ),
        lambda about: _at_table(about, Words(_("They sat the wrong way round")), _MEND),
        lambda facts: {"table": 3, "round": 1},
        _sits_right,
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
        _are_exchanged,
    ),
    Task(
        _(
            "In round %(round)s table %(table)s played board %(board)s, but a card had lain on the floor. "
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
        _has_averages,
    ),
    Task(
        _(
            "You ended round %(round)s although two tables had not finished it. "
            "They want to play on, and nobody has begun the next round yet."
        ),
        lambda about: (
            Words(_("What was done")),
            Words(SENTENCES[Verb.END_ROUND]),
            Words(_("Undo")),
            Words(_("Undo")),
        ),
        lambda facts: {"round": EARLY},
        _goes_on,
    ),
)
"""In the order in which they are told; they can be mended in any."""
