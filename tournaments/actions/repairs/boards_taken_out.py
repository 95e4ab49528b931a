"""Boards that count nowhere already, where one of them was to be left out besides."""

from django.db.models import QuerySet

from tournaments.models import Board, Play


def boards_taken_out(plays: QuerySet[Play]) -> set[int]:
    """The numbers of those boards of some plays that are played nowhere any more."""
    played = Play.objects.exclude(state=Play.State.VOID)
    out = Board.objects.filter(plays__in=plays).exclude(plays__in=played)
    return set(out.values_list("number", flat=True))
