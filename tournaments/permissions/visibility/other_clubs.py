"""What a club may see of its players in other clubs: only what is public there."""

from django.db.models import Q

from tournaments.models import Contestant, Player


def published_contestants_elsewhere(player: Player) -> list[Contestant]:
    """Return contestants for whom the same person played in published events of other clubs.

    The newest event comes first. Neither the licence number of the person in other clubs nor a club
    without such events is revealed.
    """
    if player.person_id is None:
        return []
    players_of_person = Player.objects.filter(person=player.person_id).exclude(pk=player.pk)
    as_substitute = Q(places__player__in=players_of_person) | Q(
        places__substitutions__player__in=players_of_person
    )
    contestants_of_person = Contestant.objects.filter(
        Q(partners__player__in=players_of_person) | as_substitute
    )
    published_contestants = (
        contestants_of_person.filter(event__rehearsal=None, event__archived_at=None)
        .exclude(event__published_at=None)
        .distinct()
    )
    return list(
        published_contestants.select_related("event__club").order_by("-event__created_at", "-pk")
    )
