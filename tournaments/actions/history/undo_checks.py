"""What keeps an action from being undone although its rows are as it left them."""

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
from tournaments.actions.history.round_changes import rounds_losing_column
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
    effective_steps_in,
    effective_steps_since,
    original_action,
    same_row_problems,
    step_problem,
)
from tournaments.queries.results.line_points import NOT_DUE
from tournaments.queries.results.settlement import DECISIONS, not_withdrawn

_BEGUN = _(
    "Round %(round)s has started or is drawn with its present boards, so they can no longer change."
)
_UNEVEN = _(
    "In round %(round)s some tables would have more boards than others. First undo what came later."
)
_NO_TABLE = _("A table that would get a board back no longer exists. First undo its removal.")


def board_count_problems(changes: Collection[RowChange]) -> Iterator[Problem]:
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


def missing_table_problems(act: UndoStep, changes: Collection[RowChange]) -> Iterator[Problem]:
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
            for each in effective_steps_since(act)
            if rows & {(row["model"], row["pk"]) for row in each.changes}
        ]
        yield from [step_problem(each) for each in later] or [Problem("table_gone", _NO_TABLE)]


def uneven_rounds(changes: Collection[RowChange]) -> dict[int, int]:
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


def uneven_round_problems(
    changes: Collection[RowChange], before: Collection[int]
) -> Iterator[Problem]:
    """Rounds to come in which tables have different numbers of boards now, and had not `before`."""
    for pk, number in sorted(uneven_rounds(changes).items(), key=lambda each: each[1]):
        if pk not in before:
            yield Problem("uneven_round", _UNEVEN, {"round": number})


_ROUND_BEGUN = _(
    "Round %(round)s started without them. To bring them back, add them as a new contestant."
)
_TAKEN = _("In round %(round)s others sit there now. Undo that first.")
_NAMED = _("There are later entries about the contestant who joined. Undo those first.")


def seat_problems(changes: Collection[RowChange]) -> Iterator[Problem]:
    """Why tables cannot come back to their rounds, or who came cannot be gone again."""
    back = [
        each for each in changes if each.model == "seating" and each.after is None and each.before
    ]
    rounds = Round.objects.filter(pk__in={each.before["round_id"] for each in back if each.before})
    for round_ in rounds.order_by("number", "section"):
        if round_.started_at:
            yield Problem("round_begun", _ROUND_BEGUN, {"round": round_.number})
        elif _is_taken(round_, changes):
            yield Problem("seat_taken", _TAKEN, {"round": round_.number})
    if any(referencing_models(changes)):
        yield Problem("named_since", _NAMED)


def _is_taken(round_: Round, changes: Collection[RowChange]) -> bool:
    """Whether somebody sits at a table that would come back, or one of those there sits
    elsewhere."""
    going = {each.pk for each in changes if each.model == "seating" and each.before is None}
    back = {
        each.pk: each.before for each in changes if each.model == "seating" and each.after is None
    }
    here = {pk: row for pk, row in back.items() if row and row["round_id"] == round_.pk}
    tables = [row["table_id"] for row in here.values()]
    coming = [each.before for each in changes if each.model == "seatholder" and each.after is None]
    who = [row["contestant_id"] for row in coming if row and row["seating_id"] in here]
    seated = SeatHolder.objects.filter(seating__round=round_, contestant__in=who).exclude(
        seating__in=going
    )
    there = Seating.objects.filter(round=round_, table__in=tables).exclude(pk__in=going)
    return seated.exists() or there.exists()


