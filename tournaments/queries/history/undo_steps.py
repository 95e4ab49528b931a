"""List an event's undo steps, which of them are in effect, and what blocks undoing them."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Count, Q
from django.utils import timezone

from games.problems import Problem
from games.text import Text, Verbatim, join_with_commas, ngettext_noop, plural_text
from games.text import gettext_noop as _
from tournaments.models import AuditAction, Entry, Event, Play, Round, Session, UndoStep
from tournaments.permissions.visibility.playing_members import play_ids_hidden_from
from tournaments.queries.history.descriptions import (
    CORRECTION_ACTIONS,
    SENTENCES,
    UNKNOWN_ACTION,
    Subjects,
    original_actions,
)
from tournaments.queries.results.adjusted_awards import stored_awards_text
from tournaments.queries.results.notations import notation_of
from tournaments.queries.results.play_state import DECISION_KINDS, active_entries

# The maximum number of steps that the history page shows.
MAX_STEPS_SHOWN = 100

_CHANGED_LATER = _("It was changed again at %(time)s: %(what)s (%(who)s). Undo that first.")

_AUTOMATIC = _("automatic")

_ALREADY_DONE = _(
    "%(who)s, %(time)s: %(what)s. This is already done and can be undone. Correct it again "
    "only if it went wrong again."
)

_DECIDED_RESULT = _("Decided a result")
_ACCEPTED_LATE_RESULT = _("Accepted a late result")
_RESULTS_IN = ngettext_noop("%(results)s result", "%(results)s results")
_DECIDED_BY_DIRECTOR = ngettext_noop(
    "%(number)s decided by the director", "%(number)s decided by the director"
)
_RESULT_REPLACED = _("%(result)s instead of %(before)s")

_ROUND_ENDED = _("Round %(round)s ended")
_SECTION_ENDED = _("%(section)s: round %(round)s ended")
_UNDO_ROUND_END = _("Undo the end of round %(round)s")
_UNDO_SECTION_ROUND_END = _("%(section)s: undo the end of round %(round)s")

# What undoing an action is called, where one sentence fits all; otherwise "Undo" and the sentence.
_UNDO_TITLES: Mapping[str, str] = {
    AuditAction.START_SESSION: _("Undo the start of play"),
    AuditAction.START_SECTION: _("Undo the start of a section"),
    AuditAction.BEGIN_ROUND: _("Undo the start of a round"),
    AuditAction.END_ROUND: _("Undo the end of a round"),
    AuditAction.DRAW_ROUND: _("Undo the draw of a round"),
    AuditAction.FINISH_SESSION: _("Undo the end of play"),
    AuditAction.GIVE_PENALTY: _("Undo a penalty"),
}

_CATEGORY_MODELS = ("category", "categorymember")
_REVERSING_ACTIONS = (AuditAction.UNDO_STEP, AuditAction.REDO_STEP)
# Actions that start a session or a section of it.
START_ACTIONS = (AuditAction.START_SESSION, AuditAction.START_SECTION)

# Actions that start or end rounds: all phones then show another round.
ROUND_BOUNDARY_ACTIONS = (AuditAction.END_ROUND, AuditAction.BEGIN_ROUND, *START_ACTIONS)

# Topics by which the history can be filtered; every step has one.
ROUNDS, RESULTS, CORRECTIONS, OTHER = "rounds", "results", "corrections", "other"

_TOPICS: Mapping[str, str] = {
    **dict.fromkeys(ROUND_BOUNDARY_ACTIONS, ROUNDS),
    **dict.fromkeys(
        (
            AuditAction.DRAW_ROUND,
            AuditAction.UNDO_DRAW,
            AuditAction.EXCHANGE,
            AuditAction.FINISH_SESSION,
        ),
        ROUNDS,
    ),
    **dict.fromkeys(
        (
            AuditAction.POST_TABLE,
            AuditAction.TYPE_SLIP,
            AuditAction.POST_CORRECTION,
            AuditAction.POST_RULING,
            AuditAction.POST_VOID,
            AuditAction.POST_AWARDS,
            AuditAction.ANSWER_OBJECTION,
            AuditAction.IMPORT_RESULTS,
        ),
        RESULTS,
    ),
    **dict.fromkeys(CORRECTION_ACTIONS, CORRECTIONS),
}


@dataclass(frozen=True)
class HistoryRow:
    """An undo step as shown in the history.

    `original_action_text` names the action that was undone or redone; it is None if the step is an
    action itself. `undo_title` names undoing the step in one sentence, None if there is none for
    its action. `topic` is one of the constants above. `result` is the result that a decision gave a
    play, with the result it replaced. `names` are the names of the people and contestants that the
    step is about, `subjects` are texts about everything else, such as the round and the board.
    `round_results` says how many results a round that ended has now, and how many the director
    decided. `is_undone` says that the step was undone since; `undo_problems` name the later steps
    that must be undone first. `is_round_boundary` says that a round started or ended. A step that
    `changed_nothing` cannot be undone, and is listed for information.
    """

    step_id: int
    topic: str
    at: datetime
    user: str
    sentence: Text
    original_action_text: Text | None
    undo_title: Text | None
    subjects: list[Text]
    result: Text | None
    round_results: Text | None
    names: list[str]
    reason: str
    is_undo: bool
    is_undone: bool
    undo_problems: tuple[Text, ...]
    is_round_boundary: bool
    changed_nothing: bool


def history_rows(event: Event, reader_id: int) -> list[HistoryRow]:
    """Return the event's latest steps, newest first.

    Leaves out steps about plays that are hidden from the reader.
    """
    steps = list(
        UndoStep.objects.filter(event=event)
        .select_related("user")
        .order_by("-pk")[:MAX_STEPS_SHOWN]
    )
    visible = _visible_steps(steps, event, reader_id)
    subjects = Subjects.of(event.club, [step.about for step in visible])
    steps_by_id = {step.pk: step for step in steps}
    undone_ids = {step.undoes_id for step in steps}
    decisions, round_results = _decisions(visible, event), _round_results(visible)
    return [
        _history_row(
            step,
            subjects,
            steps_by_id,
            is_undone=step.pk in undone_ids,
            decision=decisions.get(step.pk),
            round_results=round_results.get(step.pk),
        )
        for step in visible
    ]


def latest_step_id_of_user(event: Event, user_id: int) -> int:
    """Return the primary key of a user's latest step in an event, 0 if there is none.

    Steps with nothing to undo are left out.
    """
    of_user = UndoStep.objects.filter(event=event, user=user_id)
    steps = of_user.exclude(changes=[], entries=[]).order_by("pk")
    return steps.values_list("pk", flat=True).last() or 0


def effective_steps_since(step: UndoStep) -> list[UndoStep]:
    """Return the later steps of the event that are in effect, newest first.

    These include undo steps. If one of them undid an action that is older than `step`, this older
    action must be redone to restore the state from before `step`.
    """
    return effective_steps_from(step.event_id, step.pk + 1)


def effective_steps_from(event_id: int, first_id: int) -> list[UndoStep]:
    """Return the event's steps in effect from a primary key on, newest first."""
    steps = UndoStep.objects.filter(event=event_id, pk__gte=first_id).select_related(
        "user", "session"
    )
    return _steps_in_effect({step.pk: step for step in steps.order_by("-pk")})


