"""What is read for printing and for spreadsheets."""
