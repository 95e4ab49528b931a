"""An event as it was after some act: everything later is undone, the latest first, all or nothing."""

from games.problems import Problem, Refused
from games.text import gettext_noop as _
from tournaments.actions.actor import Actor
from tournaments.actions.acts.undoing import reverse
from tournaments.actions.audit import record
from tournaments.actions.idempotency import Answer, idempotent
from tournaments.models import Act, Event, Verb
from tournaments.queries.acts import lasting_from

_NOTHING = _("Nothing was done since that could be undone.")


def go_back(act_id: int, actor: Actor) -> Answer:
    """Undo every act after this one that has an effect; what tables said stays.

    Answers how many, `undone`. Raises as `undo_act` does, for the first that cannot be undone: then nothing
    is; and `Refused` where there is nothing to undo.
    """
    act = Act.objects.select_related("event__club").get(pk=act_id)
    last = Act.objects.filter(event=act.event_id).order_by("-pk").values_list("pk", flat=True).first()
    key = f"restore {act_id} of {last}"
    return idempotent(actor, key, ["restore", act_id, last], lambda: _undo_from(act, act_id + 1, actor))


def go_back_before(act_id: int, actor: Actor) -> Answer:
    """The same, of this act too: the event is as it was before it."""
    act = Act.objects.select_related("event__club").get(pk=act_id)
    last = Act.objects.filter(event=act.event_id).order_by("-pk").values_list("pk", flat=True).first()
    key = f"restore before {act_id} of {last}"
    return idempotent(actor, key, ["restore before", act_id, last], lambda: _undo_from(act, act_id, actor))


def _undo_from(act: Act, first: int, actor: Actor) -> Answer:
    Event.objects.select_for_update(of=("self",), no_key=True).get(pk=act.event_id)
    later = lasting_from(act.event_id, first)
    if not later:
        raise Refused([Problem("nothing_since", _NOTHING)])
    for each in later:
        reverse(each.pk, actor)
    record(actor, Verb.RESTORE, act.event, act=act.pk)
    return {"undone": len(later)}
