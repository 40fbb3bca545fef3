#!/bin/sh
# Adapter: lets hanzo-conformance ask this implementation over standard input and output.
#
# One JSON-RPC 2.0 message a line, read and written with jq. Good for an implementation that is a
# program to be called. A request costs a few processes: an adapter in another language answers a
# hundred times as many in the same time.
set -u

IMPLEMENTATION='{"name": "my-implementation", "version": "0.1.0", "language": "shell"}'

# Every operation that this implementation has, with the function that answers it. What is not
# here is "unsupported" in a run.
OPERATIONS='{
}'
# OPERATIONS='{
#   "example.operation": "first_operation"
# }'

# A function is given params as one line of JSON. It ends with one of
#   result JSON               the answer
#   domain_error CODE TEXT    a specified failure; CODE is compared, TEXT is for people
#   return 1                  the implementation broke; what it says on standard output or standard
#                             error is shown with the verdict
#
# This one answers example.operation: call your implementation here and give its result. What it
# is asked, and what it has to answer: hanzo-conformance show example-file/example-vector
first_operation() {
  params_are "$1" '{"example_member": "string"}' || return
  value=$(printf '%s' "$1" | jq '.example_member')
  echo "example.operation of $value is not written yet"
  return 1
}

# params_are PARAMS TYPES: whether params have exactly these members, each of its type.
params_are() {
  printf '%s' "$1" | jq -e --argjson types "$2" 'map_values(type) == $types' && return
  error -32602 "params are not $2"
  return 1
}

result() {
  json=$(printf '%s' "$1" | jq -cs 'if length == 1 then .[0] else error("not one value") end') &&
    outcome="\"result\":$json"
}

domain_error() { error -32000 "$2" "$(jq -cn --arg code "$1" '{data: {code: $code}}')"; }

# error CODE TEXT [MEMBERS]: a JSON object of further members, such as data.
error() {
  outcome="\"error\":$(jq -cn --argjson code "$1" --arg text "$2" --argjson more "${3:-null}" \
    '{code: $code, message: $text} + $more')"
}

# From a line to two or three: either an empty one and the whole answer, or the function that
# answers, the id and the params; to none for a notification, which has no id and gets no answer.
# shellcheck disable=SC2016 # the dollars are jq's
REQUEST='
  def answer(members): "", ({jsonrpc: "2.0", id: ((objects | .id) // null)} + members | tojson);
  def refuse(code; text): answer({error: {code: code, message: text}});
  def depth: [paths as $path | ($path | length)
    + (getpath($path) | if type == "object" or type == "array" then 1 else 0 end)] | max // 0;
  def identifies: type == "null" or type == "string"
    or (type == "number" and . == floor and fabs <= 9007199254740991);

  if length == 1 then .[0] else error("not one JSON value") end
  | if depth > 64 then error("nested more than 64 deep") else . end
  | if type != "object" then refuse(-32600; "not a request")
    elif (.id | identifies | not) then {id: null} | refuse(-32600; "id is no text and no integer")
    elif (.method | type) != "string" then refuse(-32600; "not a request")
    elif (has("id") | not) then empty
    elif .method == "initialize" then
      if ((.params | objects | .protocol) // null) == 1
      then answer({result: {protocol: 1, implementation: $implementation,
                            operations: ($operations | keys_unsorted)}})
      else refuse(-32602; "this adapter speaks protocol 1")
      end
    elif $operations[.method] == null then refuse(-32601; "no operation " + .method)
    elif (.params | type) != "object" then refuse(-32602; "params is not an object")
    else $operations[.method], (.id | tojson), (.params | tojson)
    end'
LF='
'

# is_strict LINE: whether it has no number that JSON has not and no half of a pair of surrogates,
# which jq would replace.
is_strict() {
  case $1 in
    *[Nn][Aa][Nn]* | *nfinity* | *'\u'[dD][89a-fA-F]*) ;;
    *) return 0 ;;
  esac
  pair='\\u[dD][89abAB][0-9a-fA-F][0-9a-fA-F]\\u[dD][c-fC-F][0-9a-fA-F][0-9a-fA-F]'
  ! printf '%s' "$1" | sed 's/\\\\//g; s/'"$pair"'//g' | grep -q '\\u[dD][89a-fA-F]' &&
    ! printf '%s' "$1" | sed 's/"[^"\\]*\(\\.[^"\\]*\)*"//g' | grep -q '[Nn][Aa][Nn]\|nfinity'
}

while IFS= read -r line || [ -n "$line" ]; do
  asked=$(is_strict "$line" && printf '%s' "$line" | jq -rs --argjson implementation "$IMPLEMENTATION" \
    --argjson operations "$OPERATIONS" "$REQUEST") || {
    echo '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"the line is not JSON"}}'
    continue
  }
  [ -n "$asked" ] || continue
  function=${asked%%"$LF"*} asked=${asked#*"$LF"}
  if [ -z "$function" ]; then
    printf '%s\n' "$asked"
    continue
  fi
  id=${asked%%"$LF"*} params=${asked#*"$LF"} outcome=
  # What it calls must neither read the requests nor write between the answers.
  "$function" "$params" </dev/null >&2
  [ -n "$outcome" ] || error -32603 "$function gave no answer"
  printf '{"jsonrpc":"2.0","id":%s,%s}\n' "$id" "$outcome"
done
