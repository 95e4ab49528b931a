"""Everything that directors do in an evening: each act told by the audit, undone, and done
again."""

import json
import random
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress

import pytest
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext

from games.problems import ValidationFailed
from games.text import Text
from tests.scenes.any_acts import ACTS, FOR_GOOD, OF_ACTS
from tests.scenes.any_evenings import KINDS, Room
from tests.scoring_pipeline.test_undo import newest, reversed_until_refused, state
from tournaments import scoring_pipeline
from tournaments.forms import translate_text
from tournaments.models import Act, AuditEntry, Contestant, Player, Verb
from tournaments.queries.history.descriptions import SENTENCES, Subjects

pytestmark = pytest.mark.django_db

TRIES = 200
"""With how many other tables, boards and people it is tried until it comes to something."""

IN_A_ROOM = (
    "a whole table says",
    "a whole table says",
    "objected",
    "objection answered",
    "substitute",
    "left",
    "joined",
    "last round dropped",
    "table turned",
    "opponents exchanged",
    "another board",
    "another set",
    "result moved",
    "a whole table says",
    "a whole table says",
    "results exchanged",
    "other seats",
    "other side",
    "fouled",
    "taken out",
    "corrected",
    "ruled",
    "called off",
    "awards given",
    "penalty",
    "penalty of the list",
    "takes no place",
    "takes a place",
    "categories",
    "clock set",
    "minutes given",
    "minutes given to a table",
    "clock stopped",
    "clock goes on",
    "round ended",
    "a whole table says late",
    "late accepted",
    "undone",
    "undone",
    "gone back",
    "round ended everywhere",
    "finished",
    "published",
)
"""An evening of pairs in which everything goes wrong that can."""

DRAWN = (
    "all tables say",
    "round ended",
    "drawn",
    "swapped",
    "draw taken back",
    "drawn",
    "drawn round begun",
    "gone back before",
)
"""An evening that is drawn round by round."""

OF_TWO_BOARDS = ("a board less",)
"""An evening whose rounds have a board to spare."""

RESTED = ("left", "merged")
"""An evening in which somebody rests in each round, and one more once somebody has left."""

BY_SECTIONS = ("section started",)
"""An evening of two rooms, of which one begins later."""

EVENINGS = {
    "howell": IN_A_ROOM,
    "knock-out": DRAWN,
    "mitchell": OF_TWO_BOARDS,
    "howell with a rest": RESTED,
    "a section that waits": BY_SECTIONS,
}
"""What comes to something in which kind of evening."""

UNDONE_OTHERWISE = {
    "what tables say is undone by nobody": {Verb.POST_TABLE, Verb.TYPE_SLIP, Verb.OBJECT_TO_RESULT},
    "its own opposite takes it back": {
        Verb.EXCHANGE,
        Verb.DRAW_ROUND,
        Verb.UNDO_DRAW,
        Verb.GIVE_MINUTES,
        Verb.PAUSE_CLOCK,
        Verb.RESUME_CLOCK,
        Verb.SET_CLOCK,
        Verb.MISS_SESSION,
        Verb.COME_TO_SESSION,
        Verb.DECLARE_LINE_UP,
        Verb.REPLACE_TEAM_LINK,
        Verb.REVOKE_TABLE_CODE,
        Verb.SHOW_RESULTS,
        Verb.EDIT_EVENT,
        Verb.SET_FEE,
        Verb.MARK_PAID,
        Verb.TAKE_BACK_PAYMENT,
        Verb.ANNOUNCE,
        Verb.WITHDRAW_ANNOUNCEMENT,
        Verb.CALL_DIRECTOR,
        Verb.ANSWER_CALL,
        Verb.CLOSE_CALL,
        Verb.TAKE_BACK_CALL,
        Verb.ARCHIVE_EVENT,
        Verb.RESTORE_EVENT,
        Verb.LET_DEVICE_IN,
        Verb.RELEASE_DEVICE,
    },
    "before the first round all of it may be made anew": {
        Verb.CREATE_EVENT,
        Verb.CHOOSE_MOVEMENT,
        Verb.COPY_EVENT,
        Verb.DELETE_EVENT,
        Verb.IMPORT_RESULTS,
        Verb.IMPORT_EVENT,
        Verb.REGISTER_CONTESTANTS,
        Verb.ADD_CONTESTANTS,
        Verb.WITHDRAW_CONTESTANT,
        Verb.REPLACE_CONTESTANT,
        Verb.NAME_CONTESTANT,
        Verb.DIVIDE_SESSION,
        Verb.CREATE_SESSION,
        Verb.DEAL_SESSION,
        Verb.PLAN_ANEW,
        Verb.GO_ON,
    },
    "hands lie open, or files are elsewhere, from then on": {
        Verb.FINISH_SESSION,
        Verb.SEND_SECTION,
        Verb.VOID_COPY,
        Verb.OPEN_SECTION,
        Verb.TAKE_DELIVERY,
        Verb.PRINT_SLIPS,
        Verb.REVEAL_PLAY,
        Verb.CHOOSE_MAKERS,
        Verb.GIVE_BOARD,
        Verb.PREPARE_BOARD,
        Verb.FINISH_BOARD,
        Verb.BOARDS_CAME_READY,
        Verb.MAKE_BOARD_ANEW,
    },
    "the history has a line alone, since a code that was shown is known": {Verb.SHOW_TABLE_CODE},
    "something was refused or asked, and nothing done": {
        Verb.ASKED_ABOUT_A_RESULT,
        Verb.CONTRADICTED_RESULT,
        Verb.REFUSED_RESULT,
    },
    "it is several acts, each with an undo": {Verb.RESTORE},
}
"""What is done about an event and leaves no act, by why not. A verb more goes here, or into
`ACTS`."""


