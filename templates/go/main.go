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
	"unicode/utf8"
)

const (
	protocol = 1
	name     = "my-implementation"
	version  = "0.1.0"
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

// answer gives the answer to one line.
func answer(line []byte) response {
	var request map[string]json.RawMessage
	// The decoder replaces what is not UTF-8 without a word.
	if !utf8.Valid(line) || !json.Valid(line) {
		return refusal(nil, -32700, "the line is not JSON in UTF-8", nil)
	}
	var method *string
	if json.Unmarshal(line, &request) != nil ||
		json.Unmarshal(request["method"], &method) != nil || method == nil {
		return refusal(request["id"], -32600, "not a request", nil)
	}
	id := request["id"]
	operation, known := operations[*method]
	if *method == "initialize" {
		operation, known = initialize, true
	}
	if !known {
		return refusal(id, -32601, "no operation "+*method, nil)
	}
	var given params
	if json.Unmarshal(request["params"], &given) != nil || given == nil {
		return refusal(id, -32602, "params is not an object", nil)
	}
	result, err := guarded(operation, given)
	if err != nil {
		return explain(id, err)
	}
	return response{Version: "2.0", ID: id, Result: &result}
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
			if problem := encoder.Encode(answer(line)); problem != nil {
				log.Fatal(problem)
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
