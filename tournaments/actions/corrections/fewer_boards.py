"""An evening that is late is made shorter, the same for all who are compared: a board less in
each round."""

from collections.abc import Iterator, Sequence

from django.db.models import QuerySet

from games.problems import Problem, ValidationFailed, raise_if_any
from games.text import gettext_noop as _
from tournaments import scoring_pipeline
from tournaments.actions.corrections.correcting import CorrectionRequest, correcting
from tournaments.actions.history.changed_rows import plays_to_preserve
from tournaments.actions.idempotency import Answer, idempotent
from tournaments.actions.results.standings_changed import lock_boards
from tournaments.models import AuditAction, Board, Entry, Play, Round, Section
from tournaments.queries.offline.sections import exported_sections
from tournaments.queries.rounds.finish_time import may_have_fewer
from tournaments.queries.rounds.in_progress import check_running
from tournaments.queries.rounds.sections import first_to_come, most_boards_apart, sections_compared

_NO_EVENING = _(
    "Only an event of one evening can run late. A season and imported results keep their boards."
)
_NOTHING = _("The last round has started: there is no later round to shorten.")
_ONE_BOARD = _("A round to come has only one board, so it cannot be shortened.")
_DRAWN = _(
    "Round %(round)s is already drawn with all its boards. Undo the draw, or wait until the "
    "round has started."
)
_SENT = _("%(section)s is offline and is played as it was exported.")
_DECIDED = _(
    "There is a decision on board %(board)s of round %(round)s. Undo it first, in the history."
)


def drop_boards(section_id: int, correction: CorrectionRequest) -> Answer:
    """Have every table play a board less in each round to come, in all sections compared with one.

    Those are the rounds that have begun in none of them, so that the same is left out for all. Of a
    set of boards the last one goes; where it was played already it counts. What goes stays sealed
    until the session is over. Done again, it leaves out another one. The answer names the first
    round with `fewer`, and in how many boards any two then differ at most (`apart`). Raises as
    `correcting` does, and `ValidationFailed` where no round is to come or one of them has a single
    board, is drawn or was spoken of, or a section was sent.
    """
    body = [AuditAction.DROP_BOARDS, section_id]
    return idempotent(correction.actor, correction.key, body, lambda: _drop(section_id, correction))


def _drop(section_id: int, correction: CorrectionRequest) -> Answer:
    sections = sections_compared(Section.objects.get(pk=section_id))
    first = first_to_come(sections)
    raise_if_any([*_problems(sections, first)])
    about, session = {"round": first, "of": [each.pk for each in sections]}, sections[0].session
    rounds = list(_rounds(sections, first))
    rows = [
        Section.objects.filter(session=session),
        Board.objects.filter(session=session),
        Play.objects.filter(seating__round__in=rounds),
        Entry.objects.filter(play__seating__round__in=rounds),
    ]
    with correcting(sections, AuditAction.DROP_BOARDS, about, rows, correction):
        sections = sections_compared(sections[0])  # as they are now that the session is locked
        about["round"] = first = first_to_come(sections)
        raise_if_any([*_problems(sections, first)])
        _leave_out(sections, first)
    return {"fewer": first, "apart": most_boards_apart(sections)}


def _problems(sections: Sequence[Section], first: int) -> Iterator[Problem]:
    session = sections[0].session
    check_running(session)
    if not all(may_have_fewer(each) for each in sections):
        raise ValidationFailed([Problem("no_evening", _NO_EVENING)])
    if any(each.rounds_to_play < first for each in sections):
        raise ValidationFailed([Problem("nothing_to_come", _NOTHING)])
    if any(each.boards_in(first) < 2 for each in sections):
        yield Problem("one_board", _ONE_BOARD)
    for section in exported_sections(Section.objects.filter(pk__in=[each.pk for each in sections])):
        yield Problem("section_away", _SENT, {"section": section.name})
    yield from _spoken(sections, first)


def _spoken(sections: Sequence[Section], first: int) -> Iterator[Problem]:
    """What has been settled already about a round to come: it is drawn, or decided about a board
    of it."""
    if sections[0].session.stage.is_drawn:
        for round_ in _rounds(sections, first)[:1]:
            yield Problem("drawn", _DRAWN, {"round": round_.number})
    said = plays_to_preserve(Play.objects.filter(pk__in=_last_plays(sections, first)))
    for board, number in sorted(set(said.values_list("board__number", "seating__round__number"))):
        yield Problem("decided", _DECIDED, {"board": board, "round": number})


def _rounds(sections: Sequence[Section], first: int) -> QuerySet[Round]:
    return Round.objects.filter(section__in=sections, number__gte=first).order_by(
        "number", "section__number"
    )


def _last_plays(sections: Sequence[Section], first: int) -> list[int]:
    """The last board of every table in the rounds to come: equal sets lose the same one."""
    plays = Play.objects.filter(seating__round__in=_rounds(sections, first).order_by())
    return list(dict(plays.order_by("board__number").values_list("seating", "pk")).values())


def _leave_out(sections: Sequence[Section], first: int) -> None:
    plays = Play.objects.filter(pk__in=_last_plays(sections, first))
    boards = set(plays.values_list("board", flat=True))
    lock_boards(boards)
    scoring_pipeline.remove_from_scales(plays)
    plays.update(entry=None)  # which protects the decision that called a play off
    plays.delete()
    for section in sections:
        Section.objects.filter(pk=section.pk).update(
            boards_left_out=[*section.boards_left_out, first]
        )
    Board.objects.filter(pk__in=boards).update(sealed_to_end=True)
