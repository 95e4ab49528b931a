"""The director's guide: its pages in the order of an evening, and which of them helps on which
screen."""

from django.utils.translation import gettext_noop as _

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

ABOUT = {
    "before": _("What you need in the hall, what to print, and how to practise."),
    "making": _("Name, number and time; then choose how everybody moves."),
    "starting": _("The steps from the list of names to round 1."),
    "playing": _("What the desk shows, and how a round ends."),
    "results": _("What to do when two sides say different things."),
    "wrong": _("Wrong seats, wrong boards: see what changes, then correct."),
    "people": _("Somebody comes late, goes home, or plays for another."),
    "clock": _("More time, a pause, and how to end earlier."),
    "rulings": _("Decide a result, give an award, subtract a penalty."),
    "ending": _("Publish the results, and undo what was a mistake."),
}
"""What each is about, in half a sentence, for the contents."""

_SCREENS = {
    "before": (
        "desk",
        "paper",
        "poster",
        "emergency_sheet",
        "table_sheets",
        "result_uploads",
        "section_import",
        "section_export",
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