_ELSEWHERE = _(
    "What this changed has been changed again since, and the history has no line for it."
)
_TIMES = _("Since then the start or end of these rounds has changed: %(rounds)s.")
_RESULTS = _("Since then the results of these boards have changed: %(boards)s.")
_SPOKEN = _(
    "Round %(round)s is being played, and these tables have already sent results: %(tables)s."
)
_PLAYED = _("These tables have sent results of boards that would no longer be played: %(tables)s.")
_OVER = _("The session is over: its rounds can no longer be changed.")
_OUT_OF_ORDER = _(
    "Round %(round)s started or was drawn from the results before it. Undo that first."
)
_FINAL = _("The standings are published: who is ranked can no longer be changed.")
_NEVER_BEGINS = _(
    "Round %(round)s has ended, and no round would start after it. First undo its end."
)
_CATEGORIES_STAY = _("The standings are published: their categories can no longer be changed.")
_OPENED = _("A phone has shown the cards of board %(board)s since, so the session has started.")
_ONLY_PLAYED = (AuditAction.LEAVE_EVENT, AuditAction.JOIN_EVENT, AuditAction.DROP_LAST_ROUND)
_OBJECTED = _("The same side has reported board %(board)s again: answer that report.")
_SEEN = _("The cards of board %(board)s could be seen, so nobody can play it any more.")


def later_change_problems(
    act: UndoStep, changes: Collection[RowChange], entries: Collection[Entry]
) -> Iterator[Problem]:
    """The later acts that stand in the way, each once; else whether anything else has changed what
    it did.

    A later decision about the same play was made knowing this one.
    """
    later = effective_steps_since(act)
    problems = same_row_problems(act, later)
    for entry in entries:
        since = (each for each in _decided_since(entry) if each.pk not in act.entries)
        problems += [_decided(each, later) for each in since]
    if not problems and (changed := rows_changed_since(changes)):
        problems = [_changed_elsewhere(changed)]
    yield from {str(each.params): each for each in problems}.values()


def _changed_elsewhere(changes: Collection[RowChange]) -> Problem:
    """Return what of these rows a change without a line in the history has touched."""
    rows = {
        model: [each.pk for each in changes if each.model == model] for model in ("round", "play")
    }
    rounds = Round.objects.filter(pk__in=rows["round"]).order_by("number")
    if numbers := list(rounds.values_list("number", flat=True).distinct()):
        return Problem("changed_since", _TIMES, {"rounds": ", ".join(map(str, numbers))})
    boards = Board.objects.filter(plays__in=rows["play"]).order_by("number")
    if numbers := list(boards.values_list("number", flat=True).distinct()):
        return Problem("changed_since", _RESULTS, {"boards": ", ".join(map(str, numbers))})
    return Problem("changed_since", _ELSEWHERE)


def _decided_since(entry: Entry) -> list[Entry]:
    """The last decision about the play after this one, where there is one."""
    standing = not_withdrawn(Entry.objects.filter(play=entry.play_id).order_by("revision"))
    return [each for each in standing if each.kind in DECISIONS and each.revision > entry.revision][
        -1:
    ]


def _decided(entry: Entry, later: Collection[UndoStep]) -> Problem:
    known = next((each for each in later if entry.pk in each.entries), None)
    return step_problem(known) if known else Problem("changed_since", _ELSEWHERE)


@contextmanager
def undo_guard(
    act: UndoStep, changes: Collection[RowChange], entries: Collection[Entry]
) -> Iterator[None]:
    """Inside, what an act did is taken back; raises `ValidationFailed` where the room has gone on
    from there."""
    raise_if_any(list(_gone_on(act, changes)))
    seen, uneven = _boards_seen(entries), uneven_rounds(changes)
    yield
    raise_if_any(
        [
            *_out_of_order(changes),
            *_never_begins(changes),
            *_due_again(seen),
            *uneven_round_problems(changes, uneven),
        ]
    )


def _gone_on(act: UndoStep, changes: Collection[RowChange]) -> Iterator[Problem]:
    """All that has happened since and would be undone with it."""
    yield from _spoken(changes)
    yield from _opened(act, changes)
    yield from _while_played(act, changes)
    yield from _over(act, changes)
    yield from _played(changes)
    yield from _final(act, changes)
    yield from _members_gone(changes)
    yield from _open_by_now(changes)
    yield from seat_problems(changes)
    yield from board_count_problems(changes)
    yield from missing_table_problems(act, changes)
    yield from _objected_again(changes)


