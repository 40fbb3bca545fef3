"""Any input, asked to the reference and to implementations: what they answer, side by side."""
