"""Actions on results: entries, decisions, drafts, score slips, objections, linked devices."""