def _spoken(changes: Collection[RowChange]) -> Iterator[Problem]:
    """Rounds that would not have begun, of which tables have spoken."""
    unbegun = rounds_losing_column("started_at", changes)
    for round_ in Round.objects.filter(pk__in=unbegun).order_by("section", "number"):
        said = Play.objects.filter(seating__round=round_, entries__kind=Entry.Kind.TABLE)
        if tables := _tables_of(said):
            yield Problem("round_spoken_of", _SPOKEN, {"round": round_.number, "tables": tables})


def _opened(act: UndoStep, changes: Collection[RowChange]) -> Iterator[Problem]:
    """Boards whose hands a phone of a section has shown since that began: who plays there stays."""
    for round_ in Round.objects.filter(pk__in=rounds_losing_column("started_at", changes)).order_by(
        "section"
    ):
        if original_action(act) in START_ACTIONS:
            opened = HandsView.objects.filter(
                table__section=round_.section_id, at__gte=round_.started_at
            )
            boards = (
                opened.values_list("making__number", flat=True)
                .order_by("making__number")
                .distinct()
            )
            yield from (Problem("hands_opened", _OPENED, {"board": number}) for number in boards)


def _while_played(act: UndoStep, changes: Collection[RowChange]) -> Iterator[Problem]:
    """Acts that are done only while a session is played, where nothing of it would be played any
    more."""
    unbegun = rounds_losing_column("started_at", changes)
    if act.session is None or not unbegun or original_action(act) not in START_ACTIONS:
        return
    begun = Round.objects.filter(section__session=act.session).exclude(started_at=None)
    if not begun.exclude(pk__in=unbegun).exists():
        yield from (
            step_problem(each)
            for verb in _ONLY_PLAYED
            for each in effective_steps_in(act.session, verb)
        )


def _final(act: UndoStep, changes: Collection[RowChange]) -> Iterator[Problem]:
    """Who takes a place, once the standings are published."""
    said = any(
        each.model == "contestant" and "unranked_reason" in (each.after or {}) for each in changes
    )
    if said and act.event.published_at and all(each.before for each in changes):
        yield Problem("published", _FINAL)
    if act.event.published_at and any(
        each.model in ("category", "categorymember") for each in changes
    ):
        yield Problem("published", _CATEGORIES_STAY)


def _members_gone(changes: Collection[RowChange]) -> Iterator[Problem]:
    """Contestants who would be in a category again, and are no longer in the event."""
    back = {
        each.before["contestant_id"]
        for each in changes
        if each.model == "categorymember" and each.before
    }
    if back and Contestant.objects.filter(pk__in=back).count() < len(back):
        yield Problem("changed_since", _ELSEWHERE)


def _objected_again(changes: Collection[RowChange]) -> Iterator[Problem]:
    """Objections that would be open again, while another of the same side to the same result is."""
    changed = [each.pk for each in changes if each.model == "objection"]
    for each in (
        Objection.objects.filter(pk__in=changed).select_related("play__board").order_by("pk")
    ):
        others = Objection.objects.unanswered().filter(
            play=each.play_id, contestant=each.contestant_id
        )
        if others.exclude(pk=each.pk).exists():
            yield Problem("objected_since", _OBJECTED, {"board": each.play.board.number})


def _played(changes: Collection[RowChange]) -> Iterator[Problem]:
    """Plays that would be gone, of which somebody has spoken besides what would be gone with
    them."""
    gone = [each.pk for each in changes if each.model == "play" and each.before is None]
    with_them = [each.pk for each in changes if each.model == "entry" and each.before is None]
    said = Entry.objects.filter(play__in=gone).exclude(pk__in=with_them)
    if tables := _tables_of(Play.objects.filter(entries__in=said)):
        yield Problem("play_spoken_of", _PLAYED, {"tables": tables})


