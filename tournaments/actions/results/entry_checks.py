"""Check an outcome before it is stored: is it unlikely, and do the cards contradict it?

Questions and refusals are recorded, because somebody could find out about cards by trying outcomes.
Permission and timing are checked in `permissions.results`.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.fields import Outcome
from games.problems import Problem, ValidationFailed
from games.seats import line_label
from games.text import gettext_noop as _
from tournaments.actions.audit import record_audit
from tournaments.models import AuditAction, PlausibilityQuestion, Play
from tournaments.permissions.actor import Actor
from tournaments.permissions.visibility.hands import CHECKING_RESULT, visible_hands
from tournaments.permissions.visibility.playing_members import is_player_of_event
from tournaments.queries.results.plausibility import first_skipped_board, plausibility_reasons
from tournaments.support.digests import digest

_BOARD_SKIPPED = _(
    "Board %(skipped)s comes first and has no result yet: check that this is board %(board)s."
)
# One text for "far" and "cards": it must not say whether another table has played the board.
_UNUSUAL_ON_BOARD = _(
    "Unusual for this board: check that %(one)s made %(made)s and %(other)s %(left)s, and that "
    "this is board %(board)s."
)
# The question for each reason. Only the first of these reasons is put into words.
_UNUSUAL_RESULT_BY_REASON = {
    "sides": _(
        "The other way round is more likely: check that %(one)s made %(made)s and %(other)s "
        "%(left)s, and that this is board %(board)s."
    ),
    "far": _UNUSUAL_ON_BOARD,
    "cards": _UNUSUAL_ON_BOARD,
    "board": _(
        "This result hardly fits the cards of this board: check that %(one)s made %(made)s and "
        "%(other)s %(left)s, and that this is board %(board)s."
    ),
}
_ACTOR_PLAYS_IN_EVENT = _(
    "You play in this event, so you cannot decide this result of board %(board)s: let another "
    "director decide. Once the session is over you can."
)


@dataclass(frozen=True)
class UnlikelyResult(Problem):
    """The question whether a possible but unlikely outcome of `play` is right.

    `reasons` are for the audit. The question puts the first of them into words, without a card or a
    result of another table.
    """

    play: Play | None = field(default=None, repr=False)
    reasons: tuple[str, ...] = ()
    outcome_digest: str = ""


def unlikely_result_problems(play: Play, outcome: Outcome, actor: Actor) -> list[Problem]:
    """Return the question to ask before an unlikely outcome is stored; no question otherwise.

    Only the first entry of a play is questioned. An entry from a device is questioned only while
    the round is in progress, because the director looks at late entries anyway. An actor who has
    been asked about one outcome of a play is not asked about another, because several answers would
    reveal the cards. `outcome` must have passed the checks of the game.
    """
    is_late = actor.table_id and play.seating.round.ended_at
    if play.state != Play.State.DUE or is_late or play.entries.exists():
        return []
    outcome_digest = digest(sorted(outcome.items()))
    if _questions_asked(play, actor).exclude(digest=outcome_digest).exists():
        return []
    reasons = plausibility_reasons(play, outcome)
    return [_build_question(play, outcome, tuple(reasons), outcome_digest)] if reasons else []


@contextmanager
def recording_questions(actor: Actor, key: str) -> Iterator[None]:
    """Context manager that records each `UnlikelyResult` of its body, once per play and actor.

    The transaction of the body has been rolled back by then, so the record gets a new one.
    """
    try:
        yield
    except ValidationFailed as error:
        for question in error.problems:
            if (
                isinstance(question, UnlikelyResult)
                and question.play
                and not _questions_asked(question.play, actor).exists()
            ):
                _record_question(question, question.play, actor, key)
        raise


def _questions_asked(play: Play, actor: Actor) -> QuerySet[PlausibilityQuestion]:
    """Return the questions about a play that the actor's table, or the member, was asked."""
    return play.questions.filter(table=actor.table_id, user=actor.user_id)


def _record_question(question: UnlikelyResult, play: Play, actor: Actor, key: str) -> None:
    event, reasons = play.board.session.stage.event, question.reasons
    with transaction.atomic():
        record_audit(actor, AuditAction.ASK_ABOUT_RESULT, event, play=play.pk, why=reasons, key=key)
        play.questions.create(
            key=key, digest=question.outcome_digest, at=timezone.now(), **actor.audit_columns()
        )