def effective_steps_of_action(session: Session, action: AuditAction) -> list[UndoStep]:
    """Return the steps in effect that did `action`, or undid and redid a step that did it."""
    steps_by_id = {
        step.pk: step for step in UndoStep.objects.filter(session=session).order_by("-pk")
    }
    return [
        step
        for step in _steps_in_effect(steps_by_id)
        if _original_action_in(step, steps_by_id) == action
    ]


def original_action(step: UndoStep) -> str:
    """Return the audit action of a step; for an undo or redo, the action that it reversed."""
    return original_actions([step])[step.pk]


def round_boundary_steps(session: Session) -> dict[UndoStep, set[int]]:
    """Return the steps in effect that started or ended rounds, newest first.

    Each is mapped to the primary keys of its rounds.
    """
    steps_by_id = {
        step.pk: step for step in UndoStep.objects.filter(session=session).order_by("-pk")
    }
    boundaries = (
        step
        for step in _steps_in_effect(steps_by_id)
        if _original_action_in(step, steps_by_id) in ROUND_BOUNDARY_ACTIONS
    )
    return {
        boundary: {row["pk"] for row in boundary.changes if row["model"] == "round"}
        for boundary in boundaries
    }


def same_row_problems(step: UndoStep, later_steps: Iterable[UndoStep]) -> list[Problem]:
    """Return a problem for each later step that changed a row which this one changed."""
    changed_rows = _changed_rows(step)
    return [
        step_problem(later_step)
        for later_step in later_steps
        if changed_rows & _changed_rows(later_step)
    ]


