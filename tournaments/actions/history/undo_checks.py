"""Check whether a step can be undone: its rows are unchanged, and nothing depends on them.

The changes that are checked are those of the step: undoing restores the values `before`. A row
whose `after` is None was deleted by the step and would be restored; a row whose `before` is None
was inserted and would be deleted.
"""

from collections.abc import Collection, Iterator
from contextlib import contextmanager

from django.db.models import Count, QuerySet

from games.problems import Problem, raise_if_any
from games.text import gettext_noop as _
from tournaments.actions.history.changed_rows import (
    RowChange,
    referencing_models,
    rows_changed_since,
)
from tournaments.actions.history.round_changes import ids_of_rounds_losing_column
from tournaments.models import (
    AuditAction,
    Board,
    Contestant,
    Entry,
    HandsView,
    Objection,
    Play,
    Round,
    SeatHolder,
    Seating,
    Session,
    UndoStep,
)
from tournaments.permissions.visibility.results_of_other_tables import table_may_see_other_results
from tournaments.permissions.visibility.results_shown import is_board_hidden
from tournaments.queries.history.undo_steps import (
    START_ACTIONS,
    effective_steps_of_action,
    effective_steps_since,
    original_action,
    same_row_problems,
    step_problem,
)
from tournaments.queries.results.line_points import VOID_POINTS
from tournaments.queries.results.play_state import DECISION_KINDS, active_entries

_ROUND_SETTLED = _(
    "Round %(round)s has started or is drawn with its present boards, so they can no longer change."
)
_UNEVEN_ROUND = _(
    "In round %(round)s some tables would have more boards than others. First undo what came later."
)
_TABLE_DELETED = _("A table that would get a board back no longer exists. First undo its removal.")


def board_count_problems(changes: Collection[RowChange]) -> Iterator[Problem]:
    """Yield a problem if undoing changes the number of boards in a started or drawn round."""
    for change in changes:
        if change.model == "section" and change.before and "boards_left_out" in change.before:
            first_changed_round = max(
                [*change.before["boards_left_out"], *(change.after or {})["boards_left_out"]]
            )
            rounds = Round.objects.filter(
                section=change.pk, number__gte=first_changed_round
            ).order_by("number")
            rounds = rounds.select_related("section__session__stage")
            settled_rounds = (
                round_
                for round_ in rounds
                if round_.started_at or round_.section.session.stage.is_drawn
            )
            yield from (
                Problem("round_settled", _ROUND_SETTLED, {"round": round_.number})
                for round_ in [*settled_rounds][:1]
            )


def missing_table_problems(step: UndoStep, changes: Collection[RowChange]) -> Iterator[Problem]:
    """Yield problems if plays would be restored at a table that a later step has deleted.

    The problems name the later steps that deleted such tables.
    """
    restored_ids = {
        change.pk for change in changes if change.model == "seating" and change.after is None
    }
    restored_plays = [
        change.before
        for change in changes
        if change.model == "play" and change.before and change.after is None
    ]
    seating_ids = {row["seating_id"] for row in restored_plays} - restored_ids
    missing_ids = seating_ids - set(
        Seating.objects.filter(pk__in=seating_ids).values_list("pk", flat=True)
    )
    if missing_ids:
        missing_rows = {("seating", pk) for pk in missing_ids}
        later_steps = [
            later_step
            for later_step in effective_steps_since(step)
            if missing_rows & {(row["model"], row["pk"]) for row in later_step.changes}
        ]
        yield from [step_problem(later_step) for later_step in later_steps] or [
            Problem("table_gone", _TABLE_DELETED)
        ]


def uneven_round_numbers(changes: Collection[RowChange]) -> dict[int, int]:
    """Return the changed upcoming rounds whose tables have unequal numbers of boards.

    The result maps primary keys of rounds to their numbers.
    """
    play_rows = [
        change.before or change.after or {} for change in changes if change.model == "play"
    ]
    seating_ids = {row["seating_id"] for row in play_rows if "seating_id" in row}
    section_ids = {change.pk for change in changes if change.model == "section"}
    affected_rounds = Round.objects.filter(seatings__in=seating_ids) | Round.objects.filter(
        section__in=section_ids
    )
    upcoming_seatings = Seating.objects.filter(
        round__in=affected_rounds.filter(started_at=None).values("pk")
    )
    counts_by_round: dict[tuple[int, int], set[int]] = {}
    for seating in (
        upcoming_seatings.select_related("round").annotate(boards=Count("plays")).order_by("pk")
    ):
        counts_by_round.setdefault((seating.round_id, seating.round.number), set()).add(
            seating.boards
        )
    return {
        round_id: round_number
        for (round_id, round_number), counts in counts_by_round.items()
        if len(counts) > 1
    }


