"""A score slip as the typing screen shows and reads it: a row for each board, its fields the game's."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from games.fields import Field
from games.problems import Problem
from tournaments.forms import ShownField, said_of, sentence, shown_fields
from tournaments.models import Event, Play, Seating
from tournaments.web.entering import EntryForm, entry_form

Said = Mapping[str, str]


@dataclass(frozen=True)
class Row:
    """One board of a slip: who deals, if anything is dealt, its form, and everything wrong with it."""

    play: Play
    dealer: str
    form: EntryForm
    sentences: list[str]


def rows_of(event: Event, slip: Seating, said: Mapping[int, Said], problems: Sequence[Problem]) -> list[Row]:
    """The rows of a slip with what was typed so far and what is wrong with it."""
    plays = slip.plays.select_related("board").order_by("board__number")
    return [
        _row(event, play, said.get(play.pk, {}), [problem for problem in problems if problem.line == line])
        for line, play in enumerate(plays, 1)
    ]


def said_about(play: Play, fields: Iterable[Field], sent: Said) -> dict[str, str]:
    """What a form says about one play: its names are the fields', with the play's number before them."""
    front = f"{play.pk}-"
    own = {name.removeprefix(front): text for name, text in sent.items() if name.startswith(front)}
    return said_of(fields, own)


def first_row(rows: Sequence[Row]) -> Row | None:
    """Where typing begins: at what is wrong, else at the first board without a result."""
    wrong = (row for row in rows if row.sentences)
    due = (row for row in rows if row.play.state == Play.State.DUE)
    return next(wrong, None) or next(due, None) or next(iter(rows), None)


def choices_of(event: Event) -> list[ShownField]:
    """The choices of the game, for the list of their letters; not what is folded away."""
    shown = shown_fields(event.game.fields, {})
    return [each for each in shown if each.field.choices and not each.field.part]


def _row(event: Event, play: Play, said: Said, problems: Sequence[Problem]) -> Row:
    dealer = event.game.board(play.board.number).dealer if event.game.has_play else ""
    return Row(play, dealer, entry_form(event.game, said, problems), [sentence(each) for each in problems])
