"""Every action of a director is described by the audit, undone and redone."""

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
from tests.scenes.any_action import ACTIONS, NOT_UNDOABLE, ON_UNDO_STEPS
from tests.scenes.any_session import SESSION_KINDS, RandomChoices
from tests.scenes.undo_walk import last_step_id, stored_state, undo_until_refused
from tournaments import scoring_pipeline
from tournaments.forms import translate_text
from tournaments.models import AuditAction, AuditEntry, Contestant, Player, UndoStep
from tournaments.queries.history.descriptions import SENTENCES, Subjects

pytestmark = pytest.mark.django_db

# How many random tables, boards and people are tried until an action has an effect.
MAX_ATTEMPTS = 200

# The actions with which a session of pairs begins.
FIRST_PAIRS_ACTIONS = ("table enters a result", "table enters a result")

# Further actions in a session of pairs.
LATER_PAIRS_ACTIONS = (
    "objection made",
    "objection answered",
    "substitute added",
    "contestant left",
    "late arrival added",
    "last round dropped",
    "table turned",
    "opponents exchanged",
    "played board corrected",
    "played set corrected",
    "result moved",
    "table enters a result",
    "table enters a result",
    "results exchanged",
    "table reseated",
    "result sides swapped",
    "board fouled",
    "board taken out",
    "result corrected",
    "ruling given",
    "board called off",
    "awards given",
    "penalty given",
    "penalty of the list given",
    "contestant unranked",
    "contestant ranked again",
    "categories set",
    "clock set",
    "time given",
    "time given to a table",
    "clock paused",
    "clock resumed",
    "round ended",
    "table enters a result late",
    "late result accepted",
    "step undone",
    "step undone",
    "restored to a step",
    "round ended everywhere",
    "session finished",
    "event published",
)

# Actions in a session that is drawn round by round.
DRAWN_ACTIONS = (
    "all tables enter results",
    "round ended",
    "round drawn",
    "drawn contestants swapped",
    "draw taken back",
    "round drawn",
    "drawn round begun",
    "restored to before a step",
)

# Actions in a session with at least two boards a round.
TWO_BOARD_ACTIONS = ("boards dropped",)

# Actions in a session where a pair sits out each round. When another pair leaves, its opponents sit
# out too, so that tables can be merged.
SIT_OUT_ACTIONS = ("contestant left", "tables merged")

# Actions in a session of two sections, of which one starts later.
SECTION_ACTIONS = ("section started",)

# The actions that have an effect in each kind of session.
ACTIONS_BY_SESSION_KIND = {
    "howell": FIRST_PAIRS_ACTIONS + LATER_PAIRS_ACTIONS,
    "knock-out": DRAWN_ACTIONS,
    "mitchell": TWO_BOARD_ACTIONS,
    "howell with a rest": SIT_OUT_ACTIONS,
    "section not started": SECTION_ACTIONS,
}