def conflicting_step_problems(
    step: UndoStep, other_steps: Iterable[UndoStep], template: str
) -> list[Problem]:
    """Return a problem for each other step that changed the same row or decided the same play.

    `template` gets the user (`who`), the `time` and `what` was done.
    """
    changed_rows, decided_plays = _changed_rows(step), _decided_plays(step)
    return [
        step_problem(other_step, template)
        for other_step in other_steps
        if changed_rows & _changed_rows(other_step) or decided_plays & _decided_plays(other_step)
    ]


def changed_seat_holder_ids(step: UndoStep) -> set[int]:
    """Return the primary keys of the seat holders whose players a step has changed."""
    holder_ids: set[int] = set()
    for change in step.changes:
        if change["model"] == "substitution":
            versions = (change["before"], change["after"])
            holder_ids |= {row["place_id"] for row in versions if row and "place_id" in row}
        elif change["model"] == "seatholder":
            holder_ids.add(change["pk"])
    return holder_ids


def already_done_notices(step: UndoStep) -> list[Text]:
    """Return a warning if the same kind of step is in effect on the same rows.

    This keeps a director who returns to an old page from applying a correction twice.
    """
    same_kind_steps = (
        earlier_step
        for earlier_step in effective_steps_from(step.event_id, 1)
        if earlier_step.pk < step.pk and earlier_step.kind == step.kind
    )
    problems = conflicting_step_problems(step, list(same_kind_steps)[:1], _ALREADY_DONE)
    return [Text(problem.template, problem.params) for problem in problems]


def step_problem(step: UndoStep, template: str = _CHANGED_LATER) -> Problem:
    """Return a problem that says who did a step, when, and what it was.

    Its parameter `step` is the step's primary key.
    """
    params = {
        "step": step.pk,
        "who": step.user.get_username() if step.user else Text(_AUTOMATIC),
        "time": timezone.localtime(step.at).strftime("%H:%M"),
        "what": step_sentence(step),
    }
    return Problem("done_since", template, params)


def _decided_plays(step: UndoStep) -> set[int]:
    return set(Entry.objects.filter(pk__in=step.entries).values_list("play", flat=True))


def changed_nothing(step: UndoStep) -> bool:
    """Return whether a step has nothing to undo and is listed only to be read."""
    return not step.changes and not step.entries


def _steps_in_effect(steps_by_id: Mapping[int, UndoStep]) -> list[UndoStep]:
    """Return the steps that are in effect, in the given order.

    Such a step was not undone itself and has changed something. If it is an undo or redo, the
    action at the start of its chain is done after it (see `_chain_lengths`).
    """
    undone_ids, chain_lengths = (
        {step.undoes_id for step in steps_by_id.values()},
        _chain_lengths(steps_by_id),
    )
    effective = (
        step
        for step in steps_by_id.values()
        if step.pk not in undone_ids and chain_lengths[step.pk] % 2
    )
    return [step for step in effective if not changed_nothing(step)]


def _chain_lengths(steps_by_id: Mapping[int, UndoStep]) -> Mapping[int, int]:
    """Return the length of the chain of undo and redo steps that ends at each step.

    An action has length 1, its undo 2, the redo 3. An odd length means that the original action was
    in effect after the step.
    """
    lengths: dict[int, int] = {}
    for pk in sorted(steps_by_id):  # a step undoes an earlier one
        lengths[pk] = 1 + lengths.get(steps_by_id[pk].undoes_id or 0, 0)
    return lengths


def _changed_rows(step: UndoStep) -> set[tuple[str, int]]:
    """Return the rows and decisions that a step changed.

    All categories of an event count as one row, since they must be undone newest first.
    """
    changed_rows = {(row["model"], row["pk"]) for row in step.changes}
    changed_rows |= {("entry", pk) for pk in step.entries}
    return {
        ("category", 0) if model in _CATEGORY_MODELS else (model, pk) for model, pk in changed_rows
    }


