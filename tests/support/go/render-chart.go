// Renders a chart as Helm does, with the packages that Helm is made of. Reads {chart, release, values} as JSON, where
// values is the text of a values file, and prints {objects, notes}: what Kubernetes would be sent, and what the person
// would read. Exits with 1 and says what is wrong if Helm would refuse it.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/ioutil"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"sigs.k8s.io/yaml"
)

type table = map[string]interface{}

type request struct {
	Chart   string `json:"chart"`
	Release string `json:"release"`
	Values  string `json:"values"`
}

var between = regexp.MustCompile(`(?m)^---\s*$`)

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func main() {
	var asked request
	must(json.NewDecoder(os.Stdin).Decode(&asked))
	texts, err := render(asked)
	must(err)
	objects := []interface{}{}
	names := make([]string, 0, len(texts))
	for name := range texts {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		if !strings.HasSuffix(name, ".yaml") {
			continue
		}
		for _, text := range between.Split(texts[name], -1) {
			object, err := read(text, name)
			must(err)
			if object != nil {
				objects = append(objects, object)
			}
		}
	}
	must(json.NewEncoder(os.Stdout).Encode(table{"objects": objects, "notes": texts["NOTES.txt"]}))
}

// As Kubernetes reads it, but a key that appears twice is a mistake.
func read(text, name string) (interface{}, error) {
	var object interface{}
	bytes, err := yaml.YAMLToJSONStrict([]byte(text))
	if err == nil {
		err = json.Unmarshal(bytes, &object)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %v\n%s", name, err, text)
	}
	return object, nil
}

func render(asked request) (map[string]string, error) {
	if len(asked.Release) > 53 {
		return nil, errors.New("release name is longer than 53 characters")
	}
	var chart, defaults, given table
	must(readFile(filepath.Join(asked.Chart, "Chart.yaml"), &chart))
	must(readFile(filepath.Join(asked.Chart, "values.yaml"), &defaults))
	// Values from a file have only floating point numbers, unlike the chart's own.
	if err := yaml.Unmarshal([]byte(asked.Values), &given); err != nil {
		return nil, err
	}
	fields := table{}
	for name, value := range chart {
		fields[strings.ToUpper(name[:1])+name[1:]] = value
	}
	fields["AppVersion"] = chart["appVersion"]
	data := table{
		"Chart":        fields,
		"Values":       coalesce(given, defaults),
		"Release":      table{"Name": asked.Release, "Namespace": "default", "Service": "Helm", "IsInstall": true, "IsUpgrade": false, "Revision": 1},
		"Capabilities": table{"KubeVersion": table{"Version": "v1.34.0", "Major": "1", "Minor": "34"}},
	}
	return execute(filepath.Join(asked.Chart, "templates"), data)
}

func readFile(path string, into *table) error {
	content, err := ioutil.ReadFile(path)
	if err != nil {
		return err
	}
	return yaml.Unmarshal(content, into, func(decoder *json.Decoder) *json.Decoder {
		decoder.UseNumber()
		return decoder
	})
}

// What a person gives wins, in tables name by name; null removes a default.
func coalesce(given, defaults table) table {
	merged := table{}
	for name, value := range defaults {
		merged[name] = value
	}
	for name, value := range given {
		own, isTable := value.(table)
		other, wasTable := merged[name].(table)
		switch {
		case value == nil:
			delete(merged, name)
		case isTable && wasTable:
			merged[name] = coalesce(own, other)
		default:
			merged[name] = value
		}
	}
	return merged
}

func execute(folder string, data table) (map[string]string, error) {
	all := template.New("chart").Option("missingkey=zero")
	all.Funcs(functions(all))
	paths, err := filesIn(folder)
	if err != nil {
		return nil, err
	}
	for name, path := range paths {
		text, err := ioutil.ReadFile(path)
		if err != nil {
			return nil, err
		}
		if _, err := all.New(name).Parse(string(text)); err != nil {
			return nil, err
		}
	}
	texts := map[string]string{}
	for name := range paths {
		if strings.HasPrefix(filepath.Base(name), "_") {
			continue
		}
		text, err := executeTemplate(all, name, data)
		if err != nil {
			return nil, err
		}
		texts[name] = strings.ReplaceAll(text, "<no value>", "")
	}
	return texts, nil
}

func filesIn(folder string) (map[string]string, error) {
	paths := map[string]string{}
	err := filepath.Walk(folder, func(path string, info os.FileInfo, err error) error {
		if err != nil || info.IsDir() {
			return err
		}
		name, err := filepath.Rel(folder, path)
		paths[name] = path
		return err
	})
	return paths, err
}

func executeTemplate(all *template.Template, name string, data interface{}) (string, error) {
	var text bytes.Buffer
	err := all.ExecuteTemplate(&text, name, data)
	return text.String(), err
}

// Sprig's functions without those that read the environment, and Helm's own.
func functions(all *template.Template) template.FuncMap {
	known := sprig.TxtFuncMap()
	delete(known, "env")
	delete(known, "expandenv")
	known["include"] = func(name string, data interface{}) (string, error) {
		return executeTemplate(all, name, data)
	}
	known["required"] = func(message string, value interface{}) (interface{}, error) {
		if value == nil || value == "" {
			return value, errors.New(message)
		}
		return value, nil
	}
	known["toYaml"] = func(value interface{}) string {
		text, err := yaml.Marshal(value)
		if err != nil {
			return ""
		}
		return strings.TrimSuffix(string(text), "\n")
	}
	known["toJson"] = func(value interface{}) string {
		text, err := json.Marshal(value)
		if err != nil {
			return ""
		}
		return string(text)
	}
	return known
}
