"""One file for each verb: parse options, call, print, exit code. No logic."""
