"""What a vector file is and means: strict JSON, places, equality, fixtures, scenarios."""
