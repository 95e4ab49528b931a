"""The tables of declarations of all games, line by line as their sources give them."""

from dataclasses import replace

from games.tarot.declarations import (
    Declaration,
    DeclarationTable,
    Nomination,
    mark_rare,
    simple_declaration,
)
from games.tarot.pack import SUITS
from games.tarot.requirements import (
    any_of_low,
    any_of_top,
    at_least_triumphs,
    at_least_trumps,
    card,
    court,
    four_of_rank,
    king_and_court,
    kings,
    low_trumps,
    matadors,
    tarots,
    top_trumps,
    with_fool,
)
from games.text import gettext_noop as _

_COURTS = {
    "S": _("Court of swords"),
    "B": _("Court of batons"),
    "C": _("Court of cups"),
    "D": _("Court of coins"),
}
_COURTS_WITH_FOOL = {
    "S": _("Court of swords and the Fool"),
    "B": _("Court of batons and the Fool"),
    "C": _("Court of cups and the Fool"),
    "D": _("Court of coins and the Fool"),
}
_THREE_OF_COURT = {
    "S": _("Three of the court of swords"),
    "B": _("Three of the court of batons"),
    "C": _("Three of the court of cups"),
    "D": _("Three of the court of coins"),
}
_THREE_OF_COURT_WITH_FOOL = {
    "S": _("Three of the court of swords and the Fool"),
    "B": _("Three of the court of batons and the Fool"),
    "C": _("Three of the court of cups and the Fool"),
    "D": _("Three of the court of coins and the Fool"),
}
_KINGS_AND_TWO_WITH_FOOL = {
    "S": _("King of swords, two of its court and the Fool"),
    "B": _("King of batons, two of its court and the Fool"),
    "C": _("King of cups, two of its court and the Fool"),
    "D": _("King of coins, two of its court and the Fool"),
}


def _courts(worth: int) -> tuple[Declaration, ...]:
    return tuple(
        simple_declaration(_court_category(suit), _COURTS[suit], worth, court(suit))
        for suit in SUITS
    )


def _court_category(suit: str) -> str:
    """Return the category of a suit's court, which is also the name of the whole court."""
    return f"court_{suit.lower()}"


# The rules of 1637. The Fool is one of the triumphs, so it counts among ten, fifteen or twenty.
FRANCE_1637 = DeclarationTable(
    (
        simple_declaration("belle", _("La belle (ace of coins)"), 1, card("D1")),
        simple_declaration("tarots_4", _("Four Tarots"), 1, tarots(4), "tarots"),
        simple_declaration("tarots_5", _("Five Tarots"), 2, tarots(5), "tarots"),
        simple_declaration("tarots_6", _("Six Tarots"), 3, tarots(6), "tarots"),
        simple_declaration("tarots_7", _("Seven Tarots"), 4, tarots(7), "tarots"),
        simple_declaration(
            "tarots_7_belle", _("Seven Tarots and la belle"), 5, tarots(7) + card("D1"), "tarots"
        ),
        simple_declaration("kings_3", _("Three Kings"), 1, kings(3), "kings"),
        simple_declaration("kings_4", _("Four Kings"), 3, kings(4), "kings"),
        simple_declaration(
            "kings_2_fool", _("Two Kings and the Fool"), 1, with_fool(kings(2)), "kings_fool"
        ),
        simple_declaration(
            "kings_3_fool", _("Three Kings and the Fool"), 2, with_fool(kings(3)), "kings_fool"
        ),
        simple_declaration(
            "kings_4_fool", _("Four Kings and the Fool"), 6, with_fool(kings(4)), "kings_fool"
        ),
        simple_declaration("trumps_10", _("Ten trumps"), 1, at_least_triumphs(10), "trumps"),
        simple_declaration("trumps_15", _("Fifteen trumps"), 2, at_least_triumphs(15), "trumps"),
        simple_declaration("trumps_20", _("Twenty trumps"), 3, at_least_triumphs(20), "trumps"),
        *mark_rare(
            *_courts(1),
            simple_declaration("queens", _("Four Queens"), 1, four_of_rank("Q")),
            simple_declaration("cavaliers", _("Four Cavaliers"), 1, four_of_rank("C")),
            simple_declaration("jacks", _("Four Jacks"), 1, four_of_rank("J")),
            simple_declaration("top_4", _("Four highest trumps"), 1, top_trumps(4), "top"),
            simple_declaration("top_5", _("Five highest trumps"), 2, top_trumps(5), "top"),
            simple_declaration("top_6", _("Six highest trumps"), 3, top_trumps(6), "top"),
            simple_declaration("low_4", _("Four lowest trumps"), 1, low_trumps(4), "low"),
            simple_declaration("low_5", _("Five lowest trumps"), 2, low_trumps(5), "low"),
            simple_declaration("low_6", _("Six lowest trumps"), 3, low_trumps(6), "low"),
        ),
    ),
    Nomination(1, names_opponent=False),
)


