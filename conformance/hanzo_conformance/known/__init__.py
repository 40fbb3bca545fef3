"""What a baseline says: differences that are known, each named and explained."""