def uneven_round_problems(
    changes: Collection[RowChange], uneven_ids_before: Collection[int]
) -> Iterator[Problem]:
    """Yield a problem for each upcoming round that undoing has made uneven.

    `uneven_ids_before` has the primary keys of the rounds that were uneven before undoing.
    """
    for round_id, round_number in sorted(
        uneven_round_numbers(changes).items(), key=lambda item: item[1]
    ):
        if round_id not in uneven_ids_before:
            yield Problem("uneven_round", _UNEVEN_ROUND, {"round": round_number})


_ROUND_STARTED = _(
    "Round %(round)s started without them. To bring them back, add them as a new contestant."
)
_SEAT_TAKEN = _("In round %(round)s others sit there now. Undo that first.")
_CONTESTANT_REFERENCED = _(
    "There are later entries about the contestant who joined. Undo those first."
)


def seat_problems(changes: Collection[RowChange]) -> Iterator[Problem]:
    """Yield problems if seatings cannot be restored, or a contestant cannot be deleted.

    A seating cannot be restored if its round has started, or if its table or contestants have other
    seats by now. A contestant cannot be deleted if other rows refer to them.
    """
    restored_seatings = [
        change
        for change in changes
        if change.model == "seating" and change.after is None and change.before
    ]
    rounds = Round.objects.filter(
        pk__in={change.before["round_id"] for change in restored_seatings if change.before}
    )
    for round_ in rounds.order_by("number", "section"):
        if round_.started_at:
            yield Problem("round_begun", _ROUND_STARTED, {"round": round_.number})
        elif _is_seat_taken(round_, changes):
            yield Problem("seat_taken", _SEAT_TAKEN, {"round": round_.number})
    if any(referencing_models(changes)):
        yield Problem("named_since", _CONTESTANT_REFERENCED)


def _is_seat_taken(round_: Round, changes: Collection[RowChange]) -> bool:
    """Return whether the round has another seating of a restored table or of its contestants."""
    removed_ids = {
        change.pk for change in changes if change.model == "seating" and change.before is None
    }
    restored_rows = {
        change.pk: change.before
        for change in changes
        if change.model == "seating" and change.after is None
    }
    restored_rows_of_round = {
        pk: row for pk, row in restored_rows.items() if row and row["round_id"] == round_.pk
    }
    table_ids = [row["table_id"] for row in restored_rows_of_round.values()]
    restored_holders = [
        change.before for change in changes if change.model == "seatholder" and change.after is None
    ]
    contestant_ids = [
        row["contestant_id"]
        for row in restored_holders
        if row and row["seating_id"] in restored_rows_of_round
    ]
    seat_holders = SeatHolder.objects.filter(
        seating__round=round_, contestant__in=contestant_ids
    ).exclude(seating__in=removed_ids)
    occupied_seatings = Seating.objects.filter(round=round_, table__in=table_ids).exclude(
        pk__in=removed_ids
    )
    return seat_holders.exists() or occupied_seatings.exists()


_CHANGED_ELSEWHERE = _(
    "What this changed has been changed again since, and the history has no line for it."
)
_ROUNDS_CHANGED = _("Since then the start or end of these rounds has changed: %(rounds)s.")
_RESULTS_CHANGED = _("Since then the results of these boards have changed: %(boards)s.")
_RESULTS_SENT = _(
    "Round %(round)s is being played, and these tables have already sent results: %(tables)s."
)
_RESULTS_OF_REMOVED_PLAYS = _(
    "These tables have sent results of boards that would no longer be played: %(tables)s."
)
_SESSION_OVER = _("The session is over: its rounds can no longer be changed.")
_LATER_ROUND_STARTED = _(
    "Round %(round)s started or was drawn from the results before it. Undo that first."
)
_RANKING_PUBLISHED = _("The standings are published: who is ranked can no longer be changed.")
_ROUND_NEVER_STARTS = _(
    "Round %(round)s has ended, and no round would start after it. First undo its end."
)
_CATEGORIES_PUBLISHED = _("The standings are published: their categories can no longer be changed.")
_HANDS_SHOWN = _(
    "A phone has shown the cards of board %(board)s since, so the session has started."
)
_ACTIONS_DURING_PLAY = (
    AuditAction.WITHDRAW_DURING_PLAY,
    AuditAction.ADD_LATE_ARRIVAL,
    AuditAction.DROP_LAST_ROUND,
)
_OBJECTION_REPEATED = _("The same side has reported board %(board)s again: answer that report.")
_BOARD_SEEN = _("The cards of board %(board)s could be seen, so nobody can play it any more.")