def france_1637_declarations(allows_both_sevens: bool, limits_fours: bool) -> DeclarationTable:
    """Return the table of 1637 under its options.

    With `allows_both_sevens` seven Tarots, and seven Tarots with la belle, may both be declared.
    With `limits_fours` only one of four Queens, four Cavaliers and four Jacks may be declared.
    """
    categories = {"tarots_7_belle": ("tarots_7_belle",)} if allows_both_sevens else {}
    categories |= (
        dict.fromkeys(("queens", "cavaliers", "jacks"), ("fours",)) if limits_fours else {}
    )
    return replace(
        FRANCE_1637,
        declarations=tuple(
            replace(declaration, categories=categories[declaration.name], is_rare=True)
            if declaration.name in categories
            else declaration
            for declaration in FRANCE_1637.declarations
        ),
    )


# The game described in the Monde primitif of 1781.
FRANCE_1781 = DeclarationTable(
    (
        simple_declaration("matadors", _("XXI, I and the Fool"), 15, matadors()),
        simple_declaration("trumps_10", _("Ten trumps"), 10, at_least_trumps(10), "trumps"),
        simple_declaration("trumps_13", _("Thirteen trumps"), 15, at_least_trumps(13), "trumps"),
        *mark_rare(*_courts(5)),
        simple_declaration("top_5", _("Five highest trumps"), 10, top_trumps(5), "top"),
        simple_declaration("low_5", _("Five lowest trumps"), 10, low_trumps(5), "low"),
        simple_declaration(
            "top_3_of_5", _("Three of the five highest trumps"), 5, any_of_top(3, 5), "top"
        ),
        simple_declaration(
            "low_3_of_5", _("Three of the five lowest trumps"), 5, any_of_low(3, 5), "low"
        ),
    ),
    Nomination(5, names_opponent=True),
)

# The Amsterdam booklet of 1846. The Fool serves only one declaration, so it is a category.
NETHERLANDS_1846 = DeclarationTable(
    (
        simple_declaration("trumps_10", _("Ten trumps"), 5, at_least_trumps(10), "trumps"),
        simple_declaration(
            "trumps_9_fool",
            _("Nine trumps and the Fool"),
            5,
            with_fool(at_least_trumps(9)),
            "trumps",
            "fool",
            refund_at=25,
        ),
        simple_declaration("kings_4", _("Four Kings"), 5, kings(4), "kings"),
        simple_declaration(
            "kings_4_fool", _("Four Kings and the Fool"), 10, with_fool(kings(4)), "kings", "fool"
        ),
        simple_declaration(
            "kings_3_fool", _("Three Kings and the Fool"), 5, with_fool(kings(3)), "kings", "fool"
        ),
        *_courts(5),
        *(
            simple_declaration(
                f"court_{suit.lower()}_fool",
                _COURTS_WITH_FOOL[suit],
                10,
                with_fool(court(suit)),
                _court_category(suit),
                "fool",
            )
            for suit in SUITS
        ),
        *(
            simple_declaration(
                f"king_{suit.lower()}_and_2_fool",
                _KINGS_AND_TWO_WITH_FOOL[suit],
                5,
                with_fool(king_and_court(suit, 2)),
                _court_category(suit),
                "fool",
            )
            for suit in SUITS
        ),
        simple_declaration(
            "matadors", _("Matadors (XXI, I and the Fool)"), 5, matadors(), "matadors", "fool"
        ),
    )
)

