"""Replace the secret link with which a team submits its line-ups."""

from django.db import transaction
from django.db.models import F

from tournaments.actions.audit import record_audit
from tournaments.models import AuditAction, Contestant
from tournaments.permissions.actor import Actor
from tournaments.permissions.editable import require_editable


def replace_team_link(team: Contestant, actor: Actor) -> None:
    """Invalidate all links of the team by raising the counter that is part of a valid link."""
    require_editable(team.event, AuditAction.REPLACE_TEAM_LINK)
    with transaction.atomic():
        Contestant.objects.filter(pk=team.pk).update(link_counter=F("link_counter") + 1)
        record_audit(
            actor, AuditAction.REPLACE_TEAM_LINK, team.event, contestant=team.pk, number=team.number
        )
