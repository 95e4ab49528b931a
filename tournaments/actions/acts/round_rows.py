"""Rounds as an act on them finds them: the rows below them, and what was said there already."""

from collections.abc import Collection
from typing import Any

from django.db.models import Q, QuerySet

from tournaments.models import LineUp, Place, Play, Round, Seating, SitOut, Substitution

_SPOKEN_OF = ("entries", "questions", "contradictions", "reveals")


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
    """Those of some plays that are more than planned: somebody has said or decided something, or seen it."""
    said = Q()
    for each in _SPOKEN_OF:
        said |= Q(**{f"{each}__isnull": False})
    return plays.filter(said).distinct()
