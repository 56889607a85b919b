// A Pulumi provider with one resource, for tests that need a plan with changes of every kind: none of the released
// providers is at hand as a Go module. scripts/real-tools.mjs builds it within Pulumi's own module.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/pulumi/pulumi/pkg/v3/resource/deploy/deploytest"
	"github.com/pulumi/pulumi/pkg/v3/resource/provider"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"
	rpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
)

const schema = `{
  "name": "demo",
  "version": "1.0.0",
  "resources": {
    "demo:index:Server": {
      "inputProperties": {
        "region": { "type": "string", "replaceOnChanges": true },
        "size": { "type": "string" },
        "password": { "type": "string", "secret": true }
      },
      "properties": {
        "region": { "type": "string" },
        "size": { "type": "string" },
        "password": { "type": "string", "secret": true }
      }
    }
  }
}`

func main() {
	serve := func(*provider.HostClient) (rpc.ResourceProviderServer, error) {
		return plugin.NewProviderServer(&deploytest.Provider{
			Name: "demo", Package: "demo", GetSchemaF: getSchema, DiffF: diff, CreateF: create,
		}), nil
	}
	if err := provider.Main("demo", serve); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func getSchema(context.Context, plugin.GetSchemaRequest) (plugin.GetSchemaResponse, error) {
	return plugin.GetSchemaResponse{Schema: []byte(schema)}, nil
}

func create(_ context.Context, request plugin.CreateRequest) (plugin.CreateResponse, error) {
	return plugin.CreateResponse{
		ID:         resource.ID(request.URN.Name()),
		Properties: request.Properties,
		Status:     resource.StatusOK,
	}, nil
}

// A server cannot move to another region.
func diff(_ context.Context, request plugin.DiffRequest) (plugin.DiffResult, error) {
	result := plugin.DiffResult{Changes: plugin.DiffNone}
	for _, key := range []resource.PropertyKey{"region", "size", "password"} {
		if request.OldInputs[key].DeepEquals(request.NewInputs[key]) {
			continue
		}
		result.Changes = plugin.DiffSome
		result.ChangedKeys = append(result.ChangedKeys, key)
		if key == "region" {
			result.ReplaceKeys = append(result.ReplaceKeys, key)
		}
	}
	return result, nil
}
