"""Shorten a session that runs late by its last round.

Sections whose results are compared with each other are shortened together.
"""

from collections.abc import Iterator, Sequence

from django.db.models import QuerySet

from games.problems import Problem, raise_if_any
from games.text import gettext_noop as _
from tournaments import scoring_pipeline
from tournaments.actions.corrections.correcting import CorrectionRequest, correcting
from tournaments.actions.history.changed_rows import plays_to_preserve, rows_of_rounds
from tournaments.actions.history.undoable import WatchedRows
from tournaments.actions.idempotency import Answer, idempotent
from tournaments.actions.results.rescoring import lock_boards
from tournaments.models import AuditAction, Board, Entry, Play, Round, Section, Session
from tournaments.queries.offline.sections import exported_sections
from tournaments.queries.rounds.finish_time import can_drop_last_round
from tournaments.queries.rounds.in_progress import check_running
from tournaments.queries.rounds.sections import comparable_sections, max_board_difference

_ALL_ROUNDS_NEEDED = _("This movement does not work without its last round.")
_ONLY_ROUND = _("There is no round to leave out: there is only one.")
_LAST_ROUND_STARTED = _("The last round has started or is drawn, so it cannot be left out.")
_SECTION_OFFLINE = _("%(section)s is offline and is played as it was exported.")
_BOARD_DECIDED = _(
    "There is a decision on board %(board)s of the last round. Undo it first, in the history."
)


def drop_last_round(section_id: int, correction: CorrectionRequest) -> Answer:
    """Leave out the last round, in all sections whose results are compared with this one.

    In events of teams the last match is left out with all its halves, which are rounds. The rows of
    these rounds are deleted, as they have no entries. Their boards stay sealed until the session is
    over.

    The answer has the first round left out as `dropped`, and as `apart` the highest number of
    boards that one contestant plays and another does not. Raises what `correcting` does, and
    `ValidationFailed` if the movement needs all its rounds, there is only one round, the last one
    has started, is drawn or has decisions, or a section is offline.
    """
    body = [AuditAction.DROP_LAST_ROUND, section_id]
    return idempotent(
        correction.actor, correction.key, body, lambda: _drop_last_round(section_id, correction)
    )


def _drop_last_round(section_id: int, correction: CorrectionRequest) -> Answer:
    sections = comparable_sections(Section.objects.get(pk=section_id))
    raise_if_any([*_dropping_problems(sections)])
    session, dropped_rounds = sections[0].session, _rounds_to_drop(sections)
    remaining_rounds = max(section.rounds_to_play for section in sections) - session.stage.halves
    section_ids = [section.pk for section in sections]
    subject = {"round": remaining_rounds + 1, "of": section_ids, "rounds": session.stage.halves}
    with correcting(
        sections,
        AuditAction.DROP_LAST_ROUND,
        subject,
        _watched_rows(session, dropped_rounds),
        correction,
    ):
        # Checked again, as a round may have started before the session was locked.
        raise_if_any([*_dropping_problems(comparable_sections(sections[0]))])
        plays = Play.objects.filter(seating__round__in=dropped_rounds)
        board_ids = set(plays.values_list("board", flat=True))
        lock_boards(board_ids)
        scoring_pipeline.remove_from_scales(plays)
        plays.update(entry=None)  # a play protects its entry from deletion
        dropped_rounds.delete()
        for section in sections:
            rounds_left_out = section.rounds_left_out + session.stage.halves
            Section.objects.filter(pk=section.pk).update(rounds_left_out=rounds_left_out)
        Board.objects.filter(pk__in=board_ids).update(sealed_to_end=True)
    return {"dropped": remaining_rounds + 1, "apart": max_board_difference(sections)}


def _dropping_problems(sections: Sequence[Section]) -> Iterator[Problem]:
    session = sections[0].session
    check_running(session)
    if not all(can_drop_last_round(section) for section in sections):
        yield Problem("all_rounds_needed", _ALL_ROUNDS_NEEDED)
    if any(section.movement_rounds_to_play < 2 for section in sections):
        yield Problem("only_round", _ONLY_ROUND)
    rounds = _rounds_to_drop(sections)
    if rounds.exclude(started_at=None).exists() or (session.stage.is_drawn and rounds.exists()):
        yield Problem("last_begun", _LAST_ROUND_STARTED)
    for section in exported_sections(
        Section.objects.filter(pk__in=[section.pk for section in sections])
    ):
        yield Problem("section_away", _SECTION_OFFLINE, {"section": section.name})
    plays = plays_to_preserve(Play.objects.filter(seating__round__in=rounds))
    for board in sorted(set(plays.values_list("board__number", flat=True))):
        yield Problem("decided", _BOARD_DECIDED, {"board": board})


def _rounds_to_drop(sections: Sequence[Section]) -> QuerySet[Round]:
    """Return the last round of each section; for teams all halves of the last match."""
    rounds = Round.objects.none()
    for section in sections:
        last_remaining = section.rounds_to_play - section.session.stage.halves
        rounds |= Round.objects.filter(section=section, number__gt=last_remaining)
    return rounds


def _watched_rows(session: Session, dropped_rounds: QuerySet[Round]) -> WatchedRows:
    """Return the rows that change: those of the rounds, and the session's sections and boards."""
    rounds = list(dropped_rounds)
    return [
        Board.objects.filter(session=session),
        Section.objects.filter(session=session),
        Round.objects.filter(pk__in=[round_.pk for round_ in rounds]),
        *rows_of_rounds(rounds),
        Entry.objects.filter(play__seating__round__in=rounds),
    ]
