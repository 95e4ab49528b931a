"""What was undone and done again a thousand times is still read."""

import pytest
from django.test import Client
from django.utils import timezone

from tests.scenes.evening import started
from tests.web.signed_in import desk, signed_in
from tournaments.actions.acts.undoing import undo_act
from tournaments.actions.audit import record
from tournaments.models import Act, Membership, Verb
from tournaments.queries.acts import lasting_from, verb_done

pytestmark = pytest.mark.django_db
TIMES = 1_200


def test_an_act_undone_and_redone_a_thousand_times_can_be_read_and_undone_again(client: Client) -> None:
    session, director = started(8, movement="mitchell", rounds=4, boards_per_round=2)
    event = session.stage.event
    first = Act.objects.create(event=event, kind=Verb.EDIT_EVENT, at=timezone.now(), user_id=director.user_id)
    kinds = (Verb.UNDO_ACT, Verb.REDO_ACT)
    chain = [
        Act(pk=first.pk + n + 1, event=event, kind=kinds[n % 2], at=timezone.now(), undoes_id=first.pk + n)
        for n in range(TIMES)
    ]
    Act.objects.bulk_create(chain)
    assert verb_done(chain[-1]) == Verb.EDIT_EVENT
    assert [act.pk for act in lasting_from(event.pk, first.pk)] == [chain[-1].pk]
    record(director, Verb.UNDO_ACT, event, act=chain[-1].pk)
    Membership.objects.update(role=Membership.Role.OWNER)
    signed_in(client, director)
    assert client.get(desk(session, "acts")).status_code == 200
    assert client.get(f"/{event.club.slug}/audit/").status_code in (200, 404)
    undo_act(chain[-1].pk, director)