# Actions that store no undo step, by the reason. All other actions of events are performed above.
ACTIONS_WITHOUT_STEP = {
    "only the table can withdraw what it has entered": {
        AuditAction.POST_TABLE,
        AuditAction.TYPE_SLIP,
        AuditAction.OBJECT_TO_RESULT,
    },
    "another action reverses it": {
        AuditAction.EXCHANGE,
        AuditAction.DRAW_ROUND,
        AuditAction.UNDO_DRAW,
        AuditAction.GIVE_MINUTES,
        AuditAction.PAUSE_CLOCK,
        AuditAction.RESUME_CLOCK,
        AuditAction.SET_CLOCK,
        AuditAction.MARK_ABSENT,
        AuditAction.MARK_PRESENT,
        AuditAction.SUBMIT_LINE_UP,
        AuditAction.REPLACE_TEAM_LINK,
        AuditAction.REVOKE_TABLE_CODE,
        AuditAction.SHOW_RESULTS,
        AuditAction.EDIT_EVENT,
        AuditAction.SET_FEE,
        AuditAction.MARK_PAID,
        AuditAction.MARK_UNPAID,
        AuditAction.ANNOUNCE,
        AuditAction.WITHDRAW_ANNOUNCEMENT,
        AuditAction.CALL_DIRECTOR,
        AuditAction.ANSWER_CALL,
        AuditAction.CLOSE_CALL,
        AuditAction.WITHDRAW_CALL,
        AuditAction.ARCHIVE_EVENT,
        AuditAction.RESTORE_EVENT,
        AuditAction.LINK_DEVICE,
        AuditAction.UNLINK_DEVICE,
    },
    "before the first round everything can be created again": {
        AuditAction.CREATE_EVENT,
        AuditAction.CHOOSE_MOVEMENT,
        AuditAction.COPY_EVENT,
        AuditAction.DELETE_EVENT,
        AuditAction.IMPORT_RESULTS,
        AuditAction.IMPORT_EVENT,
        AuditAction.REGISTER_CONTESTANTS,
        AuditAction.ADD_CONTESTANTS,
        AuditAction.WITHDRAW_CONTESTANT,
        AuditAction.REPLACE_CONTESTANT,
        AuditAction.NAME_CONTESTANT,
        AuditAction.DIVIDE_SESSION,
        AuditAction.CREATE_SESSION,
        AuditAction.DEAL_SESSION,
        AuditAction.REPLAN_SESSION,
        AuditAction.CREATE_NEXT_STAGE,
    },
    "it shows hands or creates files, which cannot be undone": {
        AuditAction.EXPORT_SECTION,
        AuditAction.VOID_EXPORTED_SECTION,
        AuditAction.IMPORT_SECTION,
        AuditAction.STORE_RESULT_UPLOAD,
        AuditAction.PRINT_SLIPS,
        AuditAction.REVEAL_PLAY,
        AuditAction.SET_PREPARATION_MODE,
        AuditAction.ASSIGN_PREPARATION,
        AuditAction.PREPARE_BOARD,
        AuditAction.FINISH_PREPARATION,
        AuditAction.MARK_BOARDS_READY,
        AuditAction.RESTART_PREPARATION,
    },
    "a code that was shown stays known": {AuditAction.SHOW_TABLE_CODE},
    "it records a refusal or a question, and changes nothing": {
        AuditAction.ASK_ABOUT_RESULT,
        AuditAction.CONTRADICTED_RESULT,
        AuditAction.REFUSED_RESULT,
    },
    "it undoes several steps, each of which can be redone": {AuditAction.RESTORE},
}


# Actions about a club, its people and their accounts. `AuditAction` lists them before the actions
# of events.
CLUB_ACTIONS = {
    action
    for action in AuditAction
    if list(AuditAction).index(action) < list(AuditAction).index(AuditAction.CREATE_EVENT)
}


def perform(scene: RandomChoices, name: str) -> None:
    """Perform an action with different seeds until it is in the audit log."""
    entry_count = AuditEntry.objects.count()
    key = f"{name} {entry_count}"
    for seed in range(MAX_ATTEMPTS):
        action = ACTIONS[name](scene._replace(rng=random.Random(seed), key=key))
        with suppress(ValidationFailed):
            action()
        if AuditEntry.objects.count() > entry_count:
            return
    raise AssertionError(f"{name} had no effect in {MAX_ATTEMPTS} attempts")


def session_with_actions(kind: str, names: Iterable[str]) -> RandomChoices:
    """Start a session and perform actions in it; return what further actions choose from."""
    session, director = SESSION_KINDS[kind]()
    scene = RandomChoices(session, director, random.Random(1), "")
    for name in names:
        perform(scene, name)
    return scene


def test_every_action_stores_a_step_or_has_a_reason_not_to() -> None:
    for kind, names in ACTIONS_BY_SESSION_KIND.items():
        session_with_actions(kind, names)
    kinds = set(UndoStep.objects.values_list("kind", flat=True))
    assert set(AuditEntry.objects.values_list("verb", flat=True)) >= kinds
    actions_without_step = [
        action for actions in ACTIONS_WITHOUT_STEP.values() for action in actions
    ]
    assert Counter([*kinds, *actions_without_step, *CLUB_ACTIONS]) == Counter(AuditAction)


