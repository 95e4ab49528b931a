"""Addresses of the desk: what directors and scorers do about one event."""

from django.urls import path

from tournaments.web.desk import (
    board_making,
    calls,
    contestants,
    decisions,
    draws,
    events,
    movement,
    paper,
    penalties,
    phones,
    score_slips,
    session,
    sheets,
)

DESK = "desk/<number:event>/"
ANNOUNCEMENT = DESK + "announcements/<number:announcement>/"
CONTESTANTS = DESK + "contestants/"
CONTESTANT = CONTESTANTS + "<number:contestant>/"

urlpatterns = [
    path("desk/", events.desk_view, name="desk"),
    path("desk/rehearse/<number:club>/", events.rehearse_view, name="rehearse"),
    path(DESK + "rehearsal/again/", events.rehearsal_again_view, name="rehearsal_again"),
    path(DESK + "rehearsal/remove/", events.rehearsal_remove_view, name="rehearsal_remove"),
    path(DESK, session.event_desk_view, name="event_desk"),
    path(DESK + "_room", session.desk_room_view, name="desk_room"),
    path(DESK + "deal/", session.session_deal_view, name="session_deal"),
    path(DESK + "start/", session.session_start_view, name="session_start"),
    path(DESK + "rounds/<number:round_id>/end/", session.round_end_view, name="round_end"),
    path(
        DESK + "rounds/everywhere/<number:number>/end/",
        session.round_end_everywhere_view,
        name="round_end_everywhere",
    ),
    path(
        DESK + "sections/<number:section>/start/", session.section_start_view, name="section_start"
    ),
    path(DESK + "finish/", session.session_finish_view, name="session_finish"),
    path(DESK + "movement/", movement.event_movement_report_view, name="event_movement_report"),
    path(DESK + "plays/<number:play>/", decisions.desk_play_view, name="desk_play"),
    path(DESK + "late/", decisions.late_accept_view, name="late_accept"),
    path(DESK + "tables/<number:table_id>/revoke/", sheets.table_revoke_view, name="table_revoke"),
    path(DESK + "tables/<number:table_id>/code/", sheets.table_code_view, name="table_code"),
    path(DESK + "phones/", phones.desk_phones_view, name="desk_phones"),
    path(
        DESK + "phones/<number:device>/let-in/",
        phones.desk_phone_let_in_view,
        name="desk_phone_let_in",
    ),
    path(
        DESK + "phones/<number:device>/leave/",
        phones.desk_phone_leave_view,
        name="desk_phone_leave",
    ),
    path(
        DESK + "phones/<number:device>/release/",
        phones.desk_phone_release_view,
        name="desk_phone_release",
    ),
    path(DESK + "sheets/", sheets.table_sheets_view, name="table_sheets"),
    path(DESK + "slips/", sheets.hand_slips_view, name="hand_slips"),
    path(DESK + "draw/", draws.event_draw_view, name="event_draw"),
    path(DESK + "draw/next/", draws.draw_next_view, name="draw_next"),
    path(DESK + "draw/<number:round_id>/begin/", draws.draw_begin_view, name="draw_begin"),
    path(DESK + "draw/<number:round_id>/undo/", draws.draw_undo_view, name="draw_undo"),
    path(DESK + "draw/<number:round_id>/again/", draws.draw_again_view, name="draw_again"),
    path(DESK + "draw/<number:round_id>/exchange/", draws.draw_swap_view, name="draw_swap"),
    path(DESK + "paper/pairings/", draws.pairings_view, name="pairings"),
    path(CONTESTANTS, contestants.event_contestants_view, name="event_contestants"),
    path(CONTESTANTS + "movement/", contestants.event_movement_view, name="event_movement"),
    path(CONTESTANTS + "fee/", contestants.event_fee_view, name="event_fee"),
    path(
        CONTESTANT + "replace/",
        contestants.contestant_replace_view,
        name="contestant_replace",
    ),
    path(
        CONTESTANT + "withdraw/",
        contestants.contestant_withdraw_view,
        name="contestant_withdraw",
    ),
    path(CONTESTANT + "paid/", contestants.contestant_paid_view, name="contestant_paid"),
    path(CONTESTANT + "unpaid/", contestants.contestant_unpaid_view, name="contestant_unpaid"),
    path(DESK + "plays/<number:play>/reveal/", decisions.desk_reveal_view, name="desk_reveal"),
    path(DESK + "penalties/", penalties.penalties_view, name="penalties"),
    path(DESK + "poster/", sheets.poster_view, name="poster"),
    path(DESK + "plays/<number:play>/enter/", decisions.desk_enter_view, name="desk_enter"),
    path(DESK + "paper/", paper.paper_view, name="paper"),
    path(DESK + "paper/score-slips/", paper.score_slips_view, name="score_slips"),
    path(DESK + "paper/movement/", paper.movement_cards_view, name="movement_cards"),
    path(DESK + "paper/seats/", paper.seat_lists_view, name="seat_lists"),
    path(DESK + "paper/hands/", paper.hand_records_view, name="hand_records"),
    path(DESK + "paper/results/", paper.printed_results_view, name="printed_results"),
    path(DESK + "paper/worst-evening/", sheets.worst_evening_view, name="worst_evening"),
    path(DESK + "typing/", score_slips.typing_view, name="typing"),
    path(DESK + "typing/_check", score_slips.typing_check_view, name="typing_check"),
    path(DESK + "_calls", calls.desk_calls_view, name="desk_calls"),
    path(DESK + "calls/<number:call>/coming/", calls.call_coming_view, name="call_coming"),
    path(DESK + "calls/<number:call>/done/", calls.call_done_view, name="call_done"),
    path(DESK + "announce/", calls.announce_view, name="announce"),
    path(
        ANNOUNCEMENT + "withdraw/",
        calls.announcement_withdraw_view,
        name="announcement_withdraw",
    ),
    path(DESK + "prepare/", board_making.desk_board_making_view, name="desk_board_making"),
    path(DESK + "prepare/ready/", board_making.boards_ready_view, name="boards_ready"),
    path(
        DESK + "prepare/<number:number>/", board_making.desk_make_board_view, name="desk_make_board"
    ),
    path(DESK + "prepare/<number:number>/give/", board_making.making_give_view, name="making_give"),
    path(DESK + "prepare/<number:number>/anew/", board_making.making_anew_view, name="making_anew"),
]
