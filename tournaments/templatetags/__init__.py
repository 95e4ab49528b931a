"""Template tags and filters that format values. They decide nothing."""
