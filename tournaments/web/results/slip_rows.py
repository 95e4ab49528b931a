"""Score slips as the typing screen and paper show them: columns for every field, a row a board."""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from games.fields import Field
from games.game import Game
from games.problems import Problem
from games.text import Text
from tournaments.actions.results.entry_checks import UnlikelyResult
from tournaments.forms import EntryFormField, entry_form_fields, problem_text, read_submitted_fields
from tournaments.models import Event, Play
from tournaments.permissions.visibility.plays import ReadablePlay
from tournaments.queries.boards.travellers import play_notation
from tournaments.queries.results.play_state import is_decided
from tournaments.web.results.entry_form import EntryForm, entry_form

MAX_COLUMNS = 8
"""Columns of one row that can still be written in on half a sheet."""


@dataclass(frozen=True)
class SlipColumns:
    """The columns of a slip: `board_columns` are asked once a board, `row_columns` once in a row
    for every line or seat.

    A row of `rows` is whose it is and a field for each of `row_columns`, None where it is not
    asked. `headings` are headings under which one writes freely: there are too many fields for a
    column each.
    """

    board_columns: list[EntryFormField]
    row_columns: list[EntryFormField]
    rows: Mapping[str, list[EntryFormField | None]]
    headings: list[str]


def slip_columns(game: Game) -> SlipColumns:
    """One row a board where that fits; otherwise one for every line or seat that something is
    asked of."""
    shown = entry_form_fields(game.fields, {})
    asked = [each for each in shown if not each.field.fold_heading]
    words = list(
        dict.fromkeys(gettext(each.field.fold_heading) for each in shown if each.field.fold_heading)
    )
    if len(asked) <= MAX_COLUMNS and not words:
        return SlipColumns(asked, [], {}, [])
    whole = [each for each in asked if not each.field.owner]
    rows = {
        owner: [each for each in asked if each.field.owner == owner] for owner in _owners(shown)
    }
    heads = {_head(each): each for fields in rows.values() for each in fields}
    filled = {owner: [_find(fields, head) for head in heads] for owner, fields in rows.items()}
    return SlipColumns(whole, list(heads.values()), filled, words)


def _owners(shown: list[EntryFormField]) -> list[str]:
    return list(dict.fromkeys(each.field.owner for each in shown if each.field.owner))


def _head(shown: EntryFormField) -> tuple[int | None, str]:
    return shown.field.leg, shown.field.label


def _find(fields: list[EntryFormField], head: tuple[int | None, str]) -> EntryFormField | None:
    return next((each for each in fields if _head(each) == head), None)


Submitted = Mapping[str, str]


@dataclass(frozen=True)
class SlipRow:
    """One board of a slip: who deals, if anything is dealt, its form, and everything wrong with it.

    What is only unlikely is asked about in the form's `doubts`. `result` is what counts of the
    board now, as far as the reader may see it; of a board that `is_decided` by the director, or
    that `is_hidden_from_reader` from the reader, nothing is typed.
    """

    play: Play
    dealer: str
    form: EntryForm
    sentences: list[str]
    result: Text | None
    is_decided: bool
    is_hidden_from_reader: bool
    is_not_played: bool = False

    @property
    def is_due(self) -> bool:
        """Whether the board has no entry yet, so that its fields are open."""
        return self.play.state == Play.State.DUE

    @property
    def is_typed(self) -> bool:
        """Whether the row has fields."""
        return not (self.is_decided or self.is_hidden_from_reader)

    @property
    def is_open(self) -> bool:
        """Whether the fields are shown at once."""
        return self.is_typed and (self.is_due or bool(self.sentences or self.form.questions))


def slip_rows_for(
    event: Event,
    plays: Iterable[ReadablePlay],
    submitted: Mapping[int, Submitted],
    problems: Sequence[Problem],
    not_played: Container[int] = (),
) -> list[SlipRow]:
    """The rows of a slip with what was typed so far and what is wrong with it; its plays by
    board. `not_played` are those ticked so."""
    return [
        _row(
            event,
            each,
            submitted.get(each.play.pk, {}),
            [problem for problem in problems if problem.line == line],
            each.play.pk in not_played,
        )
        for line, each in enumerate(plays, 1)
    ]


def submitted_fields_of(play: Play, fields: Iterable[Field], sent: Submitted) -> dict[str, str]:
    """What a form says about one play: its names are the fields', with the play's number before
    them."""
    front = f"{play.pk}-"
    own = {name.removeprefix(front): text for name, text in sent.items() if name.startswith(front)}
    return read_submitted_fields(fields, own)


def first_open_row(rows: Sequence[SlipRow]) -> SlipRow | None:
    """Where typing begins: at what is wrong, else at the first board without a result."""
    open_rows = [row for row in rows if row.is_open]
    wrong = (row for row in open_rows if row.sentences)
    return next(wrong, None) or next(iter(open_rows), None)


def choice_fields(event: Event) -> list[EntryFormField]:
    """The choices of the game, for the list of their letters; not what is folded away."""
    shown = entry_form_fields(event.game.fields, {})
    return [each for each in shown if each.field.choices and not each.field.fold_heading]


def _row(
    event: Event,
    shown: ReadablePlay,
    submitted: Submitted,
    problems: Sequence[Problem],
    is_not_played: bool,
) -> SlipRow:
    play = shown.play
    dealer = event.game.board(play.board.number).dealer if event.game.dealer_role else ""
    return SlipRow(
        play,
        dealer,
        entry_form(event.game, submitted, problems),
        [problem_text(each) for each in problems if not isinstance(each, UnlikelyResult)],
        None if shown.is_hidden_from_reader else play_notation(event.game, play),
        is_decided(play),
        shown.is_hidden_from_reader,
        is_not_played,
    )