def later_change_problems(
    step: UndoStep, changes: Collection[RowChange], entries: Collection[Entry]
) -> Iterator[Problem]:
    """Yield a problem for each later step that changed the same rows or plays.

    A later decision about the same play is such a step, because the director made it knowing the
    decision of `step`. If there is no later step, yields a problem if the rows were changed without
    an undo step.
    """
    later_steps = effective_steps_since(step)
    problems = same_row_problems(step, later_steps)
    for entry in entries:
        decisions = (
            decision
            for decision in _latest_decision_after(entry)
            if decision.pk not in step.entries
        )
        problems += [_decision_problem(decision, later_steps) for decision in decisions]
    if not problems and (changed_rows := rows_changed_since(changes)):
        problems = [_untracked_change_problem(changed_rows)]
    yield from {str(problem.params): problem for problem in problems}.values()


def _untracked_change_problem(changes: Collection[RowChange]) -> Problem:
    """Return a problem that names the rounds or boards changed without an undo step."""
    ids_by_model = {
        model: [change.pk for change in changes if change.model == model]
        for model in ("round", "play")
    }
    rounds = Round.objects.filter(pk__in=ids_by_model["round"]).order_by("number")
    if numbers := list(rounds.values_list("number", flat=True).distinct()):
        return Problem("changed_since", _ROUNDS_CHANGED, {"rounds": ", ".join(map(str, numbers))})
    boards = Board.objects.filter(plays__in=ids_by_model["play"]).order_by("number")
    if numbers := list(boards.values_list("number", flat=True).distinct()):
        return Problem("changed_since", _RESULTS_CHANGED, {"boards": ", ".join(map(str, numbers))})
    return Problem("changed_since", _CHANGED_ELSEWHERE)


def _latest_decision_after(entry: Entry) -> list[Entry]:
    """Return a list with the latest decision about the play after this entry, or an empty one."""
    active_entries_of_play = active_entries(
        Entry.objects.filter(play=entry.play_id).order_by("revision")
    )
    return [
        decision
        for decision in active_entries_of_play
        if decision.kind in DECISION_KINDS and decision.revision > entry.revision
    ][-1:]


def _decision_problem(entry: Entry, later_steps: Collection[UndoStep]) -> Problem:
    step = next((later_step for later_step in later_steps if entry.pk in later_step.entries), None)
    return step_problem(step) if step else Problem("changed_since", _CHANGED_ELSEWHERE)


@contextmanager
def undo_guard(
    step: UndoStep, changes: Collection[RowChange], entries: Collection[Entry]
) -> Iterator[None]:
    """Context manager that raises `ValidationFailed` if undoing contradicts later play.

    The body undoes the changes. Some checks run before the body, others on its result.
    """
    raise_if_any(list(_problems_before_undo(step, changes)))
    visible_plays, uneven_ids_before = (
        _plays_with_visible_boards(entries),
        uneven_round_numbers(changes),
    )
    yield
    raise_if_any(
        [
            *_round_order_problems(changes),
            *_never_starting_problems(changes),
            *_due_again_problems(visible_plays),
            *uneven_round_problems(changes, uneven_ids_before),
        ]
    )


def _problems_before_undo(step: UndoStep, changes: Collection[RowChange]) -> Iterator[Problem]:
    """Yield the problems that can be found before the rows are restored."""
    yield from _sent_result_problems(changes)
    yield from _shown_hands_problems(step, changes)
    yield from _during_play_problems(step, changes)
    yield from _finished_session_problems(step, changes)
    yield from _removed_play_problems(changes)
    yield from _published_problems(step, changes)
    yield from _missing_member_problems(changes)
    yield from _visible_board_problems(changes)
    yield from seat_problems(changes)
    yield from board_count_problems(changes)
    yield from missing_table_problems(step, changes)
    yield from _repeated_objection_problems(changes)