# Belgium, 1890–1910. Trumps are worth their number: ten for ten, and one for each more.
BELGIUM = DeclarationTable(
    (
        simple_declaration("matadors", _("Matadors (XXI, I and the Fool)"), 15, matadors()),
        *_courts(8),
        *(
            simple_declaration(
                f"court_{suit.lower()}_3_fool",
                _THREE_OF_COURT_WITH_FOOL[suit],
                4,
                with_fool(court(suit, 3)),
                _court_category(suit),
            )
            for suit in SUITS
        ),
        simple_declaration("kings_4", _("Four Kings"), 12, kings(4), "kings"),
        simple_declaration(
            "kings_3_fool", _("Three Kings and the Fool"), 10, with_fool(kings(3)), "kings"
        ),
        simple_declaration("kings_3", _("Three Kings"), 8, kings(3), "kings"),
        simple_declaration(
            "kings_2_fool", _("Two Kings and the Fool"), 4, with_fool(kings(2)), "kings"
        ),
        Declaration(
            "trumps",
            _("Ten or more trumps"),
            10,
            at_least_trumps,
            ("trumps",),
            worth_per_extra=1,
            min_number=10,
            max_number=21,
        ),
    )
)


def german_declarations(
    matador: int = 10,
    further_matador: int = 5,
    cavallerie: int = 10,
    trump_count: int = 10,
    further_trump: int = 0,
    refund_at: int | None = None,
) -> DeclarationTable:
    """Return the table of Germany in the middle of the eighteenth century.

    The books differ in the worths. Half a court (Cavallerie) can be declared only if a whole one is
    worth ten. With `trump_count` 0, trumps are not declared. `refund_at` is the highest number of
    card points with which ten trumps are refunded.
    """
    return DeclarationTable(
        (
            _matadors(matador, further_matador),
            *_courts(cavallerie),
            *(_half_courts() if cavallerie == 10 else ()),
            *(_trumps(trump_count, further_trump, refund_at) if trump_count else ()),
            simple_declaration("kings_4", _("Four Kings"), 10, kings(4), "kings"),
            simple_declaration("kings_3", _("Three Kings"), 5, kings(3), "kings"),
        )
    )


def _matadors(worth: int, worth_per_extra: int) -> Declaration:
    if not worth_per_extra:
        return simple_declaration(
            "matadors", _("Matadors (XXI, I and the Fool)"), worth, matadors()
        )
    label = _("Matadors (XXI, I, the Fool, and on from XX)")
    return Declaration(
        "matadors",
        label,
        worth,
        matadors,
        ("matadors",),
        worth_per_extra,
        min_number=3,
        max_number=22,
    )


def _half_courts() -> tuple[Declaration, ...]:
    return tuple(
        simple_declaration(
            f"half_{suit.lower()}", _THREE_OF_COURT[suit], 5, court(suit, 3), _court_category(suit)
        )
        for suit in SUITS
    )


def _trumps(worth: int, worth_per_extra: int, refund_at: int | None) -> tuple[Declaration]:
    if not worth_per_extra:
        return (
            simple_declaration(
                "trumps", _("Ten trumps"), worth, at_least_trumps(10), refund_at=refund_at
            ),
        )
    label = _("Ten or more trumps")
    return (
        Declaration(
            "trumps", label, worth, at_least_trumps, ("trumps",), worth_per_extra, 10, 21, refund_at
        ),
    )
