"""Rows as an action stores them: the columns that it changed, as JSON values."""

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

Row = dict[str, Any]
Key = tuple[str, int]
"""A row by the name of its model and its number."""

Rows = dict[Key, Row]

_FROM_ENTRIES = {
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
"""Columns that are none of an act's business: they follow from what is said, or are another's."""

_KNOWN: tuple[type[Model], ...] = (
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
"""What acts change, each after what it names."""

_MODELS: Mapping[str, type[Model]] = {str(model._meta.model_name): model for model in _KNOWN}
_DEEPEST_LAST = list(_MODELS)
_NAMED_UNTIL_THEN = ("contestant", "event")


class RowChange(NamedTuple):
    """A row that an act has changed; None before it was there, or after it was gone."""

    model: str
    pk: int
    before: Row | None
    after: Row | None

    @property
    def key(self) -> Key:
        """The row."""
        return self.model, self.pk

    @property
    def turned(self) -> "RowChange":
        """The change that takes this one back."""
        return self._replace(before=self.after, after=self.before)


def row_values(rows: QuerySet[Any]) -> Rows:
    """Every row of a query set as it stands now."""
    name = str(rows.model._meta.model_name)
    return {(name, row.pk): _values(row) for row in rows.order_by("pk")}


def row_changes(before: Rows, after: Rows) -> Iterator[RowChange]:
    """What differs: of rows that were there and are, the columns alone that do."""
    for key in sorted({*before, *after}):
        was, now = before.get(key), after.get(key)
        if was is not None and now is not None:
            differing = [column for column in was if was[column] != now[column]]
            was, now = ({column: row[column] for column in differing} for row in (was, now))
        if was != now:
            yield RowChange(*key, was, now)


def rows_changed_since(changes: Iterable[RowChange]) -> list[RowChange]:
    """Changes whose rows are not as they left them; all rows are locked until the transaction
    ends."""
    found = []
    for model, together in _by_model(changes).items():
        rows = _MODELS[model]._default_manager.select_for_update().order_by("pk")
        there = {row.pk: _values(row) for row in rows.filter(pk__in=[each.pk for each in together])}
        found += [each for each in together if not _is_as_after(each, there.get(each.pk))]
    return found


def restore_rows(changes: Collection[RowChange]) -> None:
    """Every row as it was before. What goes goes first, but contestants, whom others name until
    then."""
    by_model = _by_model(changes)
    for model in reversed(_DEEPEST_LAST):
        if model not in _NAMED_UNTIL_THEN:
            _delete(model, by_model.get(model, ()))
    for model in _DEEPEST_LAST:
        _update(model, by_model.get(model, ()))
        _insert(model, by_model.get(model, ()))
    for model in _NAMED_UNTIL_THEN:
        _delete(model, by_model.get(model, ()))


def _by_model(changes: Iterable[RowChange]) -> dict[str, list[RowChange]]:
    found: dict[str, list[RowChange]] = {}
    for each in changes:
        found.setdefault(each.model, []).append(each)
    return found


def _is_as_after(change: RowChange, now: Row | None) -> bool:
    if now is None or change.after is None:
        return now is change.after
    return all(now[column] == value for column, value in change.after.items())


def _delete(model: str, changes: Iterable[RowChange]) -> None:
    gone = [each.pk for each in changes if each.before is None]
    if gone:
        if model == "entry":
            Play.objects.filter(entry__in=gone).update(entry=None)
        _MODELS[model]._default_manager.filter(pk__in=gone).delete()


def _update(model: str, changes: Iterable[RowChange]) -> None:
    for each in changes:
        if each.before is not None and each.after is not None:
            _MODELS[model]._default_manager.filter(pk=each.pk).update(
                **_columns(model, each.before)
            )


def _insert(model: str, changes: Iterable[RowChange]) -> None:
    back = [each for each in changes if each.before is not None and each.after is None]
    _MODELS[model]._default_manager.bulk_create(
        _MODELS[model](pk=each.pk, **_columns(model, each.before or {})) for each in back
    )


def _fields(model: type[Model]) -> Iterator["Field[Any, Any]"]:
    hidden = {"id", *_FROM_ENTRIES.get(model, ())}
    return (field for field in model._meta.concrete_fields if field.attname not in hidden)


def _values(row: Model) -> Row:
    return {field.attname: _as_json(getattr(row, field.attname)) for field in _fields(type(row))}


def _columns(model: str, row: Row) -> Row:
    fields = {field.attname: field for field in _fields(_MODELS[model])}
    return {
        column: datetime.fromisoformat(value) if value and _is_moment(fields[column]) else value
        for column, value in row.items()
    }


def _is_moment(field: "Field[Any, Any]") -> bool:
    return field.get_internal_type() == "DateTimeField"


def _as_json(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


def referencing_models(changes: Collection[RowChange]) -> Iterator[type[Model]]:
    """Models of which rows outside an act name contestants or tables that would be gone with it."""
    ours = {each.key for each in changes}
    for model in (Contestant, Table):
        gone = [
            pk for name, pk in ours if name == model._meta.model_name and _goes(changes, (name, pk))
        ]
        for relation in model._meta.related_objects if gone else ():
            if not relation.many_to_many:
                yield from _outside(relation, gone, ours)


def _goes(changes: Iterable[RowChange], key: Key) -> bool:
    return any(each.key == key and each.before is None for each in changes)


def _outside(relation: Any, gone: Collection[int], ours: Collection[Key]) -> Iterator[type[Model]]:
    model = relation.related_model
    rows = model._default_manager.filter(**{f"{relation.field.name}__in": gone})
    name = str(model._meta.model_name)
    if any((name, pk) not in ours for pk in rows.values_list("pk", flat=True)):
        yield model


_BESIDE_ENTRIES = ("questions", "contradictions", "reveals")
_SPOKEN_OF = ("entries", *_BESIDE_ENTRIES)


def rows_of_rounds(rounds: Collection[Round]) -> list[QuerySet[Any]]:
    """Whatever stands for some rounds, but for the rounds themselves."""
    of = [each.pk for each in rounds]
    return [
        Seating.objects.filter(round__in=of),
        SeatHolder.objects.filter(seating__round__in=of),
        Substitution.objects.filter(place__seating__round__in=of),
        SitOut.objects.filter(round__in=of),
        LineUp.objects.filter(round__in=of),
        Play.objects.filter(seating__round__in=of),
    ]


def plays_with_activity(plays: QuerySet[Play]) -> QuerySet[Play]:
    """Those of some plays that are more than planned: somebody has said or decided something, or
    seen it."""
    return plays.filter(_any_of(_SPOKEN_OF)).distinct()


def plays_to_preserve(plays: QuerySet[Play]) -> QuerySet[Play]:
    """The same without plays that were called off: nobody plays these, so they may be left out.

    Acts call off plays by themselves, such as those of a board that a side knows by now. Their
    decisions are restored with them.
    """
    called_off = Play.objects.filter(state=Play.State.VOID).exclude(_any_of(_BESIDE_ENTRIES))
    return plays_with_activity(plays).exclude(pk__in=called_off.values("pk"))


def _any_of(relations: Collection[str]) -> Q:
    said = Q()
    for each in relations:
        said |= Q(**{f"{each}__isnull": False})
    return said
