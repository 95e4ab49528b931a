"""Objections: a side says that its result is wrong, and the director answers."""

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
from tournaments.models.results import LONGEST_WORDS
from tournaments.permissions.actor import Actor, NotPermitted
from tournaments.permissions.editable import require_editable
from tournaments.permissions.results import check_own_board_rule
from tournaments.permissions.visibility.objections import Objector, plays_open_to_objection
from tournaments.queries.results.objections import is_decided_since, objection_deadline

_NOT_YOURS = _("Only the players of this contestant can report a wrong result.")
_NO_WORDS = _("Write what is wrong with it.")
_LONG = _("Use at most %(most)s characters.")
_SAID = _("Your side has reported this already. The director will answer.")
_LATE = _("Wrong results could be reported until %(time)s. Ask the director.")
_PUBLISHED = _("The standings are published. Ask the director.")
_NEVER = _("In this event wrong results are not reported here. Ask the director.")
_QUICKER = _("%(who)s already answered this at %(time)s. Look at it as it is now.")
_NO_VERDICT = _("Choose whether the result stays or is corrected.")
_NOT_CORRECTED = _(
    "The result has not been corrected since they reported it. Correct it first, or leave it as it "
    "is."
)


def object_to_result(
    play: Play, contestant: Contestant, words: str, actor: Actor, key: str
) -> Answer:
    """Say that the result of a contestant's play is wrong, for the director to answer.

    The same `key` again gets the earlier answer. Raises `NotPermitted` to who does not speak for
    the contestant there, `ValidationFailed` where it is too late, his side has said so already, or
    something is wrong with the words.
    """
    words = clean_text(words)
    body = ["object", play.pk, contestant.pk, words]
    return idempotent(actor, key, body, lambda: _object(play, contestant, words, actor))


def answer_objection(
    objection: Objection, verdict: str, words: str, actor: Actor, key: str
) -> Answer:
    """Tell the side whether its result stays or is mended; `words` may be empty.

    The same `key` again gets the earlier answer. Raises `ValidationFailed` for no such verdict, for
    "corrected" where nothing was decided since, for words that are too long and to whom the play is
    concealed; `Conflict` where somebody has answered since.
    """
    words = clean_text(words)
    body = ["answered", objection.pk, verdict, words]
    return idempotent(actor, key, body, lambda: _answer(objection, verdict, words, actor))


def answer_objections_as_corrected(play: Play, actor: Actor) -> None:
    """Tell every side that reported the result of a play that it is corrected.

    To be used in the transaction and the undo step of the decision that corrects it.
    """
    event = play.board.session.stage.event
    for objection in Objection.objects.unanswered().filter(play=play):
        _set_answer(objection.pk, Objection.Verdict.MENDED, "", actor)
        about = {"play": play.pk, "contestant": objection.contestant_id}
        record_audit(actor, AuditAction.ANSWER_OBJECTION, event, objection=objection.pk, **about)


def _object(play: Play, contestant: Contestant, words: str, actor: Actor) -> Answer:
    speaker = Objector(actor.user_id, actor.device)
    if not plays_open_to_objection(speaker, contestant).filter(pk=play.pk).exists():
        raise NotPermitted([Problem("not_yours", _NOT_YOURS)])
    require_editable(contestant.event, AuditAction.OBJECT_TO_RESULT)
    check_objection_rate(actor)
    raise_if_any([*_closed(play.board.session), *_said_already(play, contestant)])
    raise_if_any(
        [
            *([] if words else [Problem("words_missing", _NO_WORDS, field="words")]),
            *_too_long(words),
        ]
    )
    objection = Objection.objects.create(
        play=play, contestant=contestant, words=words, at=timezone.now(), **actor.columns()
    )
    about = {"play": play.pk, "contestant": contestant.pk}  # never in whose words
    record_audit(
        actor, AuditAction.OBJECT_TO_RESULT, contestant.event, objection=objection.pk, **about
    )
    return {"play": play.pk, "objection": objection.pk}


def _closed(session: Session) -> list[Problem]:
    closing = objection_deadline(session)
    if closing.is_open:
        return []
    if session.stage.event.published_at:
        return [Problem("published", _PUBLISHED)]
    if closing.until:
        return [Problem("too_late", _LATE, {"time": _time(closing.until)})]
    return [Problem("never", _NEVER)]


def _said_already(play: Play, contestant: Contestant) -> list[Problem]:
    waiting = Objection.objects.unanswered().filter(play=play, contestant=contestant)
    return [Problem("said_already", _SAID)] if waiting.exists() else []


def _too_long(words: str) -> list[Problem]:
    too_long = len(words) > LONGEST_WORDS
    return [Problem("words_too_long", _LONG, {"most": LONGEST_WORDS}, "words")] if too_long else []


def _answer(objection: Objection, verdict: str, words: str, actor: Actor) -> Answer:
    play = objection.play
    require_editable(play.board.session.stage.event, AuditAction.ANSWER_OBJECTION)
    check_own_board_rule(play, actor)
    known = verdict in Objection.Verdict.values
    raise_if_any([*([] if known else [Problem("no_verdict", _NO_VERDICT)]), *_too_long(words)])
    if verdict == Objection.Verdict.MENDED:
        raise_if_any(_not_corrected(objection))
    session, about = play.board.session, {"play": play.pk, "contestant": objection.contestant_id}
    this = Objection.objects.filter(pk=objection.pk)
    event = session.stage.event
    with undoable(
        actor, AuditAction.ANSWER_OBJECTION, event, about, [this], session=session
    ) as line:
        _set_answer(objection.pk, verdict, words, actor)
        line["objection"] = objection.pk
    return {"play": play.pk, "objection": objection.pk}


def _not_corrected(objection: Objection) -> list[Problem]:
    """What forbids to say that the result is corrected; who was slower is told of that first."""
    if not Objection.objects.unanswered().filter(pk=objection.pk).exists():
        return []
    is_decided = is_decided_since(objection, objection.play.entries.all())
    return [] if is_decided else [Problem("not_corrected", _NOT_CORRECTED)]


def _set_answer(pk: int, verdict: str, words: str, actor: Actor) -> None:
    """Compare-and-set: raises `Conflict` where somebody else was quicker."""
    columns = {"verdict": verdict, "answer": words, "answered_by": actor.user_id}
    if (
        not Objection.objects.unanswered()
        .filter(pk=pk)
        .update(answered_at=timezone.now(), **columns)
    ):
        raise Conflict([_quicker(Objection.objects.select_related("answered_by").get(pk=pk))])


def _quicker(answered: Objection) -> Problem:
    who = answered.answered_by.get_username() if answered.answered_by else "–"
    at = _time(answered.answered_at) if answered.answered_at else "–"
    return Problem("answered", _QUICKER, {"who": who, "time": at})


def _time(moment: datetime) -> str:
    """The time of day; of another day with its date."""
    local = timezone.localtime(moment)
    return f"{local:%H:%M}" if local.date() == timezone.localdate() else f"{local:%Y-%m-%d %H:%M}"
