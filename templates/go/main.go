// Adapter: lets hanzo-conformance ask this implementation over standard input and output.
//
// One JSON-RPC 2.0 message a line. Standard output is for the protocol only; logs go to standard
// error.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"sort"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

const (
	protocol = 1
	// How deep a message may nest, its own object counted, and the largest integer of all parsers.
	deepest, largest = 64, 1<<53 - 1
	name             = "my-implementation"
	version          = "0.1.0"
)

type response struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  *any            `json:"result,omitempty"`
	Error   *failure        `json:"error,omitempty"`
}

type failure struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
	Data    any    `json:"data,omitempty"`
}

// answer gives the answer to one line; false for a notification, which has no id and gets none.
func answer(line []byte) (response, bool) {
	var request map[string]json.RawMessage
	// The decoder replaces what is not UTF-8 and half of a pair of surrogates without a word.
	if !utf8.Valid(line) || !isStrict(line) || !json.Valid(line) {
		return refusal(nil, -32700, "the line is not JSON as the protocol has it", nil), true
	}
	if json.Unmarshal(line, &request) != nil || !isID(request["id"]) {
		return refusal(nil, -32600, "not a request, or an id that is neither integer nor text", nil), true
	}
	var method *string
	id, asked := request["id"]
	if json.Unmarshal(request["method"], &method) != nil || method == nil {
		return refusal(id, -32600, "not a request", nil), true
	}
	return respond(id, *method, request["params"]), asked
}

// respond gives the answer to a request.
func respond(id json.RawMessage, method string, written json.RawMessage) response {
	operation, known := operations[method]
	if method == "initialize" {
		operation, known = initialize, true
	}
	if !known {
		return refusal(id, -32601, "no operation "+method, nil)
	}
	var given params
	if json.Unmarshal(written, &given) != nil || given == nil {
		return refusal(id, -32602, "params is not an object", nil)
	}
	result, err := guarded(operation, given)
	if err != nil {
		return explain(id, err)
	}
	return response{Version: "2.0", ID: id, Result: &result}
}

// isStrict says whether a line nests no deeper than it may and has no half of a surrogate pair.
func isStrict(line []byte) bool {
	depth, inText := 0, false
	for at := 0; at < len(line); at++ {
		switch mark := line[at]; {
		case inText && mark == '\\':
			unit := escaped(line[at:])
			if utf16.IsSurrogate(unit) {
				if at += 6; at > len(line) || utf16.DecodeRune(unit, escaped(line[at:])) == utf8.RuneError {
					return false
				}
			}
			at++
		case mark == '"':
			inText = !inText
		case inText:
		case mark == '[' || mark == '{':
			if depth++; depth > deepest {
				return false
			}
		case mark == ']' || mark == '}':
			depth--
		}
	}
	return true
}

// escaped gives the code unit of an escape such as \u00e9 that the bytes begin with, or 0.
func escaped(written []byte) rune {
	if len(written) < 6 || written[1] != 'u' {
		return 0
	}
	unit, err := strconv.ParseUint(string(written[2:6]), 16, 16)
	if err != nil {
		return 0
	}
	return rune(unit)
}

// isID says whether an id is absent, null, a text, or an integer that every parser reads.
func isID(id json.RawMessage) bool {
	if id == nil || id[0] == '"' || string(id) == "null" {
		return true
	}
	number, err := strconv.ParseInt(string(id), 10, 64)
	return err == nil && -largest <= number && number <= largest
}

// guarded turns a panic into an error: one failed request must not end the others.
func guarded(operation func(params) (any, error), given params) (result any, err error) {
	defer func() {
		if problem := recover(); problem != nil {
			err = fmt.Errorf("panic: %v", problem)
		}
	}()
	return operation(given)
}

func initialize(given params) (any, error) {
	var spoken int
	if json.Unmarshal(given["protocol"], &spoken) != nil || spoken != protocol {
		return nil, invalidParams(fmt.Sprintf("this adapter speaks protocol %d", protocol))
	}
	names := make([]string, 0, len(operations))
	for operation := range operations {
		names = append(names, operation)
	}
	sort.Strings(names)
	return map[string]any{
		"protocol":       protocol,
		"implementation": map[string]string{"name": name, "version": version, "language": "go"},
		"operations":     names,
	}, nil
}

func explain(id json.RawMessage, err error) response {
	var problem invalidParams
	var specified domainError
	switch {
	case errors.As(err, &problem):
		return refusal(id, -32602, problem.Error(), nil)
	case errors.As(err, &specified):
		data := map[string]any{"code": specified.code}
		if specified.details != nil {
			data["details"] = specified.details
		}
		return refusal(id, -32000, specified.message, data)
	}
	log.Print(err)
	return refusal(id, -32603, err.Error(), nil)
}

func refusal(id json.RawMessage, code int, message string, data any) response {
	return response{Version: "2.0", ID: id, Error: &failure{code, message, data}}
}

func main() {
	input := bufio.NewReaderSize(os.Stdin, 256*1024)
	output := bufio.NewWriterSize(os.Stdout, 256*1024)
	encoder := json.NewEncoder(output)
	// <, > and & are written as they are.
	encoder.SetEscapeHTML(false)
	for {
		line, err := input.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			said, asked := answer(line)
			if asked {
				if problem := encoder.Encode(said); problem != nil {
					log.Fatal(problem)
				}
			}
		}
		// Written when nothing complete is left to read, so that a lone request does not wait.
		if !lineWaits(input) {
			if problem := output.Flush(); problem != nil {
				log.Fatal(problem)
			}
		}
		if err == io.EOF {
			return
		}
		if err != nil {
			log.Fatal(err)
		}
	}
}

// lineWaits says whether the next line is here already, to its end.
func lineWaits(input *bufio.Reader) bool {
	waiting, _ := input.Peek(input.Buffered())
	return bytes.IndexByte(waiting, '\n') >= 0
}
