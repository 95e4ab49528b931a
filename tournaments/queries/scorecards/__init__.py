"""Read the scorecards of contestants and teams."""
