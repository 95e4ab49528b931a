"""What tests are played on: evenings, drawn rounds, random events, scripts of acts and the plain
rules."""
