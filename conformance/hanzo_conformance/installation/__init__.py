"""Where this program is and what it keeps: data, cache, files of bounded size."""
