"""Store objections: a side reports a result as wrong, and the director answers."""

from datetime import datetime

from django.utils import timezone

from games.problems import Problem, raise_if_any
from games.text import gettext_noop as _
from games.typed_text import clean_text
from tournaments.actions.audit import record_audit
from tournaments.actions.history.undoable import undoable
from tournaments.actions.idempotency import Answer, Conflict, idempotent
from tournaments.actions.rate_limits import check_objection_rate
from tournaments.models import AuditAction, Contestant, Objection, Play, Session
from tournaments.models.results import MAX_OBJECTION_LENGTH
from tournaments.permissions.actor import Actor, NotPermitted
from tournaments.permissions.editable import require_editable
from tournaments.permissions.results import check_own_board_rule
from tournaments.permissions.visibility.objections import Objector, plays_open_to_objection
from tournaments.queries.results.objections import is_decided_since, objection_deadline

_NOT_PERMITTED = _("Only the players of this contestant can report a wrong result.")
_TEXT_MISSING = _("Write what is wrong with it.")
_TEXT_TOO_LONG = _("Use at most %(most)s characters.")
_ALREADY_REPORTED = _("Your side has reported this already. The director will answer.")
_TOO_LATE = _("Wrong results could be reported until %(time)s. Ask the director.")
_STANDINGS_PUBLISHED = _("The standings are published. Ask the director.")
_NO_OBJECTIONS_IN_EVENT = _("In this event wrong results are not reported here. Ask the director.")
_ALREADY_ANSWERED = _("%(who)s already answered this at %(time)s. Look at it as it is now.")
_UNKNOWN_VERDICT = _("Choose whether the result stays or is corrected.")
_NOT_CORRECTED = _(
    "The result has not been corrected since they reported it. Correct it first, or leave it as it "
    "is."
)


def object_to_result(
    play: Play, contestant: Contestant, text: str, actor: Actor, key: str
) -> Answer:
    """Report the result of a contestant's play as wrong, for the director to answer.

    `text` says what is wrong. Raises `NotPermitted` if the actor may not object for the contestant
    at that play, `RateLimitExceeded`, and `ValidationFailed` if it is too late, if the contestant
    has an open objection to the play, or if the text is missing or too long.
    """
    text = clean_text(text)
    body = ["object", play.pk, contestant.pk, text]
    return idempotent(actor, key, body, lambda: _store_objection(play, contestant, text, actor))


def answer_objection(
    objection: Objection, verdict: str, text: str, actor: Actor, key: str
) -> Answer:
    """Answer an objection: the result stays, or it has been corrected; `text` may be blank.

    Raises `ValidationFailed` for an unknown verdict, for the verdict that the result is corrected
    if no decision was made since the objection, for a text that is too long, and if the own-board
    rule hides the play from the actor. Raises `Conflict` if the objection has been answered
    already.
    """
    text = clean_text(text)
    body = ["answered", objection.pk, verdict, text]
    return idempotent(actor, key, body, lambda: _answer_objection(objection, verdict, text, actor))


def answer_objections_as_corrected(play: Play, actor: Actor) -> None:
    """Answer all open objections to a play with the verdict that its result was corrected.

    Call inside the transaction and the undo step of the decision that corrects the result.
    """
    event = play.board.session.stage.event
    for objection in Objection.objects.unanswered().filter(play=play):
        _set_answer(objection.pk, Objection.Verdict.CORRECTED, "", actor)
        subject = {"play": play.pk, "contestant": objection.contestant_id}
        record_audit(actor, AuditAction.ANSWER_OBJECTION, event, objection=objection.pk, **subject)


def _store_objection(play: Play, contestant: Contestant, text: str, actor: Actor) -> Answer:
    objector = Objector(actor.user_id, actor.device)
    if not plays_open_to_objection(objector, contestant).filter(pk=play.pk).exists():
        raise NotPermitted([Problem("not_yours", _NOT_PERMITTED)])
    require_editable(contestant.event, AuditAction.OBJECT_TO_RESULT)
    check_objection_rate(actor)
    raise_if_any(
        [*_deadline_problems(play.board.session), *_already_open_problems(play, contestant)]
    )
    raise_if_any(
        [
            *([] if text else [Problem("words_missing", _TEXT_MISSING, field="words")]),
            *_length_problems(text),
        ]
    )
    objection = Objection.objects.create(
        play=play, contestant=contestant, words=text, at=timezone.now(), **actor.audit_columns()
    )
    # The audit does not get the text of the objection.
    subject = {"play": play.pk, "contestant": contestant.pk}
    record_audit(
        actor, AuditAction.OBJECT_TO_RESULT, contestant.event, objection=objection.pk, **subject
    )
    return {"play": play.pk, "objection": objection.pk}


