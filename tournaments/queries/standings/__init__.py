"""Read standings: snapshots, rankings and explanations."""
