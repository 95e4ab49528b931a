"""Addresses of the pages: players at a table, directors at the desk, and the public."""

from django.contrib.auth.views import LoginView, LogoutView
from django.urls import path

from tournaments.web import director, events, paper, public, sheets, table, typing

EVENT = "<slug:club>/<slug:event>/"
SESSION = EVENT + "sessions/<int:session>/"
DESK = "desk/<int:event>/"

urlpatterns = [
    path("t/", table.find, name="table_find"),
    path("t/<str:code>/", table.room, name="table"),
    path("t/<str:code>/_now", table.now, name="table_now"),
    path("t/<str:code>/side/", table.side, name="table_side"),
    path("t/<str:code>/boards/<int:number>/", table.board, name="table_board"),
    path("t/<str:code>/boards/<int:number>/_state", table.board_state, name="table_board_state"),
    path("sign-in/", LoginView.as_view(template_name="director/sign_in.html"), name="sign_in"),
    path("sign-out/", LogoutView.as_view(), name="sign_out"),
    path("desk/", events.mine, name="desk"),
    path("desk/new/", events.new, name="event_new"),
    path("desk/new/_proposals", events.proposals, name="event_proposals"),
    path(DESK, director.desk, name="event_desk"),
    path(DESK + "_room", director.room, name="desk_room"),
    path(DESK + "deal/", director.deal, name="session_deal"),
    path(DESK + "start/", director.start, name="session_start"),
    path(DESK + "rounds/<int:round_id>/end/", director.end_round, name="round_end"),
    path(DESK + "finish/", director.finish, name="session_finish"),
    path(DESK + "publish/", director.publish, name="event_publish"),
    path(DESK + "plays/<int:play>/", director.play, name="desk_play"),
    path(DESK + "tables/<int:table_id>/revoke/", director.revoke, name="table_revoke"),
    path(DESK + "sheets/", sheets.table_sheets, name="table_sheets"),
    path(DESK + "slips/", sheets.slips, name="hand_slips"),
    # paper: what is printed, and slips typed
    path(DESK + "paper/", paper.index, name="paper"),
    path(DESK + "paper/score-slips/", paper.score_slips, name="score_slips"),
    path(DESK + "paper/movement/", paper.movement_cards, name="movement_cards"),
    path(DESK + "paper/hands/", paper.hand_records, name="hand_records"),
    path(DESK + "paper/results/", paper.results, name="printed_results"),
    path(DESK + "typing/", typing.typing, name="typing"),
    path(DESK + "typing/_check", typing.check, name="typing_check"),
    path("", public.home, name="home"),
    path("<slug:club>/", public.club, name="club"),
    path(EVENT, public.standings, name="standings"),
    path(EVENT + "_standings", public.standings_fragment, name="standings_fragment"),
    path(EVENT + "rounds/", public.rounds, name="rounds"),
    path(EVENT + "contestants/<int:number>/", public.scorecard, name="scorecard"),
    path(SESSION + "boards/<int:number>/", public.traveller, name="traveller"),
    path(SESSION + "deals/", public.deals, name="deals"),
    path(SESSION + "deals.json", public.deals_file, name="deals_file"),
]
