"""URLs of corrections, under the event's desk."""

from django.urls import path

from tournaments.web.corrections import boards, merged_tables, rounds, substitutes, tables

CORRECTIONS = "desk/<number:event_id>/wrong/"
TABLE = CORRECTIONS + "table/<number:table_id>/"
SHORTEN = CORRECTIONS + "section/<number:section_id>/late/"
BOARD = CORRECTIONS + "board/<number:board_id>/"

urlpatterns = [
    path(CORRECTIONS, tables.corrections_view, name="corrections"),
    path(TABLE, tables.table_corrections_view, name="corrections_of_table"),
    path(TABLE + "turned/", tables.correction_turned_view, name="correction_turned"),
    path(TABLE + "seats/", tables.correction_seats_view, name="correction_seats"),
    path(TABLE + "opponents/", tables.correction_opponents_view, name="correction_opponents"),
    path(TABLE + "board/", tables.correction_board_view, name="correction_board"),
    path(TABLE + "set/", tables.correction_set_view, name="correction_set"),
    path(TABLE + "results/", tables.correction_results_view, name="correction_results"),
    path(TABLE + "side/", tables.correction_side_view, name="correction_side"),
    path(
        TABLE + "substitute/", substitutes.correction_substitute_view, name="correction_substitute"
    ),
    path(SHORTEN, rounds.correction_last_round_view, name="correction_last_round"),
    path(SHORTEN + "boards/", rounds.correction_fewer_boards_view, name="correction_fewer_boards"),
    path(
        CORRECTIONS + "section/<number:section_id>/rests/",
        merged_tables.correction_merge_tables_view,
        name="correction_sit_outs",
    ),
    path(BOARD, boards.board_corrections_view, name="corrections_of_board"),
    path(BOARD + "fouled/", boards.correction_fouled_view, name="correction_fouled"),
    path(BOARD + "out/", boards.correction_void_board_view, name="correction_void_board"),
]
