"""What is told of a divergence, once for every output."""
