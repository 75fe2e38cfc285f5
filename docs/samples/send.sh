# --- upload
curl -s https://sign.example.com/api/v1/envelopes \
  -H "Authorization: Bearer $COUNTERSIGN_KEY" \
  -H "Content-Type: application/json" \
  -d '{
    "originalFilename": "nda.pdf",
    "participants": [
      { "name": "Ada Byron", "email": "ada@example.com", "orderIndex": 0 },
      { "name": "Ben Okafor", "email": "ben@example.com", "orderIndex": 1 }
    ],
    "fields": [
      { "type": "signature", "participantIndex": 0, "page": 1,
        "x": 0.1, "y": 0.7, "width": 0.3, "height": 0.05 },
      { "type": "signature", "participantIndex": 1, "page": 1,
        "x": 0.6, "y": 0.7, "width": 0.3, "height": 0.05 }
    ]
  }' > envelope.json
ID=$(jq -r .envelope.id envelope.json)

curl -s -X PUT "$(jq -r .upload.url envelope.json)" \
  -H "Authorization: Bearer $COUNTERSIGN_KEY" \
  -H "Content-Type: application/octet-stream" \
  --data-binary @nda.pdf

curl -s -X POST https://sign.example.com/api/v1/envelopes/$ID/upload/complete \
  -H "Authorization: Bearer $COUNTERSIGN_KEY" > completed.json
VERSION=$(jq .envelope.envelope.version completed.json)
# --- schedule
curl -s https://sign.example.com/api/v1/envelopes/$ID/send \
  -H "Authorization: Bearer $COUNTERSIGN_KEY" \
  -H "Content-Type: application/json" \
  -d "{ \"expectedVersion\": $VERSION, \"sendAt\": \"2030-01-31T08:00:00Z\" }" > scheduled.json
# --- unschedule
VERSION=$(jq .envelope.version scheduled.json)
curl -s https://sign.example.com/api/v1/envelopes/$ID/unschedule \
  -H "Authorization: Bearer $COUNTERSIGN_KEY" \
  -H "Content-Type: application/json" \
  -d "{ \"expectedVersion\": $VERSION }" > draft.json
# --- now
VERSION=$(jq .envelope.version draft.json)
curl -s https://sign.example.com/api/v1/envelopes/$ID/send \
  -H "Authorization: Bearer $COUNTERSIGN_KEY" \
  -H "Content-Type: application/json" \
  -d "{ \"expectedVersion\": $VERSION }" > sent.json
# --- void
VERSION=$(jq .envelope.version sent.json)
curl -s https://sign.example.com/api/v1/envelopes/$ID/void \
  -H "Authorization: Bearer $COUNTERSIGN_KEY" \
  -H "Content-Type: application/json" \
  -d "{ \"expectedVersion\": $VERSION, \"reason\": \"The terms have changed.\" }"
