"""Check a result against the room and the cards before it is stored."""

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

_SKIPPED = _(
    "Board %(skipped)s comes first and has no result yet: check that this is board %(board)s."
)
_UNUSUAL = _(
    "Unusual for this board: check that %(one)s made %(made)s and %(other)s %(left)s, and that "
    "this is board "
    "%(board)s."
)


@dataclass(frozen=True)
class UnlikelyResult(Problem):
    """What to ask about an outcome of `play` that is possible and unlikely; `why` is for the audit
    alone.

    `said` is the digest of the outcome.
    """

    play: Play | None = field(default=None, repr=False)
    reasons: tuple[str, ...] = ()
    outcome_digest: str = ""


def unlikely_result_problems(play: Play, outcome: Outcome, actor: Actor) -> list[Problem]:
    """The one question about an outcome without problems, or none.

    Only the first entry of a play is asked about, of a table only while its round is played:
    afterwards the director looks at it anyway. Who was asked about a play is not asked about
    another outcome of it: that would be a way to ask about the cards.
    """
    is_late = actor.table_id and play.seating.round.ended_at
    if play.state != Play.State.DUE or is_late or play.entries.exists():
        return []
    said = digest(sorted(outcome.items()))
    if _asked(play, actor).exclude(digest=said).exists():
        return []
    why = plausibility_reasons(play, outcome)
    return [_question(play, outcome, tuple(why), said)] if why else []


@contextmanager
def record_questions(actor: Actor, key: str) -> Iterator[None]:
    """Around an act: when it asks instead of storing, it is noted who was asked about what, once.

    The act itself is rolled back by then, so the note is a transaction of its own. Raises
    `ValidationFailed` as the act does.
    """
    try:
        yield
    except ValidationFailed as refused:
        for doubt in refused.problems:
            if (
                isinstance(doubt, UnlikelyResult)
                and doubt.play
                and not _asked(doubt.play, actor).exists()
            ):
                _note(doubt, doubt.play, actor, key)
        raise


def _asked(play: Play, actor: Actor) -> QuerySet[PlausibilityQuestion]:
    """The question that this table, or this member, was asked about a play, if there was one."""
    return play.questions.filter(table=actor.table_id, user=actor.user_id)


def _note(doubt: UnlikelyResult, play: Play, actor: Actor, key: str) -> None:
    event, why = play.board.session.stage.event, doubt.reasons
    with transaction.atomic():
        record_audit(actor, AuditAction.ASKED_ABOUT_A_RESULT, event, play=play.pk, why=why, key=key)
        play.questions.create(
            key=key, digest=doubt.outcome_digest, at=timezone.now(), **actor.columns()
        )


def _question(play: Play, outcome: Outcome, why: tuple[str, ...], said: str) -> UnlikelyResult:
    """Out of order alone names the board that was passed over; anything else what to look at
    again."""
    number, skipped = play.board.number, first_skipped_board(play) if "order" in why else None
    if why == ("order",) and skipped:
        params: dict[str, object] = {"board": number, "skipped": skipped}
        return UnlikelyResult(
            "unlikely_order", _SKIPPED, params, play=play, reasons=why, outcome_digest=said
        )
    made = play.board.session.stage.event.game.table_points(outcome, play.board.conditions)
    (one, first), (other, second) = made.items()
    params = {
        "one": line_label(one, (one, other)),
        "made": first,
        "other": line_label(other, (one, other)),
        "left": second,
        "board": number,
    }
    return UnlikelyResult(
        "unlikely_result", _UNUSUAL, params, play=play, reasons=why, outcome_digest=said
    )


_PLAYS_IN_EVENT = _(
    "You play in this event, so you cannot decide this result of board %(board)s: let another "
    "director "
    "decide. Once the session is over you can."
)


@dataclass(frozen=True)
class ContradictedByCards(Problem):
    """What the cards of `play` contradict in its outcome, which is possible as such.

    `wrong` has pairs of a problem's code and the field that it is about, also where the problem
    itself does not say so to a member who plays in the event.
    """

    play: Play | None = field(default=None, repr=False)
    wrong: tuple[tuple[str, str | None], ...] = ()


def card_contradictions(play: Play, outcome: Outcome) -> list[ContradictedByCards]:
    """What the cards of the board contradict, where they are known; asked of an outcome without
    problems."""
    game = play.board.session.stage.event.game
    dealt = visible_hands(CHECKING_RESULT, play.board) if game.problems_depend_on_deal else None
    found = game.problems(outcome, dealt) if dealt else []
    return [
        ContradictedByCards(
            each.code,
            each.template,
            each.params,
            each.field,
            play=play,
            wrong=((each.code, each.field),),
        )
        for each in found
    ]


def decision_contradictions(
    play: Play, outcome: Outcome, actor: Actor
) -> list[ContradictedByCards]:
    """Return why a director's decision is refused because of the cards.

    A member who plays in the event is not told which field they contradict, and has one attempt a
    play, so that nobody finds out about a hand by trying; once the session is over everybody may
    see the hands.
    """
    session = play.board.session
    if (
        actor.user_id is None
        or session.is_over
        or not is_player_of_event(actor.user_id, session.stage.event_id)
    ):
        return card_contradictions(play, outcome)
    params = {"board": play.board.number}
    refusal = ContradictedByCards("plays_himself", _PLAYS_IN_EVENT, params, play=play)
    if play.contradictions.filter(user=actor.user_id).exists():
        return [refusal]
    wrong = tuple(pair for each in card_contradictions(play, outcome) for pair in each.wrong)
    return [replace(refusal, wrong=wrong)] if wrong else []


def record_contradictions(
    play: Play, found: Sequence[ContradictedByCards], actor: Actor, verb: AuditAction
) -> None:
    """Write down who said what the cards contradict, where they do: which fields of it, never a
    card."""
    if wrong := [pair for problem in found for pair in problem.wrong]:
        record_audit(actor, verb, play.board.session.stage.event, play=play.pk, wrong=wrong)
        play.contradictions.create(wrong=wrong, at=timezone.now(), **actor.columns())


@contextmanager
def record_refused_decisions(actor: Actor) -> Iterator[None]:
    """Around a decision, or several: what is refused because of the cards, and rolled back, is
    noted.

    Raises `ValidationFailed` as the act does.
    """
    try:
        yield
    except ValidationFailed as refused:
        found = [
            problem for problem in refused.problems if isinstance(problem, ContradictedByCards)
        ]
        with transaction.atomic():
            for play in dict.fromkeys(problem.play for problem in found if problem.play):
                of_play = [problem for problem in found if problem.play == play]
                record_contradictions(play, of_play, actor, AuditAction.REFUSED_RESULT)
        raise
