#!/bin/sh
# The gate for any CI system: puts every vector to one implementation and ends as the run does.
#
#   ci/gate.sh IMPLEMENTATION [OPTION]...
#
# IMPLEMENTATION is a name, the path of a manifest or an address; each OPTION is one of
# `hanzo-conformance run`, such as --domain=sse. An operation that is missing is red: a gate for
# some domains names them.
#
# Environment, all of it optional:
#   GATE_OPTIONS                more options, one a line
#   GATE_REPORTS                folder for the reports, conformance-reports by default
#   GATE_FORMATS                which reports, "json junit" by default
#   HANZO_CONFORMANCE           the program; by default what PATH has, else it is installed
#   HANZO_CONFORMANCE_PACKAGE   what pip installs then; by default the checkout of this file. A copy
#                               of it has none: name a commit, as no package index has it yet, with
#                               git+https://HOST/OWNER/REPOSITORY@COMMIT
#   HANZO_CONFORMANCE_CONTAIN   whether adapters are contained: require on Linux, else auto, or off
#   PYTHON                      the interpreter for that, python3 by default
#
# Exit status: 0 conformant, 1 diverges, 2 usage or configuration, 3 could not be installed, built or
# started, 4 incomplete, 70 a mistake of the harness, 130 interrupted. Everything but 0 is red.
set -eu

if [ $# -eq 0 ]; then
  echo 'usage: ci/gate.sh IMPLEMENTATION [OPTION]...' >&2
  exit 2
fi
implementation=$1
shift

while IFS= read -r option; do
  [ -z "$option" ] || set -- "$@" "$option"
done <<END
${GATE_OPTIONS:-}
END

for option in "$@"; do
  case $option in
    -h | --help)
      echo "gate: red, $option asks how a run is used, and nothing would be judged" >&2
      exit 2
      ;;
  esac
done

reports=${GATE_REPORTS:-conformance-reports}
for format in ${GATE_FORMATS:-json junit}; do
  case $format in
    junit) file=conformance.xml ;;
    markdown) file=conformance.md ;;
    badge) file=conformance.svg ;;
    badge-json) file=conformance-badge.json ;;
    events) file=conformance.jsonl ;;
    *) file=conformance.$format ;;
  esac
  set -- "$@" --report "$format=$reports/$file"
done

installed=
trap '[ -z "$installed" ] || rm -rf "$installed"' EXIT
trap 'exit 130' INT TERM
program=${HANZO_CONFORMANCE:-$(command -v hanzo-conformance || true)}
if [ -z "$program" ]; then
  package=${HANZO_CONFORMANCE_PACKAGE:-}
  if [ -z "$package" ]; then
    package=$(dirname "$0")/..
    if ! grep -qs '^name = "hanzo-conformance"$' "$package/pyproject.toml"; then
      echo 'gate: red, nothing says what to install: set HANZO_CONFORMANCE_PACKAGE to a commit of' \
        'the harness, git+https://HOST/OWNER/REPOSITORY@COMMIT'
      exit 2
    fi
  fi
  if ! { installed=$(mktemp -d) &&
    "${PYTHON:-python3}" -m venv "$installed" &&
    "$installed/bin/pip" install --quiet --disable-pip-version-check "$package"; }; then
    echo "gate: red, the harness could not be installed from $package: see the error above"
    exit 3
  fi
  program=$installed/bin/hanzo-conformance
fi

# An implementation under test reaches its workspace and nothing else, or there is no run.
# Only Linux has the means.
case $(uname) in
  Linux) : "${HANZO_CONFORMANCE_CONTAIN:=require}" ;;
  *) : "${HANZO_CONFORMANCE_CONTAIN:=auto}" ;;
esac
export HANZO_CONFORMANCE_CONTAIN

status=0
"$program" run --impl "$implementation" --require "$@" || status=$?
case $status in
  0) echo 'gate: green' ;;
  1) echo 'gate: red, it diverges: each divergence above has a line to replay it' ;;
  2) echo 'gate: red, it was asked wrongly: see the error above' ;;
  3) echo "gate: red, it could not be built or started: hanzo-conformance doctor $implementation" ;;
  70) echo 'gate: red, the harness made a mistake of its own: see the error above' ;;
  4) echo 'gate: red, it is incomplete: see what was not judged above' ;;
  *) echo "gate: red, the run ended with status $status" ;;
esac
exit "$status"
