"""Compare rows before and after an action, and restore the values they had before."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Field, Model, Q, QuerySet

from tournaments.models import (
    Board,
    Category,
    CategoryMember,
    Contestant,
    ContestantPlayer,
    Entry,
    Event,
    LineUp,
    Objection,
    Penalty,
    Play,
    Round,
    SeatHolder,
    Seating,
    Section,
    SectionAssignment,
    Session,
    SitOut,
    Substitution,
    Table,
)

# The values of a row by column.
Row = dict[str, Any]
# The name of a row's model, and the row's primary key.
Key = tuple[str, int]

Rows = dict[Key, Row]

# Columns that undoing does not restore: they are derived from entries, or must never go back.
_EXCLUDED_COLUMNS = {
    Play: {
        "state",
        "flagged",
        "revision",
        "scored_revision",
        "entry_id",
        "line_points",
        "line_scores",
        "counted_line_points",
    },
    Contestant: {"link_counter"},
}

# Models whose rows undoing may change. Each stands after the models that it refers to.
_TRACKED_MODELS: tuple[type[Model], ...] = (
    Event,
    Contestant,
    ContestantPlayer,
    Session,
    Section,
    Board,
    Category,
    CategoryMember,
    SectionAssignment,
    Round,
    Table,
    Seating,
    SeatHolder,
    Substitution,
    SitOut,
    LineUp,
    Play,
    Entry,
    Objection,
    Penalty,
)

_MODELS: Mapping[str, type[Model]] = {
    str(model._meta.model_name): model for model in _TRACKED_MODELS
}
_MODEL_ORDER = list(_MODELS)
# Rows of these models are deleted last, because other rows may refer to them until then.
_MODELS_DELETED_LAST = ("contestant", "event")


class RowChange(NamedTuple):
    """A row that an action has changed, as stored in an undo step.

    `before` and `after` have only the columns that differ. `before` is None for an inserted row,
    and `after` is None for a deleted row; the other one then has all columns.
    """

    model: str
    pk: int
    before: Row | None
    after: Row | None

    @property
    def key(self) -> Key:
        """Return the model and primary key of the row."""
        return self.model, self.pk

    @property
    def inverse(self) -> "RowChange":
        """Return the change that reverts this one."""
        return self._replace(before=self.after, after=self.before)


def row_values(queryset: QuerySet[Any]) -> Rows:
    """Return the values of every row of a queryset, by model and primary key."""
    model = str(queryset.model._meta.model_name)
    return {(model, row.pk): _column_values(row) for row in queryset.order_by("pk")}


def row_changes(rows_before: Rows, rows_after: Rows) -> Iterator[RowChange]:
    """Yield a change for each row that differs between two states of some rows.

    A change of a row that exists in both states has only the columns that differ.
    """
    for key in sorted({*rows_before, *rows_after}):
        row_before, row_after = rows_before.get(key), rows_after.get(key)
        if row_before is not None and row_after is not None:
            changed_columns = [
                column for column in row_before if row_before[column] != row_after[column]
            ]
            row_before, row_after = (
                {column: row[column] for column in changed_columns}
                for row in (row_before, row_after)
            )
        if row_before != row_after:
            yield RowChange(*key, row_before, row_after)


def rows_changed_since(changes: Iterable[RowChange]) -> list[RowChange]:
    """Return the changes whose rows no longer have the values of `after`.

    Locks the rows until the end of the transaction.
    """
    outdated_changes = []
    for model, model_changes in _changes_by_model(changes).items():
        manager = _MODELS[model]._default_manager.select_for_update().order_by("pk")
        current_rows = {
            row.pk: _column_values(row)
            for row in manager.filter(pk__in=[change.pk for change in model_changes])
        }
        outdated_changes += [
            change
            for change in model_changes
            if not _matches_after(change, current_rows.get(change.pk))
        ]
    return outdated_changes


def restore_rows(changes: Collection[RowChange]) -> None:
    """Restore the values that rows had before the changes.

    Rows are deleted first, then updated and inserted model by model. Contestants and events are
    deleted last, because other rows refer to them until these are updated.
    """
    changes_by_model = _changes_by_model(changes)
    for model in reversed(_MODEL_ORDER):
        if model not in _MODELS_DELETED_LAST:
            _delete_rows(model, changes_by_model.get(model, ()))
    for model in _MODEL_ORDER:
        _update_rows(model, changes_by_model.get(model, ()))
        _insert_rows(model, changes_by_model.get(model, ()))
    for model in _MODELS_DELETED_LAST:
        _delete_rows(model, changes_by_model.get(model, ()))


def _changes_by_model(changes: Iterable[RowChange]) -> dict[str, list[RowChange]]:
    changes_by_model: dict[str, list[RowChange]] = {}
    for change in changes:
        changes_by_model.setdefault(change.model, []).append(change)
    return changes_by_model


def _matches_after(change: RowChange, current_row: Row | None) -> bool:
    if current_row is None or change.after is None:
        return current_row is change.after
    return all(current_row[column] == value for column, value in change.after.items())


def _delete_rows(model: str, changes: Iterable[RowChange]) -> None:
    deleted_ids = [change.pk for change in changes if change.before is None]
    if deleted_ids:
        if model == "entry":
            Play.objects.filter(entry__in=deleted_ids).update(entry=None)
        _MODELS[model]._default_manager.filter(pk__in=deleted_ids).delete()


def _update_rows(model: str, changes: Iterable[RowChange]) -> None:
    for change in changes:
        if change.before is not None and change.after is not None:
            _MODELS[model]._default_manager.filter(pk=change.pk).update(
                **_parse_columns(model, change.before)
            )


def _insert_rows(model: str, changes: Iterable[RowChange]) -> None:
    deletions = [change for change in changes if change.before is not None and change.after is None]
    _MODELS[model]._default_manager.bulk_create(
        _MODELS[model](pk=change.pk, **_parse_columns(model, change.before or {}))
        for change in deletions
    )


def _stored_fields(model: type[Model]) -> Iterator["Field[Any, Any]"]:
    excluded = {"id", *_EXCLUDED_COLUMNS.get(model, ())}
    return (field for field in model._meta.concrete_fields if field.attname not in excluded)


def _column_values(row: Model) -> Row:
    return {
        field.attname: _to_json(getattr(row, field.attname)) for field in _stored_fields(type(row))
    }


def _parse_columns(model: str, row: Row) -> Row:
    fields = {field.attname: field for field in _stored_fields(_MODELS[model])}
    return {
        column: datetime.fromisoformat(value) if value and _is_datetime(fields[column]) else value
        for column, value in row.items()
    }


def _is_datetime(field: "Field[Any, Any]") -> bool:
    return field.get_internal_type() == "DateTimeField"


def _to_json(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


def referencing_models(changes: Collection[RowChange]) -> Iterator[type[Model]]:
    """Yield models with rows that refer to a contestant or table that undoing would delete.

    Rows that are part of `changes` do not matter, because undoing deletes or changes them too.
    """
    changed_keys = {change.key for change in changes}
    for model in (Contestant, Table):
        deleted_ids = [
            pk
            for name, pk in changed_keys
            if name == model._meta.model_name and _is_deleted_by_undo(changes, (name, pk))
        ]
        for relation in model._meta.related_objects if deleted_ids else ():
            if not relation.many_to_many:
                yield from _models_with_other_rows(relation, deleted_ids, changed_keys)


def _is_deleted_by_undo(changes: Iterable[RowChange], key: Key) -> bool:
    return any(change.key == key and change.before is None for change in changes)


def _models_with_other_rows(
    relation: Any, deleted_ids: Collection[int], changed_keys: Collection[Key]
) -> Iterator[type[Model]]:
    model = relation.related_model
    referring_rows = model._default_manager.filter(**{f"{relation.field.name}__in": deleted_ids})
    model_name = str(model._meta.model_name)
    if any(
        (model_name, pk) not in changed_keys for pk in referring_rows.values_list("pk", flat=True)
    ):
        yield model


_OTHER_ACTIVITY = ("questions", "contradictions", "reveals")
_ACTIVITY = ("entries", *_OTHER_ACTIVITY)


def rows_of_rounds(rounds: Collection[Round]) -> list[QuerySet[Any]]:
    """Return querysets of the rows that belong to some rounds, without the rounds themselves."""
    round_ids = [round_.pk for round_ in rounds]
    return [
        Seating.objects.filter(round__in=round_ids),
        SeatHolder.objects.filter(seating__round__in=round_ids),
        Substitution.objects.filter(place__seating__round__in=round_ids),
        SitOut.objects.filter(round__in=round_ids),
        LineUp.objects.filter(round__in=round_ids),
        Play.objects.filter(seating__round__in=round_ids),
    ]


def plays_with_activity(plays: QuerySet[Play]) -> QuerySet[Play]:
    """Return the plays with an entry, a decision, a question about the result, or a view."""
    return plays.filter(_has_any(_ACTIVITY)).distinct()


def plays_to_preserve(plays: QuerySet[Play]) -> QuerySet[Play]:
    """Return the plays with activity, except those that are void and have no other activity.

    Some actions void plays, for example of a board that a side has played before. Nobody plays
    these, so they may be deleted. Undoing the deletion restores their decisions as well.
    """
    void_plays = Play.objects.filter(state=Play.State.VOID).exclude(_has_any(_OTHER_ACTIVITY))
    return plays_with_activity(plays).exclude(pk__in=void_plays.values("pk"))


def _has_any(relations: Collection[str]) -> Q:
    condition = Q()
    for relation in relations:
        condition |= Q(**{f"{relation}__isnull": False})
    return condition
