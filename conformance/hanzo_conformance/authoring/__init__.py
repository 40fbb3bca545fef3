"""Making the contract: the only place where the harness looks into the reference."""
