"""What the audit says, in sentences; and which of its words somebody wrote himself."""

from collections.abc import Mapping

from games.text import gettext_noop as _
from tournaments.models import Verb

FREE_WORDS: Mapping[str, str] = {Verb.GIVE_PENALTY: "reason", Verb.ANNOUNCE: "text"}
"""Where a line's data holds free words, by its verb. They alone can be blanked."""

OTHERWISE = _("Something that this version has no words for")
"""What a verb of another version is read as."""

SENTENCES: Mapping[str, str] = {
    Verb.CREATE_CLUB: _("Made the club"),
    Verb.ADD_MEMBER: _("Gave a member a role"),
    Verb.REMOVE_MEMBER: _("Removed a member"),
    Verb.LINK_MEMBER: _("Said which member a player is"),
    Verb.UNLINK_MEMBER: _("Said that a player is not this member"),
    Verb.RENAME_PLAYER: _("Wrote a player's name better"),
    Verb.MERGE_PLAYERS: _("Made one of two players"),
    Verb.BLANK_WORDS: _("Blanked words in this list"),
    Verb.MAKE_DEMO: _("Made an event of the demo"),
    Verb.CLEAR_DEMO: _("Cleared the demo"),
    Verb.SIGNED_IN: _("Signed in"),
    Verb.SIGNED_OUT: _("Signed out"),
    Verb.REFUSED_SIGN_IN: _("Somebody tried a wrong password"),
    Verb.CHOOSE_PASSWORD: _("Chose a new password"),
    Verb.MAKE_ONE_TIME_PASSWORD: _("Made a one-time password"),
    Verb.CREATE_EVENT: _("Made the event"),
    Verb.CHOOSE_MOVEMENT: _("Chose the movement"),
    Verb.SHOW_RESULTS: _("Chose when others' results are shown"),
    Verb.GO_ON: _("Made the next stage"),
    Verb.PUBLISH_EVENT: _("Published the standings"),
    Verb.IMPORT_RESULTS: _("Imported results"),
    Verb.IMPORT_EVENT: _("Imported an event"),
    Verb.REGISTER_CONTESTANTS: _("Entered the contestants"),
    Verb.ADD_CONTESTANTS: _("Added latecomers"),
    Verb.WITHDRAW_CONTESTANT: _("Withdrew a contestant before the start"),
    Verb.REPLACE_CONTESTANT: _("Put somebody else in a contestant's place"),
    Verb.NAME_CONTESTANT: _("Named a contestant known by a number"),
    Verb.LEAVE_EVENT: _("Noted that a contestant left"),
    Verb.JOIN_EVENT: _("Let a contestant join"),
    Verb.SET_FEE: _("Set the fee"),
    Verb.MARK_PAID: _("Noted a payment"),
    Verb.TAKE_BACK_PAYMENT: _("Took a payment back"),
    Verb.GIVE_PENALTY: _("Gave a penalty"),
    Verb.CREATE_SESSION: _("Made a session and its seed"),
    Verb.DEAL_SESSION: _("Dealt the boards"),
    Verb.PLAN_ANEW: _("Planned the rounds anew"),
    Verb.START_SESSION: _("Started the session"),
    Verb.DRAW_ROUND: _("Drew a round"),
    Verb.EXCHANGE: _("Exchanged two contestants in a draw"),
    Verb.UNDO_DRAW: _("Took a draw back"),
    Verb.BEGIN_ROUND: _("Began a round"),
    Verb.END_ROUND: _("Ended a round"),
    Verb.FINISH_SESSION: _("Finished the session"),
    Verb.REVOKE_TABLE_CODE: _("Gave a table a new code"),
    Verb.PRINT_SLIPS: _("Printed hand slips"),
    Verb.CHOOSE_MAKERS: _("Chose who makes up the boards"),
    Verb.GIVE_BOARD: _("Gave a board to a table to make up"),
    Verb.PREPARE_BOARD: _("Opened the hands of a board to make it up"),
    Verb.FINISH_BOARD: _("Finished making up a board"),
    Verb.BOARDS_CAME_READY: _("Noted boards that came ready"),
    Verb.MAKE_BOARD_ANEW: _("Had a board made up anew"),
    Verb.POST_TABLE: _("Entered a result at the table"),
    Verb.POST_CORRECTION: _("Corrected a result"),
    Verb.POST_RULING: _("Ruled on a result"),
    Verb.POST_VOID: _("Said that a board was not played"),
    Verb.TYPE_SLIP: _("Typed a score slip"),
    Verb.ASKED_ABOUT_A_RESULT: _("Was asked about an unlikely result"),
    Verb.CONTRADICTED_RESULT: _("Entered a result that the cards contradict"),
    Verb.REFUSED_RESULT: _("Decided against the cards and was refused"),
    Verb.REVEAL_PLAY: _("Was shown a result before playing the board"),
    Verb.CALL_DIRECTOR: _("Called the director"),
    Verb.ANSWER_CALL: _("Went to a table that called"),
    Verb.CLOSE_CALL: _("Closed a call"),
    Verb.TAKE_BACK_CALL: _("Took a call back"),
    Verb.ANNOUNCE: _("Announced something to every phone"),
    Verb.WITHDRAW_ANNOUNCEMENT: _("Took an announcement away"),
}
"""Every verb as it is read, after whoever acted. It says what was done, and never what came of it."""