def _deadline_problems(session: Session) -> list[Problem]:
    deadline = objection_deadline(session)
    if deadline.is_open:
        return []
    if session.stage.event.published_at:
        return [Problem("published", _STANDINGS_PUBLISHED)]
    if deadline.until:
        return [Problem("too_late", _TOO_LATE, {"time": _format_time(deadline.until)})]
    return [Problem("never", _NO_OBJECTIONS_IN_EVENT)]


def _already_open_problems(play: Play, contestant: Contestant) -> list[Problem]:
    unanswered = Objection.objects.unanswered().filter(play=play, contestant=contestant)
    return [Problem("said_already", _ALREADY_REPORTED)] if unanswered.exists() else []


def _length_problems(text: str) -> list[Problem]:
    too_long = len(text) > MAX_OBJECTION_LENGTH
    return (
        [Problem("words_too_long", _TEXT_TOO_LONG, {"most": MAX_OBJECTION_LENGTH}, "words")]
        if too_long
        else []
    )


def _answer_objection(objection: Objection, verdict: str, text: str, actor: Actor) -> Answer:
    play = objection.play
    require_editable(play.board.session.stage.event, AuditAction.ANSWER_OBJECTION)
    check_own_board_rule(play, actor)
    is_known = verdict in Objection.Verdict.values
    raise_if_any(
        [
            *([] if is_known else [Problem("no_verdict", _UNKNOWN_VERDICT)]),
            *_length_problems(text),
        ]
    )
    if verdict == Objection.Verdict.CORRECTED:
        raise_if_any(_not_corrected_problems(objection))
    session, event = play.board.session, play.board.session.stage.event
    subject = {"play": play.pk, "contestant": objection.contestant_id}
    changed_rows = [Objection.objects.filter(pk=objection.pk)]
    with undoable(
        actor, AuditAction.ANSWER_OBJECTION, event, subject, changed_rows, session=session
    ) as audit_data:
        _set_answer(objection.pk, verdict, text, actor)
        audit_data["objection"] = objection.pk
    return {"play": play.pk, "objection": objection.pk}


def _not_corrected_problems(objection: Objection) -> list[Problem]:
    """Return a problem if no decision has been made since the objection.

    None is returned for an answered objection, for which `_set_answer` raises `Conflict`.
    """
    if not Objection.objects.unanswered().filter(pk=objection.pk).exists():
        return []
    is_decided = is_decided_since(objection, objection.play.entries.all())
    return [] if is_decided else [Problem("not_corrected", _NOT_CORRECTED)]


def _set_answer(pk: int, verdict: str, text: str, actor: Actor) -> None:
    """Store the answer if the objection has none yet, else raise `Conflict`."""
    columns = {"verdict": verdict, "answer": text, "answered_by": actor.user_id}
    if (
        not Objection.objects.unanswered()
        .filter(pk=pk)
        .update(answered_at=timezone.now(), **columns)
    ):
        objection = Objection.objects.select_related("answered_by").get(pk=pk)
        raise Conflict([_already_answered_problem(objection)])


def _already_answered_problem(objection: Objection) -> Problem:
    username = objection.answered_by.get_username() if objection.answered_by else "–"
    answered_at = _format_time(objection.answered_at) if objection.answered_at else "–"
    return Problem("answered", _ALREADY_ANSWERED, {"who": username, "time": answered_at})


def _format_time(time: datetime) -> str:
    """Return the local time of day, with the date before it unless it is today."""
    local_time = timezone.localtime(time)
    return (
        f"{local_time:%H:%M}"
        if local_time.date() == timezone.localdate()
        else f"{local_time:%Y-%m-%d %H:%M}"
    )
