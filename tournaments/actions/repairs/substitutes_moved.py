"""Substitutes go with those for whom they sit when a repair exchanges places."""

from collections.abc import Mapping, Sequence

from tournaments.models import Place, Substitution


def exchange_substitutes(pairs: Sequence[tuple[Place, Place]]) -> None:
    """Whoever came later to one place of a pair came to the other."""
    move_substitutes({one.pk: other for pair in pairs for one, other in (pair, pair[::-1])})


def move_substitutes(to: Mapping[int, Place]) -> None:
    """Whoever came later to a place, by its row, came to another of them.

    Rows are made anew: each board is once.
    """
    found = list(Substitution.objects.filter(place__in=to).order_by("pk"))
    forget_substitutes(list(to.values()))
    Substitution.objects.bulk_create(
        Substitution(place=to[each.place_id], board=each.board, player_id=each.player_id)
        for each in found
    )


def forget_substitutes(places: Sequence[Place]) -> None:
    """Nobody came later to some places: somebody else sat there."""
    Substitution.objects.filter(place__in=places).delete()