OF_A_CLUB = {verb for verb in Verb if list(Verb).index(verb) < list(Verb).index(Verb.CREATE_EVENT)}
"""What is done about a club, its people and their accounts: it is no event's."""


def come(room: Room, name: str) -> None:
    """Whatever it is, with as many other choices as it takes to come to something."""
    key, lines = f"{name} {AuditEntry.objects.count()}", AuditEntry.objects.count()
    for number in range(TRIES):
        done = ACTS[name](room._replace(rng=random.Random(number), key=key))
        with suppress(ValidationFailed):
            done()
        if AuditEntry.objects.count() > lines:
            return
    raise AssertionError(f"{name} comes to nothing")


def all_of(kind: str, names: Iterable[str]) -> Room:
    """An evening in which all of it came to something."""
    session, director = KINDS[kind]()
    room = Room(session, director, random.Random(1), "")
    for name in names:
        come(room, name)
    return room


def test_what_leaves_no_act_says_why() -> None:
    for kind, names in EVENINGS.items():
        all_of(kind, names)
    acts = set(Act.objects.values_list("kind", flat=True))
    assert set(AuditEntry.objects.values_list("verb", flat=True)) >= acts
    otherwise = [verb for verbs in UNDONE_OTHERWISE.values() for verb in verbs]
    assert Counter([*acts, *otherwise, *OF_A_CLUB]) == Counter(Verb)


LEFT_OUT = {*FOR_GOOD, *OF_ACTS, "late accepted", "results exchanged"}
MENDED = [name for name in IN_A_ROOM[2:] if name not in LEFT_OUT]
"""What goes wrong and is mended once some tables have sent results."""

TOLD_BY_ITSELF = {
    Verb.START_SESSION,
    Verb.PUBLISH_EVENT,
    Verb.FINISH_SESSION,
    Verb.SET_CATEGORIES,
    Verb.PAUSE_CLOCK,
    Verb.RESUME_CLOCK,
}
"""What is about the whole event, or its only section: nothing more is to be said."""


SEEN = {"called off", "taken out", "left", "another board", "another set"}
"""What may leave a board open to those who would play it again: then it is not undone."""


@pytest.mark.long
def test_each_of_it_is_undone_and_done_again() -> None:
    room, refused = all_of("howell", ["a whole table says"] * 4 + ["objected"]), set[str]()
    for name in MENDED:
        before, last = state(room), newest()
        come(room, name)
        after, act = state(room), newest()
        if act == last:
            continue
        if reversed_until_refused(room, [act]):
            refused.add(name)
            continue
        assert state(room) == before, name
        assert reversed_until_refused(room, [newest()]) == set()
        assert state(room) == after, name
    assert refused <= SEEN
    assert scoring_pipeline.recount(room.event) == []


@pytest.mark.parametrize(("kind", "names"), EVENINGS.items(), ids=EVENINGS)
def test_the_audit_tells_each(kind: str, names: Sequence[str]) -> None:
    room = all_of(kind, names)
    lines = list(AuditEntry.objects.filter(event=room.event, pk__gte=first_line(room)))
    called = {
        *Player.objects.values_list("name", flat=True),
        *Contestant.objects.values_list("name", flat=True),
    }
    subjects = Subjects.of(room.event.club, [line.data for line in lines])
    for line in lines:
        assert not [name for name in called if name in json.dumps(line.data, ensure_ascii=False)], (
            line.verb
        )
        about = [*subjects.things(line.data), *subjects.people(line.data)]
        assert about or line.verb in TOLD_BY_ITSELF, line.verb
        for language, _name in settings.LANGUAGES:
            with translation.override(language):
                said = [translate_text(each) if isinstance(each, Text) else each for each in about]
                assert not re.search(r"%\(|\{|None", " ".join(said)), line.verb
                assert language == "en" or gettext(SENTENCES[line.verb]) != SENTENCES[line.verb]
    told = Counter(line.verb for line in lines)
    assert Counter(Act.objects.values_list("kind", flat=True)) - told == Counter(), (
        "an act without a line"
    )


def first_line(room: Room) -> int:
    """That from which on directors act: the start can be undone, what makes the room cannot."""
    begun = AuditEntry.objects.filter(
        event=room.event, verb__in=(Verb.START_SESSION, Verb.START_SECTION)
    )
    return begun.earliest("pk").pk
