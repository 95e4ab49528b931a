"""What a club sees of a player in other clubs: only what is public in those clubs."""

from django.db.models import Q

from tournaments.models import Contestant, Player


def published_contestants_elsewhere(player: Player) -> list[Contestant]:
    """Return the contestants, in published events of other clubs, of the same person.

    The newest event comes first. The player's number in other clubs stays hidden, and so does
    whether those clubs know the player at all.
    """
    if player.person_id is None:
        return []
    same_person = Player.objects.filter(person=player.person_id).exclude(pk=player.pk)
    as_substitute = Q(places__player__in=same_person) | Q(
        places__substitutions__player__in=same_person
    )
    played = Contestant.objects.filter(Q(partners__player__in=same_person) | as_substitute)
    published = (
        played.filter(event__rehearsal=None, event__archived_at=None)
        .exclude(event__published_at=None)
        .distinct()
    )
    return list(published.select_related("event__club").order_by("-event__created_at", "-pk"))
