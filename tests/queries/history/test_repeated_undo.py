"""A step can be undone and redone a thousand times."""

from itertools import cycle, islice

import pytest
from django.test import Client
from django.utils import timezone

from tests.scenes.evening import started
from tests.web.signed_in import desk_url, signed_in
from tournaments.actions.audit import record_audit
from tournaments.actions.history.undo import undo_step
from tournaments.models import AuditAction, Membership, UndoStep
from tournaments.queries.history.undo_steps import effective_steps_from, original_action

pytestmark = pytest.mark.django_db
TIMES = 1_200


def test_step_undone_and_redone_a_thousand_times_can_be_read_and_undone(
    client: Client,
) -> None:
    session, director = started(8, movement="mitchell", round_count=4, boards_per_round=2)
    event = session.stage.event
    renamed = {
        "model": "event",
        "pk": event.pk,
        "before": {"name": "Copa"},
        "after": {"name": event.name},
    }
    renamed_back = renamed | {"before": renamed["after"], "after": renamed["before"]}
    about = {"event": event, "at": timezone.now(), "user_id": director.user_id}
    first_step = UndoStep.objects.create(kind=AuditAction.EDIT_EVENT, changes=[renamed], **about)
    reversals = ((AuditAction.UNDO_STEP, [renamed_back]), (AuditAction.REDO_STEP, [renamed]))
    chain = [
        UndoStep(
            pk=first_step.pk + n + 1,
            kind=kind,
            changes=changes,
            undoes_id=first_step.pk + n,
            **about,
        )
        for n, (kind, changes) in enumerate(islice(cycle(reversals), TIMES))
    ]
    UndoStep.objects.bulk_create(chain)
    assert original_action(chain[-1]) == AuditAction.EDIT_EVENT
    assert [step.pk for step in effective_steps_from(event.pk, first_step.pk)] == [chain[-1].pk]
    record_audit(director, AuditAction.UNDO_STEP, event, act=chain[-1].pk)
    Membership.objects.update(role=Membership.Role.OWNER)
    signed_in(client, director)
    assert client.get(desk_url(session, "history")).status_code == 200
    assert client.get(f"/{event.club.slug}/audit/").status_code in (200, 404)
    undo_step(chain[-1].pk, director)
    event.refresh_from_db()
    assert event.name == "Copa"
