"""The columns and rows of score slips, on the screen and on paper."""

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

# With more columns in one row, half a sheet is too narrow to write in them.
MAX_COLUMNS = 8


@dataclass(frozen=True)
class SlipColumns:
    """The columns of a slip.

    `board_columns` have one field per board, `row_columns` one per line or seat. `rows` maps each
    line or seat to its fields, one for each row column, or None where it has no such field.
    `headings` are those of folded fields, which have room for free writing instead of columns.
    """

    board_columns: list[EntryFormField]
    row_columns: list[EntryFormField]
    rows: Mapping[str, list[EntryFormField | None]]
    headings: list[str]


def slip_columns(game: Game) -> SlipColumns:
    """Return columns with one row per board if they fit, else a row for every line or seat."""
    form_fields = entry_form_fields(game.fields, {})
    columns = [form_field for form_field in form_fields if not form_field.field.fold_heading]
    headings = list(
        dict.fromkeys(
            gettext(form_field.field.fold_heading)
            for form_field in form_fields
            if form_field.field.fold_heading
        )
    )
    if len(columns) <= MAX_COLUMNS and not headings:
        return SlipColumns(columns, [], {}, [])
    board_columns = [form_field for form_field in columns if not form_field.field.owner]
    fields_by_owner = {
        owner: [form_field for form_field in columns if form_field.field.owner == owner]
        for owner in _owners(form_fields)
    }
    field_by_heading = {
        _leg_and_label(form_field): form_field
        for fields in fields_by_owner.values()
        for form_field in fields
    }
    aligned_rows = {
        owner: [_find_field(fields, heading) for heading in field_by_heading]
        for owner, fields in fields_by_owner.items()
    }
    return SlipColumns(board_columns, list(field_by_heading.values()), aligned_rows, headings)


def _owners(form_fields: list[EntryFormField]) -> list[str]:
    return list(
        dict.fromkeys(
            form_field.field.owner for form_field in form_fields if form_field.field.owner
        )
    )


def _leg_and_label(form_field: EntryFormField) -> tuple[int | None, str]:
    return form_field.field.leg, form_field.field.label


def _find_field(fields: list[EntryFormField], key: tuple[int | None, str]) -> EntryFormField | None:
    return next((form_field for form_field in fields if _leg_and_label(form_field) == key), None)


SubmittedFields = Mapping[str, str]


@dataclass(frozen=True)
class SlipRow:
    """One board of a slip with its form and problems.

    `dealer` is "" in games without a dealer. Questions about unlikely results are in the form.
    `result` is the result that counts now, if the reader may see it. Nothing can be typed for a
    board that `is_decided` by the director or `is_hidden_from_reader`.
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
        """Return whether the board has no entry yet."""
        return self.play.state == Play.State.DUE

    @property
    def is_typed(self) -> bool:
        """Return whether the row has fields."""
        return not (self.is_decided or self.is_hidden_from_reader)

    @property
    def is_open(self) -> bool:
        """Return whether the fields are shown without unfolding them."""
        return self.is_typed and (self.is_due or bool(self.sentences or self.form.questions))


def slip_rows_for(
    event: Event,
    plays: Iterable[ReadablePlay],
    submitted: Mapping[int, SubmittedFields],
    problems: Sequence[Problem],
    not_played: Container[int] = (),
) -> list[SlipRow]:
    """Return the rows of a slip with submitted values and problems.

    `not_played` has the ids of plays that are ticked as not played.
    """
    return [
        _slip_row(
            event,
            readable,
            submitted.get(readable.play.pk, {}),
            [problem for problem in problems if problem.line == row_number],
            readable.play.pk in not_played,
        )
        for row_number, readable in enumerate(plays, 1)
    ]


def submitted_fields_of(
    play: Play, fields: Iterable[Field], form_data: SubmittedFields
) -> dict[str, str]:
    """Return the values of one play's row; its field names have the play's id as prefix."""
    prefix = f"{play.pk}-"
    fields_of_play = {
        name.removeprefix(prefix): text
        for name, text in form_data.items()
        if name.startswith(prefix)
    }
    return read_submitted_fields(fields, fields_of_play)


def first_open_row(rows: Sequence[SlipRow]) -> SlipRow | None:
    """Return the row in which typing begins: the first with problems, else the first open one."""
    open_rows = [row for row in rows if row.is_open]
    rows_with_problems = (row for row in open_rows if row.sentences)
    return next(rows_with_problems, None) or next(iter(open_rows), None)


def choice_fields(event: Event) -> list[EntryFormField]:
    """Return the choices of the game that are not folded, for the list of shortcut letters."""
    form_fields = entry_form_fields(event.game.fields, {})
    return [
        form_field
        for form_field in form_fields
        if form_field.field.choices and not form_field.field.fold_heading
    ]


def _slip_row(
    event: Event,
    readable: ReadablePlay,
    submitted: SubmittedFields,
    problems: Sequence[Problem],
    is_not_played: bool,
) -> SlipRow:
    play = readable.play
    dealer = event.game.board(play.board.number).dealer if event.game.dealer_role else ""
    return SlipRow(
        play,
        dealer,
        entry_form(event.game, submitted, problems),
        [problem_text(problem) for problem in problems if not isinstance(problem, UnlikelyResult)],
        None if readable.is_hidden_from_reader else play_notation(event.game, play),
        is_decided(play),
        readable.is_hidden_from_reader,
        is_not_played,
    )
