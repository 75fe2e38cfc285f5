// Prints the new envelope's status, its first event, and the code of a refusal.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"

	openapi "example.com/generated"
)

func main() {
	configuration := openapi.NewConfiguration()
	configuration.Servers = openapi.ServerConfigurations{{URL: os.Getenv("ORIGIN")}}
	envelopes := openapi.NewAPIClient(configuration).EnvelopesAPI
	ctx := context.WithValue(context.Background(), openapi.ContextAccessToken, os.Getenv("KEY"))

	draft := openapi.NewEnvelopeCreateRequest("Agreement.pdf")
	draft.SetDocument(*openapi.NewEnvelopeCreateRequestDocument(os.Getenv("CONTENT"), "application/pdf"))
	created, _, err := envelopes.EnvelopeCreate(ctx).EnvelopeCreateRequest(*draft).Execute()
	if err != nil {
		log.Fatal(err)
	}
	events, _, err := envelopes.EnvelopeEvents(ctx, created.Envelope.Id).Execute()
	if err != nil {
		log.Fatal(err)
	}
	_, _, err = envelopes.EnvelopeGet(ctx, "env_nothing").Execute()
	var refused *openapi.GenericOpenAPIError
	if !errors.As(err, &refused) {
		log.Fatal("not refused: ", err)
	}
	refusal := refused.Model().(openapi.Error)
	fmt.Printf("%s, %s, %s\n", created.Envelope.Status, events.Items[0].Action, refusal.Code)
}