def _build_question(
    play: Play, outcome: Outcome, reasons: tuple[str, ...], outcome_digest: str
) -> UnlikelyResult:
    """Build the question with its reason in words; it names no board but a skipped one."""
    number, skipped_board = (
        play.board.number,
        first_skipped_board(play) if "order" in reasons else None,
    )
    if reasons == ("order",) and skipped_board:
        params: dict[str, object] = {"board": number, "skipped": skipped_board}
        code, template = "unlikely_order", _BOARD_SKIPPED
    else:
        points_by_line = play.board.session.stage.event.game.table_points(
            outcome, play.board.conditions
        )
        (line, points), (other_line, other_points) = points_by_line.items()
        params = {
            "one": line_label(line, (line, other_line)),
            "made": points,
            "other": line_label(other_line, (line, other_line)),
            "left": other_points,
            "board": number,
        }
        code = "unlikely_result"
        template = next(
            text for reason, text in _UNUSUAL_RESULT_BY_REASON.items() if reason in reasons
        )
    return UnlikelyResult(
        code, template, params, play=play, reasons=reasons, outcome_digest=outcome_digest
    )


@dataclass(frozen=True)
class ContradictedByCards(Problem):
    """A problem of an outcome that is possible in the game, but not with the cards of `play`.

    `contradicted_fields` has pairs of a problem's code and field, for the audit. A problem for a
    member who plays in the event has no `field`, so that the page does not show which one is wrong.
    """

    play: Play | None = field(default=None, repr=False)
    contradicted_fields: tuple[tuple[str, str | None], ...] = ()


def card_contradictions(play: Play, outcome: Outcome) -> list[ContradictedByCards]:
    """Return the problems of an outcome with the cards of the board; none if they are unknown.

    `outcome` must have passed the checks of the game.
    """
    game = play.board.session.stage.event.game
    dealt_board = (
        visible_hands(CHECKING_RESULT, play.board) if game.problems_depend_on_deal else None
    )
    problems = game.problems(outcome, dealt_board) if dealt_board else []
    return [
        ContradictedByCards(
            problem.code,
            problem.template,
            problem.params,
            problem.field,
            play=play,
            contradicted_fields=((problem.code, problem.field),),
        )
        for problem in problems
    ]


def decision_contradictions(
    play: Play, outcome: Outcome, actor: Actor
) -> list[ContradictedByCards]:
    """Return the problems of a director's decision that the cards contradict.

    A member who plays in the event does not learn which field the cards contradict, and has one
    attempt per play, so that they cannot find out about hands by trying. This restriction ends with
    the session, after which everybody may see the hands.
    """
    session = play.board.session
    if (
        actor.user_id is None
        or session.is_over
        or not is_player_of_event(actor.user_id, session.stage.event_id)
    ):
        return card_contradictions(play, outcome)
    params = {"board": play.board.number}
    refusal = ContradictedByCards("plays_himself", _ACTOR_PLAYS_IN_EVENT, params, play=play)
    if play.contradictions.filter(user=actor.user_id).exists():
        return [refusal]
    contradicted_fields = tuple(
        code_and_field
        for problem in card_contradictions(play, outcome)
        for code_and_field in problem.contradicted_fields
    )
    return (
        [replace(refusal, contradicted_fields=contradicted_fields)] if contradicted_fields else []
    )


def record_contradictions(
    play: Play, problems: Sequence[ContradictedByCards], actor: Actor, audit_action: AuditAction
) -> None:
    """Store which fields of an outcome the cards contradict, and write an audit entry.

    Neither of them names a card.
    """
    if contradicted_fields := [
        code_and_field for problem in problems for code_and_field in problem.contradicted_fields
    ]:
        event = play.board.session.stage.event
        record_audit(actor, audit_action, event, play=play.pk, wrong=contradicted_fields)
        play.contradictions.create(
            wrong=contradicted_fields, at=timezone.now(), **actor.audit_columns()
        )


@contextmanager
def recording_refused_decisions(actor: Actor) -> Iterator[None]:
    """Context manager that records the decisions its body refuses because of the cards.

    The transaction of the body has been rolled back by then, so the record gets a new one.
    """
    try:
        yield
    except ValidationFailed as error:
        contradictions = [
            problem for problem in error.problems if isinstance(problem, ContradictedByCards)
        ]
        with transaction.atomic():
            for play in dict.fromkeys(problem.play for problem in contradictions if problem.play):
                play_contradictions = [
                    problem for problem in contradictions if problem.play == play
                ]
                record_contradictions(play, play_contradictions, actor, AuditAction.REFUSED_RESULT)
        raise