EXCLUDED_HERE = {*NOT_UNDOABLE, *ON_UNDO_STEPS, "late result accepted", "results exchanged"}
# Actions that can still be undone after some tables have sent results.
UNDOABLE_AFTER_RESULTS = [name for name in LATER_PAIRS_ACTIONS if name not in EXCLUDED_HERE]

# Actions about the whole event or its only section, described by their sentence alone.
ACTIONS_WITHOUT_SUBJECT = {
    AuditAction.START_SESSION,
    AuditAction.PUBLISH_EVENT,
    AuditAction.FINISH_SESSION,
    AuditAction.SET_CATEGORIES,
    AuditAction.PAUSE_CLOCK,
    AuditAction.RESUME_CLOCK,
}


# Undoing these actions is refused if a table would then play a board that it may have seen.
MAY_EXPOSE_A_BOARD = {
    "board called off",
    "board taken out",
    "contestant left",
    "played board corrected",
    "played set corrected",
}


@pytest.mark.long
def test_every_action_is_undone_and_redone() -> None:
    scene, refused = (
        session_with_actions("howell", ["table enters a result"] * 4 + ["objection made"]),
        set[str](),
    )
    for name in UNDOABLE_AFTER_RESULTS:
        state_before, previous_step = stored_state(scene), last_step_id()
        perform(scene, name)
        state_after, step = stored_state(scene), last_step_id()
        if step == previous_step:
            continue  # The action stores no step, like those of the clock.
        if undo_until_refused(scene, [step]):
            refused.add(name)
            continue  # The action stays, and the next one is performed after it.
        assert stored_state(scene) == state_before, name
        assert undo_until_refused(scene, [last_step_id()]) == set()
        assert stored_state(scene) == state_after, name
    assert refused <= MAY_EXPOSE_A_BOARD
    assert scoring_pipeline.recount(scene.event) == []


@pytest.mark.parametrize(
    ("kind", "names"), ACTIONS_BY_SESSION_KIND.items(), ids=ACTIONS_BY_SESSION_KIND
)
def test_audit_describes_every_action(kind: str, names: Sequence[str]) -> None:
    scene = session_with_actions(kind, names)
    entries = list(AuditEntry.objects.filter(event=scene.event, pk__gte=first_entry_id(scene)))
    personal_names = {
        *Player.objects.values_list("name", flat=True),
        *Contestant.objects.values_list("name", flat=True),
    }
    subjects = Subjects.of(scene.event.club, [entry.data for entry in entries])
    for entry in entries:
        assert not [
            name for name in personal_names if name in json.dumps(entry.data, ensure_ascii=False)
        ], entry.verb
        descriptions = [*subjects.texts(entry.data), *subjects.names(entry.data)]
        assert descriptions or entry.verb in ACTIONS_WITHOUT_SUBJECT, entry.verb
        for language, _name in settings.LANGUAGES:
            with translation.override(language):
                texts = [
                    translate_text(text) if isinstance(text, Text) else text
                    for text in descriptions
                ]
                assert not re.search(r"%\(|\{|None", " ".join(texts)), entry.verb
                assert language == "en" or gettext(SENTENCES[entry.verb]) != SENTENCES[entry.verb]
    counts = Counter(entry.verb for entry in entries)
    assert Counter(UndoStep.objects.values_list("kind", flat=True)) - counts == Counter(), (
        "an undo step has no audit entry"
    )


def first_entry_id(scene: RandomChoices) -> int:
    """Return the primary key of the entry for the first start of the event or a section."""
    start_entries = AuditEntry.objects.filter(
        event=scene.event, verb__in=(AuditAction.START_SESSION, AuditAction.START_SECTION)
    )
    return start_entries.earliest("pk").pk
