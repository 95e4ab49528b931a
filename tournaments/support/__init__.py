"""What several layers need and no layer owns."""
