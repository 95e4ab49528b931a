"""Addresses of the pages: players at a table, directors at the desk, and the public."""

from django.contrib.auth.views import LogoutView
from django.urls import path
from django.views.i18n import set_language

from tournaments.web import (
    decisions,
    demo,
    desk_calls,
    desk_making,
    director,
    draws,
    events,
    health,
    members,
    movement_report,
    pairs,
    paper,
    penalties,
    people,
    places,
    preparing,
    public,
    sheets,
    sign_in,
    table,
    table_calls,
    typing,
)

EVENT = "<slug:club>/<slug:event>/"
SESSION = EVENT + "sessions/<int:session>/"
DESK = "desk/<int:event>/"
PAIRS = DESK + "pairs/"
PEOPLE = "desk/people/<slug:club>/"
PERSON = PEOPLE + "<int:player>/"
CLUB = "desk/club/<int:club>/"

urlpatterns = [
    path("t/", table.find, name="table_find"),
    path("t/<str:code>/", table.room, name="table"),
    path("t/<str:code>/_now", table.now, name="table_now"),
    path("t/<str:code>/side/", table.side, name="table_side"),
    path("t/<str:code>/boards/<int:number>/", table.board, name="table_board"),
    path("t/<str:code>/boards/<int:number>/_state", table.board_state, name="table_board_state"),
    path("language/", set_language, name="set_language"),
    path("sign-in/", sign_in.SignIn.as_view(), name="sign_in"),
    path("sign-out/", LogoutView.as_view(), name="sign_out"),
    path("desk/", events.mine, name="desk"),
    path("desk/new/", events.new, name="event_new"),
    path("desk/new/_game", events.game, name="event_game"),
    path("desk/new/_proposals", events.proposals, name="event_proposals"),
    path(DESK, director.desk, name="event_desk"),
    path(DESK + "_room", director.room, name="desk_room"),
    path(DESK + "deal/", director.deal, name="session_deal"),
    path(DESK + "start/", director.start, name="session_start"),
    path(DESK + "rounds/<int:round_id>/end/", director.end_round, name="round_end"),
    path(DESK + "finish/", director.finish, name="session_finish"),
    path(DESK + "go-on/", director.go_on, name="go_on"),
    path(DESK + "movement/", movement_report.movement_report, name="event_movement_report"),
    path(DESK + "publish/", director.publish, name="event_publish"),
    path(DESK + "results-shown/", director.show_results, name="results_shown"),
    path(DESK + "plays/<int:play>/", director.play, name="desk_play"),
    path(DESK + "tables/<int:table_id>/revoke/", director.revoke, name="table_revoke"),
    path(DESK + "sheets/", sheets.table_sheets, name="table_sheets"),
    path(DESK + "slips/", sheets.slips, name="hand_slips"),
    # rounds that are drawn
    path(DESK + "draw/", draws.draw, name="event_draw"),
    path(DESK + "draw/next/", draws.draw_next, name="draw_next"),
    path(DESK + "draw/<int:round_id>/begin/", draws.begin, name="draw_begin"),
    path(DESK + "draw/<int:round_id>/undo/", draws.undo, name="draw_undo"),
    path(DESK + "draw/<int:round_id>/exchange/", draws.exchange, name="draw_exchange"),
    path(DESK + "paper/pairings/", draws.pairings, name="pairings"),
    # people: who plays in an event, and whom the club knows
    path("desk/new/_suggestions", events.suggestions, name="event_suggestions"),
    path(PAIRS, pairs.pairs, name="event_pairs"),
    path(PAIRS + "movement/", pairs.movement, name="event_movement"),
    path(PAIRS + "fee/", pairs.fee, name="event_fee"),
    path(PAIRS + "<int:contestant>/replace/", pairs.replace, name="contestant_replace"),
    path(PAIRS + "join/", pairs.join, name="contestant_join"),
    path(PAIRS + "<int:contestant>/leave/", pairs.leave, name="contestant_leave"),
    path(PAIRS + "<int:contestant>/withdraw/", pairs.withdraw, name="contestant_withdraw"),
    path(PAIRS + "<int:contestant>/paid/", pairs.paid, name="contestant_paid"),
    path(PAIRS + "<int:contestant>/unpaid/", pairs.unpaid, name="contestant_unpaid"),
    path(DESK + "plays/<int:play>/reveal/", decisions.reveal, name="desk_reveal"),
    path(PEOPLE, people.people, name="people"),
    path(PERSON, people.person, name="person"),
    path(PERSON + "rename/", people.rename, name="person_rename"),
    path(PERSON + "member/", people.member, name="person_member"),
    path(PERSON + "merge/", people.merge, name="person_merge"),
    # penalties
    path(DESK + "penalties/", penalties.penalties, name="penalties"),
    # operation
    path("health", health.health, name="health"),
    path(DESK + "poster/", sheets.poster, name="poster"),
    path(DESK + "plays/<int:play>/enter/", director.enter, name="desk_enter"),
    path("desk/password/", sign_in.OwnPassword.as_view(), name="password"),
    path(CLUB + "clear-demo/", demo.clear, name="clear_demo"),
    path(CLUB + "members/", members.members, name="members"),
    path(CLUB + "members/<int:member>/role/", members.role, name="member_role"),
    path(CLUB + "members/<int:member>/remove/", members.remove, name="member_remove"),
    # paper: what is printed, and slips typed
    path(DESK + "paper/", paper.index, name="paper"),
    path(DESK + "paper/score-slips/", paper.score_slips, name="score_slips"),
    path(DESK + "paper/movement/", paper.movement_cards, name="movement_cards"),
    path(DESK + "paper/hands/", paper.hand_records, name="hand_records"),
    path(DESK + "paper/results/", paper.results, name="printed_results"),
    path(DESK + "typing/", typing.typing, name="typing"),
    path(DESK + "typing/_check", typing.check, name="typing_check"),
    # calls for the director, and announcements
    path("t/<str:code>/_news", table_calls.news, name="table_news"),
    path("t/<str:code>/news/away/", table_calls.away, name="table_news_away"),
    path("t/<str:code>/call/", table_calls.call, name="table_call"),
    path("t/<str:code>/call/<int:call>/never-mind/", table_calls.never_mind, name="table_call_never_mind"),
    path(DESK + "_calls", desk_calls.calls, name="desk_calls"),
    path(DESK + "calls/<int:call>/coming/", desk_calls.coming, name="call_coming"),
    path(DESK + "calls/<int:call>/done/", desk_calls.done, name="call_done"),
    path(DESK + "announce/", desk_calls.announce, name="announce"),
    path(
        DESK + "announcements/<int:announcement>/withdraw/", desk_calls.withdraw, name="announcement_withdraw"
    ),
    # boards made up from packs of cards
    path("t/<str:code>/prepare/", preparing.mine, name="table_prepare"),
    path("t/<str:code>/prepare/<int:number>/", preparing.board, name="table_prepare_board"),
    path(DESK + "prepare/", desk_making.making, name="desk_prepare"),
    path(DESK + "prepare/ready/", desk_making.ready, name="prepare_ready"),
    path(DESK + "prepare/<int:number>/", desk_making.board, name="desk_prepare_board"),
    path(DESK + "prepare/<int:number>/give/", desk_making.give, name="prepare_give"),
    path(DESK + "prepare/<int:number>/anew/", desk_making.anew, name="prepare_anew"),
    path("", public.home, name="home"),
    path("<slug:club>/", public.club, name="club"),
    path(EVENT, public.standings, name="standings"),
    path(EVENT + "_standings", public.standings_fragment, name="standings_fragment"),
    # the course of an event
    path(EVENT + "places/", places.places, name="places"),
    path(EVENT + "places.svg", places.picture, name="places_picture"),
    path(EVENT + "rounds/", public.rounds, name="rounds"),
    path(EVENT + "contestants/<int:number>/", public.scorecard, name="scorecard"),
    path(SESSION + "boards/<int:number>/", public.traveller, name="traveller"),
    path(SESSION + "deals/", public.deals, name="deals"),
    path(SESSION + "deals.json", public.deals_file, name="deals_file"),
]
