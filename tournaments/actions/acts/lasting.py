"""Which acts still have an effect: what was undone since has none, what was done again has."""

from tournaments.models import Act


def lasting_since(act: Act) -> list[Act]:
    """Acts of the event after this one whose effect is there now and was not then, the latest first.

    One that undid an earlier act is among them: to go back is to do that again.
    """
    since = Act.objects.filter(event=act.event_id, pk__gt=act.pk).select_related("user", "session")
    known = {each.pk: each for each in since.order_by("-pk")}
    undone = {each.undoes_id for each in known.values()}
    return [each for each in known.values() if each.pk not in undone and _turns(each, known) % 2]


def _turns(act: Act, known: dict[int, Act]) -> int:
    """How often, among the acts that are known, the same thing was done, undone and done again."""
    before = known.get(act.undoes_id or 0)
    return 1 + (_turns(before, known) if before else 0)
