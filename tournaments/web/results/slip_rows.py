"""A score slip as the typing screen shows and reads it: a row for each board, its fields the game's."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from games.fields import Field
from games.problems import Problem
from tournaments.actions.results.unlikely import Unlikely
from tournaments.forms import ShownField, sentence, shown_fields, submitted_by
from tournaments.models import Event, Play
from tournaments.web.results.entry_form import EntryForm, entry_form

Submitted = Mapping[str, str]


@dataclass(frozen=True)
class SlipRow:
    """One board of a slip: who deals, if anything is dealt, its form, and everything wrong with it.

    What is only unlikely is asked about in the form's `doubts`.
    """

    play: Play
    dealer: str
    form: EntryForm
    sentences: list[str]


def rows_of(
    event: Event, plays: Iterable[Play], submitted: Mapping[int, Submitted], problems: Sequence[Problem]
) -> list[SlipRow]:
    """The rows of a slip with what was typed so far and what is wrong with it; its plays by board."""
    return [
        _row(
            event, play, submitted.get(play.pk, {}), [problem for problem in problems if problem.line == line]
        )
        for line, play in enumerate(plays, 1)
    ]


def submitted_about(play: Play, fields: Iterable[Field], sent: Submitted) -> dict[str, str]:
    """What a form says about one play: its names are the fields', with the play's number before them."""
    front = f"{play.pk}-"
    own = {name.removeprefix(front): text for name, text in sent.items() if name.startswith(front)}
    return submitted_by(fields, own)


def first_row(rows: Sequence[SlipRow]) -> SlipRow | None:
    """Where typing begins: at what is wrong, else at the first board without a result."""
    wrong = (row for row in rows if row.sentences)
    due = (row for row in rows if row.play.state == Play.State.DUE)
    return next(wrong, None) or next(due, None) or next(iter(rows), None)


def choices_of(event: Event) -> list[ShownField]:
    """The choices of the game, for the list of their letters; not what is folded away."""
    shown = shown_fields(event.game.fields, {})
    return [each for each in shown if each.field.choices and not each.field.part]


def _row(event: Event, play: Play, submitted: Submitted, problems: Sequence[Problem]) -> SlipRow:
    dealer = event.game.board(play.board.number).dealer if event.game.opening else ""
    wrong = [sentence(each) for each in problems if not isinstance(each, Unlikely)]
    return SlipRow(play, dealer, entry_form(event.game, submitted, problems), wrong)
