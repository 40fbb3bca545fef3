package main

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// operations holds every operation that this implementation has. What is not here is "unsupported"
// in a run.
var operations = map[string]func(params) (any, error){
	// "example.operation": firstOperation,
}

// firstOperation answers example.operation: call your implementation here and return its result.
//
// What it is asked, and what it has to answer: hanzo-conformance show example-file/example-vector
func firstOperation(given params) (any, error) {
	var value string
	if err := given.take(members{"example_member": &value}); err != nil {
		return nil, err
	}
	return nil, fmt.Errorf("example.operation of %q is not written yet", value)
}

// domainError is a specified failure: code is compared with the vector, message is for people.
type domainError struct {
	code    string
	message string
	details any
}

func (failure domainError) Error() string { return failure.message }

// invalidParams says why params are not as the operation's input is specified.
type invalidParams string

func (problem invalidParams) Error() string { return string(problem) }

type params map[string]json.RawMessage

type members map[string]any

// take reads exactly these members, each into the variable that is given for it.
//
// Members are matched by their exact names: a struct would take NAME for name as well.
func (given params) take(wanted members) error {
	for name := range given {
		if _, known := wanted[name]; !known {
			return invalidParams(fmt.Sprintf("unknown member %q", name))
		}
	}
	for name, target := range wanted {
		raw, there := given[name]
		// Into most types null decodes without a word.
		if !there || bytes.Equal(raw, []byte("null")) {
			return invalidParams(fmt.Sprintf("%q is missing", name))
		}
		if err := json.Unmarshal(raw, target); err != nil {
			return invalidParams(fmt.Sprintf("%q: %v", name, err))
		}
	}
	return nil
}
