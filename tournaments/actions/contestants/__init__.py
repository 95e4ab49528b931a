"""Actions on contestants: registration, fees, attendance, arrivals and departures."""
