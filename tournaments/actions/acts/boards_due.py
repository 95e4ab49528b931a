"""Boards of rounds to come that an act undone would give back or take away, after the room has
gone on."""

from collections.abc import Collection, Iterator

from django.db.models import Count

from games.problems import Problem
from games.text import gettext_noop as _
from tournaments.actions.acts.rows import Change
from tournaments.models import Act, Round, Seating
from tournaments.queries.history.actions import lasting_since, named_act

_BEGUN = _("Round %(round)s has begun, or is drawn, with the boards it has now: it keeps them.")
_UNEVEN = _(
    "In round %(round)s some tables would have more boards than others: undo first what came later."
)
_NO_TABLE = _("A table that would have a board again is gone: undo that first.")


def boards_kept(changes: Collection[Change]) -> Iterator[Problem]:
    """Why rounds cannot have as many boards as before: one has begun as it is, or is drawn so."""
    for change in changes:
        if change.model == "section" and change.before and "boards_left_out" in change.before:
            first = max(
                [*change.before["boards_left_out"], *(change.after or {})["boards_left_out"]]
            )
            rounds = Round.objects.filter(section=change.pk, number__gte=first).order_by("number")
            rounds = rounds.select_related("section__session__stage")
            settled = (
                each for each in rounds if each.started_at or each.section.session.stage.is_drawn
            )
            yield from (
                Problem("round_settled", _BEGUN, {"round": each.number}) for each in [*settled][:1]
            )


def tables_gone(act: Act, changes: Collection[Change]) -> Iterator[Problem]:
    """Boards that would be at tables which a later act has taken away."""
    there = {each.pk for each in changes if each.model == "seating" and each.after is None}
    back = [
        each.before
        for each in changes
        if each.model == "play" and each.before and each.after is None
    ]
    wanted = {row["seating_id"] for row in back} - there
    gone = wanted - set(Seating.objects.filter(pk__in=wanted).values_list("pk", flat=True))
    if gone:
        rows = {("seating", pk) for pk in gone}
        later = [
            each
            for each in lasting_since(act)
            if rows & {(row["model"], row["pk"]) for row in each.changes}
        ]
        yield from [named_act(each) for each in later] or [Problem("table_gone", _NO_TABLE)]


def uneven_rounds(changes: Collection[Change]) -> dict[int, int]:
    """By row the numbers of the rounds to come, of those changed, in which some table has more
    boards."""
    plays = [each.before or each.after or {} for each in changes if each.model == "play"]
    seatings = {row["seating_id"] for row in plays if "seating_id" in row}
    sections = {each.pk for each in changes if each.model == "section"}
    concerned = Round.objects.filter(seatings__in=seatings) | Round.objects.filter(
        section__in=sections
    )
    counted = Seating.objects.filter(round__in=concerned.filter(started_at=None).values("pk"))
    boards: dict[tuple[int, int], set[int]] = {}
    for seating in counted.select_related("round").annotate(boards=Count("plays")).order_by("pk"):
        boards.setdefault((seating.round_id, seating.round.number), set()).add(seating.boards)
    return {pk: number for (pk, number), each in boards.items() if len(each) > 1}


def made_uneven(changes: Collection[Change], before: Collection[int]) -> Iterator[Problem]:
    """Rounds to come in which tables have different numbers of boards now, and had not `before`."""
    for pk, number in sorted(uneven_rounds(changes).items(), key=lambda each: each[1]):
        if pk not in before:
            yield Problem("uneven_round", _UNEVEN, {"round": number})
