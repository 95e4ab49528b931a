"""What the API is told and what it tells, as the schema shows it: shape only."""