def _visible_steps(steps: Sequence[UndoStep], event: Event, reader_id: int) -> list[UndoStep]:
    """Return the steps that neither decide nor mention plays hidden from the reader."""
    hidden_play_ids = play_ids_hidden_from(
        reader_id, Play.objects.filter(board__session__stage__event=event)
    )
    if not hidden_play_ids:
        return list(steps)
    entry_ids = [entry_id for step in steps for entry_id in step.entries]
    hidden_entry_ids = Entry.objects.filter(pk__in=entry_ids, play__in=hidden_play_ids).values_list(
        "pk", flat=True
    )
    return [
        step
        for step in steps
        if not set(hidden_entry_ids).intersection(step.entries)
        and not hidden_play_ids.intersection((step.about.get("play"), *step.about.get("plays", ())))
    ]


class _Decision(NamedTuple):
    """What a step decided about a single play: its sentence if no result was corrected, else None.

    `result` names the result it gave, with the corrected one.
    """

    sentence: Text | None
    result: Text


def _decisions(steps: Iterable[UndoStep], event: Event) -> dict[int, _Decision]:
    """Return the decision of each step that decided a single play, by the step's primary key."""
    step_by_entry = {step.entries[0]: step for step in steps if len(step.entries) == 1}
    if not step_by_entry:
        return {}
    plays = Entry.objects.filter(pk__in=step_by_entry).values("play")
    entries = Entry.objects.filter(play__in=plays).select_related("play__board")
    decisions: dict[int, _Decision] = {}
    entries_by_play: dict[int, list[Entry]] = {}
    last_results: dict[int, Text] = {}
    for entry in entries.order_by("play", "revision"):
        if entry.withdraws is not None:
            last_results.pop(entry.play_id, None)
        result = _result_of(entry, event)
        earlier_entries = entries_by_play.setdefault(entry.play_id, [])
        if result is not None:
            if step := step_by_entry.get(entry.pk):
                replaced_result = last_results.get(entry.play_id)
                decisions[step.pk] = _decision(
                    step, entry, earlier_entries, result, replaced_result
                )
            last_results[entry.play_id] = result
        earlier_entries.append(entry)
    return decisions


def _round_results(steps: Iterable[UndoStep]) -> dict[int, Text]:
    """Return how many results the round has that a step ended, by the step's primary key."""
    step_by_round = {
        (pk, step.about["round"]): step.pk
        for step in steps
        if _is_end_of_one_round(step)
        for model, pk in _changed_rows(step)
        if model == "round"
    }
    has_result = Q(seatings__plays__entry__isnull=False)
    decided = Q(seatings__plays__entry__kind__in=DECISION_KINDS)
    rounds = Round.objects.filter(pk__in={pk for pk, _number in step_by_round}).annotate(
        results=Count("seatings__plays", filter=has_result),
        decisions=Count("seatings__plays", filter=decided),
    )
    texts: dict[int, Text] = {}
    for pk, number, results, decisions in rounds.values_list(
        "pk", "number", "results", "decisions"
    ):
        if (step_pk := step_by_round.get((pk, number))) and results:
            counts = [plural_text(_RESULTS_IN, results, {"results": results})]
            if decisions:
                counts.append(plural_text(_DECIDED_BY_DIRECTOR, decisions, {"number": decisions}))
            texts[step_pk] = join_with_commas(counts)
    return texts


def _decision(
    step: UndoStep,
    entry: Entry,
    earlier_entries: Collection[Entry],
    result: Text,
    replaced_result: Text | None,
) -> _Decision:
    sentence = _sentence_without_correction(step, entry, earlier_entries)
    if sentence or replaced_result is None or replaced_result == result:
        return _Decision(sentence, result)
    return _Decision(None, Text(_RESULT_REPLACED, {"result": result, "before": replaced_result}))


