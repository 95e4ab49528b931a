"""URLs of the desk of an event."""

from django.urls import path

from tournaments.web.desk import (
    board_preparation,
    calls,
    clock,
    draws,
    events,
    penalties,
    phones,
    presence,
    session,
)

DESK = "desk/<number:event_id>/"
ANNOUNCEMENT = DESK + "announcements/<number:announcement_id>/"
CLOCK = DESK + "clock/"

urlpatterns = [
    path("desk/", events.desk_view, name="desk"),
    path("desk/rehearse/<number:club_id>/", events.rehearse_view, name="rehearse"),
    path(DESK + "rehearsal/again/", events.restart_rehearsal_view, name="restart_rehearsal"),
    path(DESK + "rehearsal/remove/", events.remove_rehearsal_view, name="remove_rehearsal"),
    path(DESK, session.event_desk_view, name="event_desk"),
    path(DESK + "_room", session.desk_update_view, name="desk_update"),
    path(DESK + "deal/", session.session_deal_view, name="session_deal"),
    path(DESK + "start/", session.session_start_view, name="session_start"),
    path(DESK + "rounds/<number:round_id>/end/", session.round_end_view, name="round_end"),
    path(
        DESK + "rounds/everywhere/<number:number>/end/",
        session.round_end_everywhere_view,
        name="round_end_everywhere",
    ),
    path(
        DESK + "sections/<number:section_id>/start/",
        session.section_start_view,
        name="section_start",
    ),
    path(DESK + "finish/", session.session_finish_view, name="session_finish"),
    path(DESK + "phones/", phones.desk_phones_view, name="desk_phones"),
    path(DESK + "phones/let-in/", phones.link_phones_view, name="link_phones"),
    path(
        DESK + "phones/<number:device_id>/let-in/",
        phones.link_phone_view,
        name="link_phone",
    ),
    path(
        DESK + "phones/<number:device_id>/leave/",
        phones.acknowledge_unlinked_phone_view,
        name="acknowledge_unlinked_phone",
    ),
    path(
        DESK + "phones/<number:device_id>/release/",
        phones.unlink_phone_view,
        name="unlink_phone",
    ),
    path(DESK + "draw/", draws.event_draw_view, name="event_draw"),
    path(DESK + "draw/next/", draws.draw_next_view, name="draw_next"),
    path(DESK + "draw/<number:round_id>/begin/", draws.draw_begin_view, name="draw_begin"),
    path(DESK + "draw/<number:round_id>/undo/", draws.draw_undo_view, name="draw_undo"),
    path(DESK + "draw/<number:round_id>/again/", draws.draw_again_view, name="draw_again"),
    path(DESK + "draw/<number:round_id>/exchange/", draws.draw_swap_view, name="draw_swap"),
    path(DESK + "paper/pairings/", draws.pairings_view, name="pairings"),
    path(DESK + "penalties/", penalties.penalties_view, name="penalties"),
    path(DESK + "_calls", calls.desk_calls_view, name="desk_calls"),
    path(DESK + "calls/<number:call_id>/coming/", calls.answer_call_view, name="answer_call"),
    path(DESK + "calls/<number:call_id>/done/", calls.close_call_view, name="close_call"),
    path(DESK + "announce/", calls.announce_view, name="announce"),
    path(
        ANNOUNCEMENT + "withdraw/", calls.withdraw_announcement_view, name="withdraw_announcement"
    ),
    path(DESK + "prepare/", board_preparation.board_preparation_view, name="board_preparation"),
    path(
        DESK + "prepare/ready/", board_preparation.mark_boards_ready_view, name="mark_boards_ready"
    ),
    path(
        DESK + "prepare/<number:number>/",
        board_preparation.prepare_board_view,
        name="prepare_board",
    ),
    path(
        DESK + "prepare/<number:number>/give/",
        board_preparation.assign_board_preparation_view,
        name="assign_board_preparation",
    ),
    path(
        DESK + "prepare/<number:number>/anew/",
        board_preparation.restart_board_preparation_view,
        name="restart_board_preparation",
    ),
    path(DESK + "plays/<number:play_id>/_on_it", presence.desk_presence_view, name="desk_presence"),
    path(CLOCK, clock.event_clock_view, name="event_clock"),
    path(DESK + "_clock", clock.desk_clock_view, name="desk_clock"),
    path(CLOCK + "give/", clock.clock_add_minutes_view, name="clock_add_minutes"),
    path(CLOCK + "stop/", clock.clock_pause_view, name="clock_pause"),
    path(CLOCK + "resume/", clock.clock_resume_view, name="clock_resume"),
]
