"""URLs of pages to print."""

from django.urls import path

from tournaments.web.paper import views

DESK = "desk/<number:event_id>/"

urlpatterns = [
    path(DESK + "paper/", views.paper_view, name="paper"),
    path(DESK + "paper/score-slips/", views.score_slips_view, name="score_slips"),
    path(DESK + "paper/movement/", views.movement_cards_view, name="movement_cards"),
    path(DESK + "paper/seats/", views.seat_lists_view, name="seat_lists"),
    path(DESK + "paper/hands/", views.hand_records_view, name="hand_records"),
    path(DESK + "paper/results/", views.printed_results_view, name="printed_results"),
    path(
        DESK + "tables/<number:table_id>/revoke/",
        views.table_code_revoke_view,
        name="table_code_revoke",
    ),
    path(DESK + "tables/<number:table_id>/code/", views.table_code_view, name="table_code"),
    path(DESK + "sheets/", views.table_sheets_view, name="table_sheets"),
    path(DESK + "slips/", views.hand_slips_view, name="hand_slips"),
    path(DESK + "poster/", views.poster_view, name="poster"),
    path(DESK + "paper/worst-evening/", views.emergency_sheet_view, name="emergency_sheet"),
]
