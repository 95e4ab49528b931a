"""What is read for the scorecards of contestants and teams."""