def _sent_result_problems(changes: Collection[RowChange]) -> Iterator[Problem]:
    """Yield a problem for each round that would not be started any more but has entries."""
    round_ids = ids_of_rounds_losing_column("started_at", changes)
    for round_ in Round.objects.filter(pk__in=round_ids).order_by("section", "number"):
        plays = Play.objects.filter(seating__round=round_, entries__kind=Entry.Kind.TABLE)
        if tables := _table_labels(plays):
            yield Problem(
                "round_spoken_of", _RESULTS_SENT, {"round": round_.number, "tables": tables}
            )


def _shown_hands_problems(step: UndoStep, changes: Collection[RowChange]) -> Iterator[Problem]:
    """Yield problems for boards whose hands a phone has shown since the start is to be undone.

    Only undoing the start of a session or section is checked.
    """
    for round_ in Round.objects.filter(
        pk__in=ids_of_rounds_losing_column("started_at", changes)
    ).order_by("section"):
        if original_action(step) in START_ACTIONS:
            views = HandsView.objects.filter(
                table__section=round_.section_id, at__gte=round_.started_at
            )
            board_numbers = (
                views.values_list("making__number", flat=True).order_by("making__number").distinct()
            )
            yield from (
                Problem("hands_opened", _HANDS_SHOWN, {"board": number}) for number in board_numbers
            )


def _during_play_problems(step: UndoStep, changes: Collection[RowChange]) -> Iterator[Problem]:
    """Yield steps that were possible only during play, if no round would remain started."""
    round_ids = ids_of_rounds_losing_column("started_at", changes)
    if step.session is None or not round_ids or original_action(step) not in START_ACTIONS:
        return
    started_rounds = Round.objects.filter(section__session=step.session).exclude(started_at=None)
    if not started_rounds.exclude(pk__in=round_ids).exists():
        yield from (
            step_problem(later_step)
            for action in _ACTIONS_DURING_PLAY
            for later_step in effective_steps_of_action(step.session, action)
        )


def _published_problems(step: UndoStep, changes: Collection[RowChange]) -> Iterator[Problem]:
    """Yield problems if undoing changes rankings or categories of published standings."""
    changes_ranking = any(
        change.model == "contestant" and "unranked_reason" in (change.after or {})
        for change in changes
    )
    if changes_ranking and step.event.published_at and all(change.before for change in changes):
        yield Problem("published", _RANKING_PUBLISHED)
    if step.event.published_at and any(
        change.model in ("category", "categorymember") for change in changes
    ):
        yield Problem("published", _CATEGORIES_PUBLISHED)


def _missing_member_problems(changes: Collection[RowChange]) -> Iterator[Problem]:
    """Yield a problem if a contestant who no longer exists would be put back into a category."""
    contestant_ids = {
        change.before["contestant_id"]
        for change in changes
        if change.model == "categorymember" and change.before
    }
    if contestant_ids and Contestant.objects.filter(pk__in=contestant_ids).count() < len(
        contestant_ids
    ):
        yield Problem("changed_since", _CHANGED_ELSEWHERE)


def _repeated_objection_problems(changes: Collection[RowChange]) -> Iterator[Problem]:
    """Yield a problem for each objection to a play that its contestant has repeated since.

    Undoing would open the first objection again, beside the second one.
    """
    objection_ids = [objection.pk for objection in changes if objection.model == "objection"]
    for objection in (
        Objection.objects.filter(pk__in=objection_ids).select_related("play__board").order_by("pk")
    ):
        other_objections = Objection.objects.unanswered().filter(
            play=objection.play_id, contestant=objection.contestant_id
        )
        if other_objections.exclude(pk=objection.pk).exists():
            yield Problem(
                "objected_since", _OBJECTION_REPEATED, {"board": objection.play.board.number}
            )


def _removed_play_problems(changes: Collection[RowChange]) -> Iterator[Problem]:
    """Yield a problem if undoing deletes plays that have entries from after the step."""
    removed_play_ids = [
        change.pk for change in changes if change.model == "play" and change.before is None
    ]
    removed_entry_ids = [
        change.pk for change in changes if change.model == "entry" and change.before is None
    ]
    other_entries = Entry.objects.filter(play__in=removed_play_ids).exclude(
        pk__in=removed_entry_ids
    )
    if tables := _table_labels(Play.objects.filter(entries__in=other_entries)):
        yield Problem("play_spoken_of", _RESULTS_OF_REMOVED_PLAYS, {"tables": tables})


