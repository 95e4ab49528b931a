"""What a club is shown of what its player does in other clubs: what is public there, and nothing
else."""

from django.db.models import Q

from tournaments.models import Contestant, Player


def published_contestants_elsewhere(player: Player) -> list[Contestant]:
    """For whom the same person played in published events of other clubs, the newest first.

    Neither what else he is there, under which number, nor that he is known there at all.
    """
    if player.person_id is None:
        return []
    same = Player.objects.filter(person=player.person_id).exclude(pk=player.pk)
    sat = Q(places__player__in=same) | Q(places__substitutions__player__in=same)
    played = Contestant.objects.filter(Q(partners__player__in=same) | sat)
    published = (
        played.filter(event__rehearsal=None, event__archived_at=None)
        .exclude(event__published_at=None)
        .distinct()
    )
    return list(published.select_related("event__club").order_by("-event__created_at", "-pk"))
