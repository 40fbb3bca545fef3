// The one warning of a process that still asks for @hanzo/repl. Spec: REN-9

process.emitWarning("@hanzo/repl is now called @hanzo/dev: install @hanzo/dev instead", {
  type: "DeprecationWarning",
  code: "HANZO_REPL",
});
