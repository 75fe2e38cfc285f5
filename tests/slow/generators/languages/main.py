"""Prints the new envelope's status, its first event, and the code of a refusal."""

import os

from openapi_client import ApiClient, ApiException, Configuration, EnvelopeCreateRequest, EnvelopesApi

configuration = Configuration(host=os.environ["ORIGIN"], access_token=os.environ["KEY"])
draft = EnvelopeCreateRequest.from_dict(
    {
        "originalFilename": "Agreement.pdf",
        "document": {"contentBase64": os.environ["CONTENT"], "contentType": "application/pdf"},
        "participants": [{"name": "Alice", "email": "alice@example.com"}],
    }
)
with ApiClient(configuration) as client:
    envelopes = EnvelopesApi(client)
    envelope = envelopes.envelope_create(draft).envelope
    first = envelopes.envelope_events(envelope.id).items[0]
    try:
        envelopes.envelope_get("env_nothing")
        refusal = None
    except ApiException as error:
        refusal = error.data.code
    print(f"{envelope.status}, {first.action}, {refusal}")
