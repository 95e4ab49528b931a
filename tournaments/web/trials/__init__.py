"""Trial deals of a game against random players, for anybody; nothing is stored."""
