"""Shorten a session that runs late by one board in each upcoming round.

Sections whose results are compared with each other are shortened together.
"""

from collections.abc import Iterator, Sequence

from django.db.models import QuerySet

from games.problems import Problem, ValidationFailed, raise_if_any
from games.text import gettext_noop as _
from tournaments import scoring_pipeline
from tournaments.actions.corrections.correcting import CorrectionRequest, correcting
from tournaments.actions.history.changed_rows import plays_to_preserve
from tournaments.actions.idempotency import Answer, idempotent
from tournaments.actions.results.rescoring import lock_boards
from tournaments.models import AuditAction, Board, Entry, Play, Round, Section
from tournaments.queries.offline.sections import exported_sections
from tournaments.queries.rounds.finish_time import can_reduce_boards
from tournaments.queries.rounds.in_progress import check_running
from tournaments.queries.rounds.sections import (
    comparable_sections,
    first_unstarted_round,
    max_board_difference,
)

_NOT_AN_EVENING = _(
    "Only an event of one evening can run late. A season and imported results keep their boards."
)
_NO_LATER_ROUND = _("The last round has started: there is no later round to shorten.")
_ONLY_ONE_BOARD = _("A round to come has only one board, so it cannot be shortened.")
_ROUND_DRAWN = _(
    "Round %(round)s is already drawn with all its boards. Undo the draw, or wait until the "
    "round has started."
)
_SECTION_OFFLINE = _("%(section)s is offline and is played as it was exported.")
_BOARD_DECIDED = _(
    "There is a decision on board %(board)s of round %(round)s. Undo it first, in the history."
)


def drop_boards(section_id: int, correction: CorrectionRequest) -> Answer:
    """Leave out one board of each upcoming round, in all sections compared with this one.

    A round is upcoming if none of the sections has started it, so all sections leave out the same
    number of boards. Each table loses the last board of its set. If the board was played at another
    table, those results count. Boards left out stay sealed until the session is over. Another call
    leaves out another board.

    The answer has the first shortened round as `fewer`, and as `apart` the highest number of boards
    that one contestant plays and another does not. Raises what `correcting` does, and
    `ValidationFailed` for seasons and imported results, if there is no upcoming round, if an
    upcoming round has only one board, is drawn or has decisions, and if a section is offline.
    """
    body = [AuditAction.DROP_BOARDS, section_id]
    return idempotent(
        correction.actor, correction.key, body, lambda: _drop_boards(section_id, correction)
    )


def _drop_boards(section_id: int, correction: CorrectionRequest) -> Answer:
    sections = comparable_sections(Section.objects.get(pk=section_id))
    first_round = first_unstarted_round(sections)
    raise_if_any([*_shortening_problems(sections, first_round)])
    subject = {"round": first_round, "of": [section.pk for section in sections]}
    session = sections[0].session
    rounds = list(_rounds_from(sections, first_round))
    rows = [
        Section.objects.filter(session=session),
        Board.objects.filter(session=session),
        Play.objects.filter(seating__round__in=rounds),
        Entry.objects.filter(play__seating__round__in=rounds),
    ]
    with correcting(sections, AuditAction.DROP_BOARDS, subject, rows, correction):
        # Read and checked again, as the sections may have changed before the session was locked.
        sections = comparable_sections(sections[0])
        subject["round"] = first_round = first_unstarted_round(sections)
        raise_if_any([*_shortening_problems(sections, first_round)])
        _delete_last_plays(sections, first_round)
    return {"fewer": first_round, "apart": max_board_difference(sections)}


def _shortening_problems(sections: Sequence[Section], first_round: int) -> Iterator[Problem]:
    session = sections[0].session
    check_running(session)
    if not all(can_reduce_boards(section) for section in sections):
        raise ValidationFailed([Problem("no_evening", _NOT_AN_EVENING)])
    if any(section.rounds_to_play < first_round for section in sections):
        raise ValidationFailed([Problem("nothing_to_come", _NO_LATER_ROUND)])
    if any(section.boards_in(first_round) < 2 for section in sections):
        yield Problem("one_board", _ONLY_ONE_BOARD)
    for section in exported_sections(
        Section.objects.filter(pk__in=[section.pk for section in sections])
    ):
        yield Problem("section_away", _SECTION_OFFLINE, {"section": section.name})
    yield from _settled_problems(sections, first_round)


def _settled_problems(sections: Sequence[Section], first_round: int) -> Iterator[Problem]:
    """Yield problems of upcoming rounds: they are drawn, or their last boards have decisions."""
    if sections[0].session.stage.is_drawn:
        for round_ in _rounds_from(sections, first_round)[:1]:
            yield Problem("drawn", _ROUND_DRAWN, {"round": round_.number})
    plays = plays_to_preserve(Play.objects.filter(pk__in=_ids_of_last_plays(sections, first_round)))
    for board, number in sorted(set(plays.values_list("board__number", "seating__round__number"))):
        yield Problem("decided", _BOARD_DECIDED, {"board": board, "round": number})


def _rounds_from(sections: Sequence[Section], first_round: int) -> QuerySet[Round]:
    return Round.objects.filter(section__in=sections, number__gte=first_round).order_by(
        "number", "section__number"
    )


def _ids_of_last_plays(sections: Sequence[Section], first_round: int) -> list[int]:
    """Return the ids of the plays of the last board of each table in the upcoming rounds.

    The last board has the highest number, so tables with the same board set lose the same board.
    """
    plays = Play.objects.filter(seating__round__in=_rounds_from(sections, first_round).order_by())
    return list(dict(plays.order_by("board__number").values_list("seating", "pk")).values())


def _delete_last_plays(sections: Sequence[Section], first_round: int) -> None:
    plays = Play.objects.filter(pk__in=_ids_of_last_plays(sections, first_round))
    board_ids = set(plays.values_list("board", flat=True))
    lock_boards(board_ids)
    scoring_pipeline.remove_from_scales(plays)
    plays.update(entry=None)  # a play protects its entry from deletion
    plays.delete()
    for section in sections:
        Section.objects.filter(pk=section.pk).update(
            boards_left_out=[*section.boards_left_out, first_round]
        )
    Board.objects.filter(pk__in=board_ids).update(sealed_to_end=True)
