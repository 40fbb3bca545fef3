"""Who is driven: manifests, addresses, builds, tools, commands."""
