"""What directors have done about an event: which of it lasts, and what stands in the way of
undoing it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone

from games.problems import Problem
from games.text import Text, Verbatim
from games.text import gettext_noop as _
from tournaments.models import AuditAction, Entry, Event, Play, Session, UndoStep
from tournaments.permissions.visibility.playing_members import play_ids_hidden_from
from tournaments.queries.history.descriptions import (
    CORRECTION_ACTIONS,
    SENTENCES,
    UNKNOWN_ACTION,
    Subjects,
    original_actions,
)
from tournaments.queries.results.adjusted_awards import all_given_words
from tournaments.queries.results.notations import notation_of

MAX_STEPS_SHOWN = 100
"""Acts on the page."""

_LATER = _("Changed again later. %(who)s, %(time)s: %(what)s. Undo that first.")

_ALIKE = _(
    "%(who)s, %(time)s: %(what)s. This is already done and can be undone. Apply it again "
    "only if it went wrong again."
)

_INSTEAD = _("%(result)s instead of %(before)s")

_ENDED = _("Round %(round)s ended")
_SECTION_ENDED = _("%(section)s: round %(round)s ended")

_CATEGORIES = ("category", "categorymember")
_REVERSALS = (AuditAction.UNDO_ACT, AuditAction.REDO_ACT)
START_ACTIONS = (AuditAction.START_SESSION, AuditAction.START_SECTION)
"""By which a session begins, or a section of it."""

_MOMENTS = (AuditAction.END_ROUND, AuditAction.BEGIN_ROUND, *START_ACTIONS)

ROUNDS, RESULTS, CORRECTIONS, OTHER = "rounds", "results", "corrections", "other"
"""Topics by which the history can be filtered; every act has one."""

_TOPICS: Mapping[str, str] = {
    **dict.fromkeys(_MOMENTS, ROUNDS),
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
    """An act as it is read. `what` is what was done, also where the act undid that or did it again.

    `is_undone`: it was undone since. `is_round_boundary`: a round ended or began with it.
    `undo_problems`: why it
    cannot be undone now, as far as the list tells. `changed_nothing`: the act is listed only to be
    read. `topic`: one of the topics above, of what was done. `result`: which result a decision
    gave a play, and instead of which.
    """

    number: int
    topic: str
    at: datetime
    user: str
    sentence: Text
    what: Text | None
    about: list[Text]
    result: Text | None
    named: list[str]
    reason: str
    undoes: bool
    is_undone: bool
    undo_problems: tuple[Text, ...]
    is_round_boundary: bool
    changed_nothing: bool


def history_rows(event: Event, reader: int) -> list[HistoryRow]:
    """The last acts of an event, the newest first, without those about plays concealed from the
    reader."""
    found = list(
        UndoStep.objects.filter(event=event)
        .select_related("user")
        .order_by("-pk")[:MAX_STEPS_SHOWN]
    )
    shown = _not_concealed(found, event, reader)
    subjects = Subjects.of(event.club, [each.about for each in shown])
    known = {each.pk: each for each in found}
    undone = {each.undoes_id for each in found}
    results = _results(shown, event)
    return [
        _read(each, subjects, known, is_undone=each.pk in undone, result=results.get(each.pk))
        for each in shown
    ]


def latest_step_of_user(event: Event, user: int) -> int:
    """The number of the last act of somebody about an event, 0 where there is none."""
    own = UndoStep.objects.filter(event=event, user=user).order_by("pk")
    return own.values_list("pk", flat=True).last() or 0


def effective_steps_since(act: UndoStep) -> list[UndoStep]:
    """Acts of the event after this one whose effect is there now and was not then, the latest
    first.

    One that undid an earlier act is among them: to go back is to do that again.
    """
    return effective_steps_from(act.event_id, act.pk + 1)


def effective_steps_from(event_id: int, first: int) -> list[UndoStep]:
    """The same of an event from the act of that number on."""
    since = UndoStep.objects.filter(event=event_id, pk__gte=first).select_related("user", "session")
    return _lasting({each.pk: each for each in since.order_by("-pk")})


def effective_steps_in(session: Session, verb: AuditAction) -> list[UndoStep]:
    """Acts of one kind about a session whose effect is there now."""
    known = {each.pk: each for each in UndoStep.objects.filter(session=session).order_by("-pk")}
    return [each for each in _lasting(known) if _first(each, known) == verb]


def original_action(act: UndoStep) -> str:
    """What was done: of an act that undid another, or did it again, the verb of that one."""
    return original_actions([act])[act.pk]


def round_boundary_steps(session: Session) -> dict[UndoStep, set[int]]:
    """Acts that have an effect and ended or began rounds, with these by their rows; the latest
    first."""
    known = {each.pk: each for each in UndoStep.objects.filter(session=session).order_by("-pk")}
    turns = (each for each in _lasting(known) if _first(each, known) in _MOMENTS)
    return {act: {row["pk"] for row in act.changes if row["model"] == "round"} for act in turns}


def same_row_problems(act: UndoStep, later: Iterable[UndoStep]) -> list[Problem]:
    """Each later act that has changed a row that this one changed, by who did it, when and what."""
    rows = _rows(act)
    return [step_problem(each) for each in later if rows & _rows(each)]


def conflicting_step_problems(
    act: UndoStep, others: Iterable[UndoStep], template: str
) -> list[Problem]:
    """The others that have changed a row, or decided about a play, that this one did too; each by
    `template`.

    It is given who, when (`time`) and what.
    """
    rows, decided = _rows(act), _plays_decided(act)
    return [
        step_problem(each, template)
        for each in others
        if rows & _rows(each) or decided & _plays_decided(each)
    ]


def changed_seats(act: UndoStep) -> set[int]:
    """The places, by their rows, on which an act has changed who sits there from some board on."""
    changed: set[int] = set()
    for change in act.changes:
        if change["model"] == "substitution":
            sides = (change["before"], change["after"])
            changed |= {row["place_id"] for row in sides if row and "place_id" in row}
        elif change["model"] == "seatholder":
            changed.add(change["pk"])
    return changed


def already_done_notices(act: UndoStep) -> list[Text]:
    """The last act of the same kind whose effect is there now and that has changed a row this one
    changed.

    In words, so that nobody who comes back to a page mends what is mended; empty where there is
    none.
    """
    before = (
        each
        for each in effective_steps_from(act.event_id, 1)
        if each.pk < act.pk and each.kind == act.kind
    )
    alike = conflicting_step_problems(act, list(before)[:1], _ALIKE)
    return [Text(each.template, each.params) for each in alike]


def step_problem(act: UndoStep, template: str = _LATER) -> Problem:
    """A later act as a problem: nobody searches for what stands in the way."""
    params = {
        "who": act.user.get_username() if act.user else "–",
        "time": timezone.localtime(act.at).strftime("%H:%M"),
        "what": _in_words(act.kind),
    }
    return Problem("done_since", template, params)


def _plays_decided(act: UndoStep) -> set[int]:
    return set(Entry.objects.filter(pk__in=act.entries).values_list("play", flat=True))


def changed_nothing(act: UndoStep) -> bool:
    """Return whether an act is in the history only to be read: there is nothing to undo."""
    return not act.changes and not act.entries


def _lasting(known: Mapping[int, UndoStep]) -> list[UndoStep]:
    undone, turns = {each.undoes_id for each in known.values()}, _turns(known)
    lasting = (each for each in known.values() if each.pk not in undone and turns[each.pk] % 2)
    return [each for each in lasting if not changed_nothing(each)]


def _turns(known: Mapping[int, UndoStep]) -> Mapping[int, int]:
    """How often, among the acts that are known, what each did was done, undone and done again
    until then."""
    turns: dict[int, int] = {}
    for pk in sorted(known):  # an act undoes an earlier one
        turns[pk] = 1 + turns.get(known[pk].undoes_id or 0, 0)
    return turns


def _rows(act: UndoStep) -> set[tuple[str, int]]:
    """What an act changed or decided; the categories of an event are one thing, undone the
    latest first."""
    rows = {(row["model"], row["pk"]) for row in act.changes}
    rows |= {("entry", pk) for pk in act.entries}
    return {("category", 0) if model in _CATEGORIES else (model, pk) for model, pk in rows}


def _not_concealed(acts: Sequence[UndoStep], event: Event, reader: int) -> list[UndoStep]:
    """Return the acts that decide nothing about plays concealed from the reader, and name none
    of them."""
    concealed = play_ids_hidden_from(
        reader, Play.objects.filter(board__session__stage__event=event)
    )
    if not concealed:
        return list(acts)
    named = [entry for act in acts for entry in act.entries]
    entries = Entry.objects.filter(pk__in=named, play__in=concealed).values_list("pk", flat=True)
    return [
        each
        for each in acts
        if not set(entries).intersection(each.entries)
        and not concealed.intersection((each.about.get("play"), *each.about.get("plays", ())))
    ]


def _results(acts: Iterable[UndoStep], event: Event) -> dict[int, Text]:
    """Return what each act that decided about one play gave it, by the rows of the acts."""
    deciding = {act.entries[0]: act.pk for act in acts if len(act.entries) == 1}
    if not deciding:
        return {}
    plays = Entry.objects.filter(pk__in=deciding).values("play")
    entries = Entry.objects.filter(play__in=plays).select_related("play__board")
    results: dict[int, Text] = {}
    before: dict[int, Text] = {}
    for entry in entries.order_by("play", "revision"):
        if entry.withdraws is not None:
            before.pop(entry.play_id, None)
        result = _result_of(entry, event)
        if result is None:
            continue
        if entry.pk in deciding:
            other = before.get(entry.play_id)
            changed = other is not None and other != result
            results[deciding[entry.pk]] = (
                Text(_INSTEAD, {"result": result, "before": other}) if changed else result
            )
        before[entry.play_id] = result
    return results


def _result_of(entry: Entry, event: Event) -> Text | None:
    """Return the result an entry gives its play, None where it gives none."""
    if entry.given:
        return all_given_words(entry.given, event.game)
    if not entry.outcome:
        return None
    return notation_of(event.game, entry.outcome, event.game.board(entry.play.board.number))


def _read(
    act: UndoStep,
    subjects: Subjects,
    known: Mapping[int, UndoStep],
    *,
    is_undone: bool,
    result: Text | None,
) -> HistoryRow:
    first = _first(act, known) if act.kind in _REVERSALS else None
    later = _lasting({pk: each for pk, each in known.items() if pk > act.pk})
    undo_problems = (
        ()
        if is_undone
        else (Text(each.template, each.params) for each in same_row_problems(act, later))
    )
    return HistoryRow(
        number=act.pk,
        topic=_TOPICS.get(first or act.kind, OTHER),
        at=act.at,
        user=act.user.get_username() if act.user else "",
        sentence=_sentence(act),
        what=_in_words(first) if first else None,
        about=subjects.things(_beside_sentence(act)),
        result=result,
        named=subjects.people(act.about),
        reason=act.reason,
        undoes=act.kind == AuditAction.UNDO_ACT,
        is_undone=is_undone,
        undo_problems=tuple(undo_problems),
        is_round_boundary=act.kind in _MOMENTS,
        changed_nothing=changed_nothing(act),
    )


def _is_round_ended(act: UndoStep) -> bool:
    """Return whether an act ended one round, of which its sentence tells the number."""
    return act.kind == AuditAction.END_ROUND and "round" in act.about


def _sentence(act: UndoStep) -> Text:
    if not _is_round_ended(act):
        return _in_words(act.kind)
    round_, section = act.about["round"], act.about.get("section", "")
    if section:
        return Text(_SECTION_ENDED, {"section": Verbatim(section), "round": round_})
    return Text(_ENDED, {"round": round_})


def _beside_sentence(act: UndoStep) -> Mapping[str, Any]:
    """What the act is about, without what its sentence has told."""
    told = ("round", "section") if _is_round_ended(act) else ()
    return {key: value for key, value in act.about.items() if key not in told}


def _first(act: UndoStep, known: Mapping[int, UndoStep]) -> str:
    """What it was that was done, undone and done again; nothing where that is too long ago to be
    listed."""
    while act.undoes_id:
        if act.undoes_id not in known:
            return ""
        act = known[act.undoes_id]
    return act.kind


def _in_words(kind: str) -> Text:
    return Text(SENTENCES.get(kind, UNKNOWN_ACTION))
