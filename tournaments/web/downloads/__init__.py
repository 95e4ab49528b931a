"""To take along: standings, travellers, scorecards and seats as files for spreadsheets and
programs."""
