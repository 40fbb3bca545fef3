"""Where data lies and how it is read: vectors, schemas, manifests, builds."""
