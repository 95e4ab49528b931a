"""Rounds as an act on them finds them: the rows below them, and what was said there already."""

from collections.abc import Collection
from typing import Any

from django.db.models import Q, QuerySet

from tournaments.models import LineUp, Place, Play, Round, Seating, SitOut, Substitution

_BESIDE_ENTRIES = ("questions", "contradictions", "reveals")
_SPOKEN_OF = ("entries", *_BESIDE_ENTRIES)


def rows_of_rounds(rounds: Collection[Round]) -> list[QuerySet[Any]]:
    """Whatever stands for some rounds, but for the rounds themselves."""
    of = [each.pk for each in rounds]
    return [
        Seating.objects.filter(round__in=of),
        Place.objects.filter(seating__round__in=of),
        Substitution.objects.filter(place__seating__round__in=of),
        SitOut.objects.filter(round__in=of),
        LineUp.objects.filter(round__in=of),
        Play.objects.filter(seating__round__in=of),
    ]


def spoken_of(plays: QuerySet[Play]) -> QuerySet[Play]:
    """Those of some plays that are more than planned: somebody has said or decided something, or
    seen it."""
    return plays.filter(_any_of(_SPOKEN_OF)).distinct()


def plays_to_keep(plays: QuerySet[Play]) -> QuerySet[Play]:
    """The same without plays that were called off: nobody plays these, so they may be left out.

    Acts call off plays by themselves, such as those of a board that a side knows by now. Their
    decisions are restored with them.
    """
    called_off = Play.objects.filter(state=Play.State.VOID).exclude(_any_of(_BESIDE_ENTRIES))
    return spoken_of(plays).exclude(pk__in=called_off.values("pk"))


def _any_of(relations: Collection[str]) -> Q:
    said = Q()
    for each in relations:
        said |= Q(**{f"{each}__isnull": False})
    return said