def _open_by_now(changes: Collection[RowChange]) -> Iterator[Problem]:
    """Boards that somebody would have to play again, and that could be seen since nobody had to."""
    back = [
        each.before
        for each in changes
        if each.model == "play" and each.before and each.after is None
    ]
    boards = Board.objects.filter(pk__in=[row["board_id"] for row in back]).order_by("number")
    for board in boards.select_related("session__stage__event"):
        if not board.session.is_over and not is_board_hidden(board):
            yield Problem("board_was_open", _SEEN, {"board": board.number})


def _never_begins(changes: Collection[RowChange]) -> Iterator[Problem]:
    """Planned rounds that are there again and whose turn to begin is over."""
    back = [
        each.pk for each in changes if each.model == "round" and each.before and each.after is None
    ]
    rounds = Round.objects.filter(pk__in=back, started_at=None).select_related(
        "section__session__stage"
    )
    for round_ in rounds.order_by("section", "number"):
        before = round_.section.rounds.filter(number=round_.number - 1).exclude(ended_at=None)
        if not round_.section.session.stage.is_drawn and before.exists():
            yield Problem("never_begins", _NEVER_BEGINS, {"round": round_.number - 1})


def _tables_of(plays: QuerySet[Play]) -> str:
    """The tables of some plays, by their labels; empty where there are none."""
    said = plays.distinct()
    labels = {
        play.seating.table.label: None for play in said.select_related("seating__table__section")
    }
    return ", ".join(sorted(labels, key=lambda label: (len(label), label)))


def _over(act: UndoStep, changes: Collection[RowChange]) -> Iterator[Problem]:
    rounds = any(each.model == "round" for each in changes)
    if rounds and Session.objects.filter(undo_steps=act, state=Session.State.FINISHED).exists():
        yield Problem("session_over", _OVER)


def _out_of_order(changes: Collection[RowChange]) -> Iterator[Problem]:
    """Rounds that are drawn or have begun although one before them goes on now."""
    touched = [each.pk for each in changes if each.model == "round"]
    for round_ in Round.objects.filter(pk__in=touched, ended_at=None).select_related(
        "section__session__stage"
    ):
        later = round_.section.rounds.filter(number__gt=round_.number)
        if not round_.section.session.stage.is_drawn:
            later = later.exclude(started_at=None)
        if following := later.order_by("number").first():
            yield Problem("out_of_order", _OUT_OF_ORDER, {"round": following.number})


def _boards_seen(entries: Collection[Entry]) -> list[Play]:
    """Plays that were decided, of which those who would play them could see what others made."""
    decided = Play.objects.filter(entries__in=[entry.pk for entry in entries]).distinct()
    related = decided.select_related("board__session__stage__event", "seating__round").order_by(
        "pk"
    )
    return [play for play in related if players_could_see_board(play)]


def players_could_see_board(play: Play) -> bool:
    """Whether its board is open, or open to its table, and others have made something of it.

    Once the session is over nobody plays any more, and nothing is given away.
    """
    if play.board.session.is_over:
        return False
    others = (
        Play.objects.filter(board=play.board_id)
        .exclude(pk=play.pk)
        .exclude(line_points__in=("", NOT_DUE))
    )
    return not is_board_hidden(play.board) or (_is_shown_to_them(play) and others.exists())


def _is_shown_to_them(play: Play) -> bool:
    """Whether the phones at which those who would play it sit now show what others made.

    At its own table that is so from the beginning of its round on.
    """
    if play.seating.round.started_at:
        return table_may_see_other_results(play.seating, play)
    seated = play.seating.places.values("contestant")
    playing = {"round__started_at__isnull": False, "round__ended_at": None}
    now = Seating.objects.filter(places__contestant__in=seated, **playing).distinct()
    return any(
        table_may_see_other_results(seating, play) for seating in now.prefetch_related("places")
    )


def _due_again(seen: Collection[Play]) -> Iterator[Problem]:
    due = Play.objects.awaited().filter(pk__in=[play.pk for play in seen]).select_related("board")
    for play in due.order_by("board__number"):
        yield Problem("board_was_open", _SEEN, {"board": play.board.number})
