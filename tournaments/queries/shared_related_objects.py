"""Query sets whose rows share the objects that they point to.

One object is made for each row of the other table. `select_related` makes a new object for each
row: two hundred contestants would be made 3,200 times.
"""

from collections.abc import Iterator
from typing import Any, TypeVar

from django.db.models import Model, QuerySet
from django.db.models.query import ModelIterable

M = TypeVar("M", bound=Model)


def sharing(rows: QuerySet[M], *names: str) -> QuerySet[M]:
    """Return the query set with foreign keys `names` joined, and one object for each row they
    point to."""
    iterable = type("Sharing", (_SharingIterable,), {"names": names})
    shared = rows.all()
    shared._iterable_class = iterable
    return shared


class _SharingIterable(ModelIterable):  # type: ignore[type-arg]  # generic in the stubs alone
    """Rows of a query set, read as values and made into objects here."""

    names: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[Any]:
        model, database = self.queryset.model, self.queryset.db
        own_columns = _columns(model)
        joined = [(name, _related(model, name)) for name in self.names]
        paths = [
            *own_columns,
            *(f"{name}__{column}" for name, other in joined for column in _columns(other)),
        ]
        related_objects: dict[tuple[str, Any], Model] = {}
        for values in self.queryset.values_list(*paths).iterator(self.chunk_size):
            row = model.from_db(database, own_columns, values[: len(own_columns)])
            at = len(own_columns)
            for name, other in joined:
                columns = _columns(other)
                part = values[at : at + len(columns)]
                at += len(columns)
                key = (name, part[0])
                if part[0] is not None and key not in related_objects:
                    related_objects[key] = other.from_db(database, columns, part)
                setattr(row, name, related_objects.get(key))
            yield row


def _columns(model: type[Model]) -> list[str]:
    """The columns of a model, its primary key first, in the order in which `from_db` takes all
    of them."""
    return [field.attname for field in model._meta.concrete_fields]


def _related(model: type[Model], name: str) -> type[Model]:
    related = model._meta.get_field(name).related_model
    if not isinstance(related, type):
        raise TypeError(f"{model.__name__}.{name} is no foreign key")
    return related
