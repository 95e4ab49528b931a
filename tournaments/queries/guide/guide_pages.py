"""The director's guide: its pages in the order of an evening, and which of them helps on which
screen."""

GUIDE_PAGES = (
    "before",
    "making",
    "starting",
    "playing",
    "results",
    "wrong",
    "people",
    "clock",
    "rulings",
    "ending",
)
"""By the names of their files in docs/clubs/guide, the same in every language."""

_SCREENS = {
    "before": (
        "desk",
        "paper",
        "poster",
        "worst_evening",
        "table_sheets",
        "deliveries",
        "section_open",
        "section_send",
    ),
    "making": ("event_new", "event_copy", "event_edit", "event_movement_report"),
    "starting": (
        "event_sections",
        "event_draw",
        "pairings",
        "hand_slips",
        "score_slips",
        "movement_cards",
        "seat_lists",
        "desk_board_making",
        "desk_make_board",
    ),
    "playing": ("event_desk", "announce", "desk_phones"),
    "results": ("desk_play", "desk_enter", "desk_reveal", "typing"),
    "wrong": (
        "repairs",
        "repairs_table",
        "repair_turned",
        "repair_opponents",
        "repair_board",
        "repair_results",
        "repair_set",
        "repair_seats",
        "repair_side",
        "repairs_of_board",
        "repair_fouled",
        "repair_out",
    ),
    "people": (
        "event_contestants",
        "event_movement",
        "contestant_replace",
        "contestant_place",
        "event_categories",
        "repair_substitute",
        "repair_leaves",
        "repair_joins",
        "repair_joined",
        "repair_rests",
        "event_line_ups",
        "event_team_links",
    ),
    "clock": ("event_clock", "repair_last_round", "repair_fewer_boards"),
    "rulings": ("desk_awards", "penalties"),
    "ending": (
        "hand_records",
        "printed_results",
        "acts",
        "act_undo",
        "act_restore",
        "act_restore_before",
        "event_finals",
        "event_delete",
        "archived_events",
    ),
}

GUIDE_PAGE_OF = {screen: page for page, screens in _SCREENS.items() for screen in screens}
"""By the name of a screen's address."""
