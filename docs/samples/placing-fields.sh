# --- anchors
curl -s https://sign.example.com/api/v1/envelopes \
  -H "Authorization: Bearer $COUNTERSIGN_KEY" \
  -H "Content-Type: application/json" \
  -d @- > lease.json <<JSON
{
  "originalFilename": "lease.pdf",
  "document": {
    "contentType": "application/pdf",
    "contentBase64": "$(base64 < lease.pdf | tr -d '\n')"
  },
  "participants": [
    { "name": "Ada Byron", "email": "ada@example.com" },
    { "name": "Ben Okafor", "email": "ben@example.com" }
  ],
  "fields": [
    { "participantIndex": 0, "anchor": { "text": "Signature:", "near": "LANDLORD" } },
    { "participantIndex": 1, "anchor": { "text": "Signature:", "near": "TENANT" } },
    { "participantIndex": 1, "type": "date",
      "anchor": { "text": "Date:", "occurrence": "last", "width": 0.15 } }
  ]
}
JSON
jq -r '.fields[] | "\(.type) \(.page) \(.x) \(.y)"' lease.json
# --- tags
curl -s https://sign.example.com/api/v1/envelopes \
  -H "Authorization: Bearer $COUNTERSIGN_KEY" \
  -H "Content-Type: application/json" \
  -d @- > tagged.json <<JSON
{
  "originalFilename": "tagged.pdf",
  "textTags": true,
  "document": {
    "contentType": "application/pdf",
    "contentBase64": "$(base64 < tagged.pdf | tr -d '\n')"
  },
  "participants": [{ "name": "Ada Byron", "email": "ada@example.com" }]
}
JSON
jq -r '.fields[] | "\(.type) \(.page) \(.x) \(.y)"' tagged.json
