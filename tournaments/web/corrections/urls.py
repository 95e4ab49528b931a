"""Addresses of what went wrong, beside those of its event's desk."""

from django.urls import path

from tournaments.web.corrections import boards, merged_tables, rounds, substitutes, tables

WRONG = "desk/<number:event>/wrong/"
TABLE = WRONG + "table/<number:table>/"
LATE = WRONG + "section/<number:section>/late/"
BOARD = WRONG + "board/<number:board>/"

urlpatterns = [
    path(WRONG, tables.repairs_view, name="repairs"),
    path(TABLE, tables.repairs_table_view, name="repairs_table"),
    path(TABLE + "turned/", tables.repair_turned_view, name="repair_turned"),
    path(TABLE + "seats/", tables.repair_seats_view, name="repair_seats"),
    path(TABLE + "opponents/", tables.repair_opponents_view, name="repair_opponents"),
    path(TABLE + "board/", tables.repair_board_view, name="repair_board"),
    path(TABLE + "set/", tables.repair_set_view, name="repair_set"),
    path(TABLE + "results/", tables.repair_results_view, name="repair_results"),
    path(TABLE + "side/", tables.repair_side_view, name="repair_side"),
    path(TABLE + "substitute/", substitutes.repair_substitute_view, name="repair_substitute"),
    path(LATE, rounds.repair_last_round_view, name="repair_last_round"),
    path(LATE + "boards/", rounds.repair_fewer_boards_view, name="repair_fewer_boards"),
    path(
        WRONG + "section/<number:section>/rests/",
        merged_tables.repair_rests_view,
        name="repair_rests",
    ),
    path(BOARD, boards.repairs_of_board_view, name="repairs_of_board"),
    path(BOARD + "fouled/", boards.repair_fouled_view, name="repair_fouled"),
    path(BOARD + "out/", boards.repair_out_view, name="repair_out"),
]