def _visible_board_problems(changes: Collection[RowChange]) -> Iterator[Problem]:
    """Yield a problem for each board of a restored play whose cards have been visible."""
    restored_plays = [
        change.before
        for change in changes
        if change.model == "play" and change.before and change.after is None
    ]
    boards = Board.objects.filter(pk__in=[row["board_id"] for row in restored_plays]).order_by(
        "number"
    )
    for board in boards.select_related("session__stage__event"):
        if not board.session.is_over and not is_board_hidden(board):
            yield Problem("board_was_open", _BOARD_SEEN, {"board": board.number})


def _never_starting_problems(changes: Collection[RowChange]) -> Iterator[Problem]:
    """Yield a problem for each restored round that nothing would start.

    In a fixed plan a round starts when the round before it ends, which has happened already.
    """
    restored_ids = [
        change.pk
        for change in changes
        if change.model == "round" and change.before and change.after is None
    ]
    rounds = Round.objects.filter(pk__in=restored_ids, started_at=None).select_related(
        "section__session__stage"
    )
    for round_ in rounds.order_by("section", "number"):
        ended_before = round_.section.rounds.filter(number=round_.number - 1).exclude(ended_at=None)
        if not round_.section.session.stage.is_drawn and ended_before.exists():
            yield Problem("never_begins", _ROUND_NEVER_STARTS, {"round": round_.number - 1})


def _table_labels(plays: QuerySet[Play]) -> str:
    """Return the labels of the plays' tables, joined by commas; an empty text without plays."""
    plays = plays.distinct()
    labels = {
        play.seating.table.label: None for play in plays.select_related("seating__table__section")
    }
    return ", ".join(sorted(labels, key=lambda label: (len(label), label)))


def _finished_session_problems(step: UndoStep, changes: Collection[RowChange]) -> Iterator[Problem]:
    changes_rounds = any(change.model == "round" for change in changes)
    if (
        changes_rounds
        and Session.objects.filter(undo_steps=step, state=Session.State.FINISHED).exists()
    ):
        yield Problem("session_over", _SESSION_OVER)


def _round_order_problems(changes: Collection[RowChange]) -> Iterator[Problem]:
    """Yield a problem for each reopened round that has a later drawn or started round."""
    round_ids = [change.pk for change in changes if change.model == "round"]
    for round_ in Round.objects.filter(pk__in=round_ids, ended_at=None).select_related(
        "section__session__stage"
    ):
        later_rounds = round_.section.rounds.filter(number__gt=round_.number)
        if not round_.section.session.stage.is_drawn:
            later_rounds = later_rounds.exclude(started_at=None)
        if next_round := later_rounds.order_by("number").first():
            yield Problem("out_of_order", _LATER_ROUND_STARTED, {"round": next_round.number})


def _plays_with_visible_boards(entries: Collection[Entry]) -> list[Play]:
    """Return the plays of the entries whose players could see the board."""
    plays = Play.objects.filter(entries__in=[entry.pk for entry in entries]).distinct()
    plays_with_sessions = plays.select_related(
        "board__session__stage__event", "seating__round"
    ).order_by("pk")
    return [play for play in plays_with_sessions if players_could_see_board(play)]


def players_could_see_board(play: Play) -> bool:
    """Return whether a play's players could see its cards, or other tables' results on it.

    It is False once the session is over, because then nobody plays the board any more.
    """
    if play.board.session.is_over:
        return False
    other_results = (
        Play.objects.filter(board=play.board_id)
        .exclude(pk=play.pk)
        .exclude(line_points__in=("", VOID_POINTS))
    )
    return not is_board_hidden(play.board) or (
        _can_see_results_on_phones(play) and other_results.exists()
    )


def _can_see_results_on_phones(play: Play) -> bool:
    """Return whether the phones of the play's contestants now show results of other tables.

    If the round of the play has started, this depends on the table of the play, otherwise on the
    tables at which its contestants sit now.
    """
    if play.seating.round.started_at:
        return table_may_see_other_results(play.seating, play)
    contestants = play.seating.places.values("contestant")
    in_progress = {"round__started_at__isnull": False, "round__ended_at": None}
    current_seatings = Seating.objects.filter(
        places__contestant__in=contestants, **in_progress
    ).distinct()
    return any(
        table_may_see_other_results(seating, play)
        for seating in current_seatings.prefetch_related("places")
    )


def _due_again_problems(visible_plays: Collection[Play]) -> Iterator[Problem]:
    due_plays = (
        Play.objects.without_entry()
        .filter(pk__in=[play.pk for play in visible_plays])
        .select_related("board")
    )
    for play in due_plays.order_by("board__number"):
        yield Problem("board_was_open", _BOARD_SEEN, {"board": play.board.number})
