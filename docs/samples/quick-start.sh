# --- key
export COUNTERSIGN_KEY=svc_sk_…
# --- create
curl -s https://sign.example.com/api/v1/envelopes \
  -H "Authorization: Bearer $COUNTERSIGN_KEY" \
  -H "Content-Type: application/json" \
  -d @- > envelope.json <<JSON
{
  "originalFilename": "nda.pdf",
  "document": {
    "contentType": "application/pdf",
    "contentBase64": "$(base64 < nda.pdf | tr -d '\n')"
  },
  "participants": [{ "name": "Ada Byron", "email": "ada@example.com" }],
  "fields": [{ "type": "signature", "participantIndex": 0, "page": 1,
               "x": 0.54, "y": 0.55, "width": 0.34, "height": 0.04 }]
}
JSON
ID=$(jq -r .envelope.id envelope.json)
VERSION=$(jq .envelope.version envelope.json)
# --- send
curl -s https://sign.example.com/api/v1/envelopes/$ID/send \
  -H "Authorization: Bearer $COUNTERSIGN_KEY" \
  -H "Content-Type: application/json" \
  -d "{ \"expectedVersion\": $VERSION }"
# --- download
until curl -sf "https://sign.example.com/api/v1/envelopes/$ID/document?variant=sealed" \
  -H "Authorization: Bearer $COUNTERSIGN_KEY" -o sealed.pdf
do sleep 2; done