def _sentence_without_correction(
    step: UndoStep, entry: Entry, earlier_entries: Collection[Entry]
) -> Text | None:
    """Return the sentence of a decision between entries or about a late one, otherwise None."""
    active_before = active_entries(earlier_entries)
    if step.kind != AuditAction.POST_CORRECTION or any(
        earlier_entry.kind in DECISION_KINDS for earlier_entry in active_before
    ):
        return None
    in_time = [earlier_entry for earlier_entry in active_before if not earlier_entry.late]
    outcomes = [earlier_entry.outcome for earlier_entry in in_time or active_before]
    if any(outcome != outcomes[0] for outcome in outcomes):
        return Text(_DECIDED_RESULT)
    if entry.outcome not in outcomes:
        return None
    return Text(_DECIDED_RESULT if in_time else _ACCEPTED_LATE_RESULT)


def _result_of(entry: Entry, event: Event) -> Text | None:
    """Return the result that an entry gives its play, None if it gives none."""
    if entry.given:
        return stored_awards_text(entry.given, event.game)
    if not entry.outcome:
        return None
    return notation_of(event.game, entry.outcome, event.game.board(entry.play.board.number))


def _history_row(
    step: UndoStep,
    subjects: Subjects,
    steps_by_id: Mapping[int, UndoStep],
    *,
    is_undone: bool,
    decision: _Decision | None,
    round_results: Text | None,
) -> HistoryRow:
    original = _original_action_in(step, steps_by_id) if step.kind in _REVERSING_ACTIONS else None
    later_steps = _steps_in_effect(
        {pk: later_step for pk, later_step in steps_by_id.items() if pk > step.pk}
    )
    undo_problems = (
        ()
        if is_undone
        else (
            Text(problem.template, problem.params)
            for problem in same_row_problems(step, later_steps)
        )
    )
    return HistoryRow(
        step_id=step.pk,
        topic=_TOPICS.get(original or step.kind, OTHER),
        at=step.at,
        user=step.user.get_username() if step.user else "",
        sentence=(decision and decision.sentence) or step_sentence(step),
        original_action_text=_action_text(original) if original else None,
        undo_title=undo_title(step),
        subjects=subjects.texts(_remaining_subjects(step)),
        result=decision.result if decision else None,
        round_results=round_results,
        names=subjects.names(step.about),
        reason=step.reason,
        is_undo=step.kind == AuditAction.UNDO_STEP,
        is_undone=is_undone,
        undo_problems=tuple(undo_problems),
        is_round_boundary=step.kind in ROUND_BOUNDARY_ACTIONS,
        changed_nothing=changed_nothing(step),
    )


def _is_end_of_one_round(step: UndoStep) -> bool:
    """Return whether a step ended a single round, whose number its sentence contains."""
    return step.kind == AuditAction.END_ROUND and "round" in step.about


def step_sentence(step: UndoStep) -> Text:
    """Return what a step did, such as "Round 1 ended"; never its result."""
    if not _is_end_of_one_round(step):
        return _action_text(step.kind)
    round_number, section = step.about["round"], step.about.get("section", "")
    if section:
        return Text(_SECTION_ENDED, {"section": Verbatim(section), "round": round_number})
    return Text(_ROUND_ENDED, {"round": round_number})


def undo_title(step: UndoStep) -> Text | None:
    """Return what undoing a step is called, such as "Undo the end of round 1"; None if unnamed."""
    if not _is_end_of_one_round(step):
        title = _UNDO_TITLES.get(step.kind)
        return Text(title) if title else None
    round_number, section = step.about["round"], step.about.get("section", "")
    if section:
        return Text(_UNDO_SECTION_ROUND_END, {"section": Verbatim(section), "round": round_number})
    return Text(_UNDO_ROUND_END, {"round": round_number})


def _remaining_subjects(step: UndoStep) -> Mapping[str, Any]:
    """Return what the step is about, without what its sentence already says."""
    in_sentence = ("round", "section") if _is_end_of_one_round(step) else ()
    return {key: value for key, value in step.about.items() if key not in in_sentence}


def _original_action_in(step: UndoStep, steps_by_id: Mapping[int, UndoStep]) -> str:
    """Return the action at the start of the chain of undo and redo steps that ends at `step`.

    Returns "" if `steps_by_id`, which may have only the latest steps, lacks this action.
    """
    while step.undoes_id:
        if step.undoes_id not in steps_by_id:
            return ""
        step = steps_by_id[step.undoes_id]
    return step.kind


def _action_text(kind: str) -> Text:
    return Text(SENTENCES.get(kind, UNKNOWN_ACTION))
