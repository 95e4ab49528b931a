"""What is read of standings: snapshots, rankings and explanations."""
