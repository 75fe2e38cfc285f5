# --- register
curl -s -X PUT https://sign.example.com/api/v1/embedding \
  -H "Authorization: Bearer $COUNTERSIGN_KEY" \
  -H "Content-Type: application/json" \
  -d '{ "origins": ["https://app.example.com"] }'
# --- open
curl -s https://sign.example.com/api/v1/envelopes/$ENVELOPE_ID/participants/$PARTICIPANT_ID/session \
  -H "Authorization: Bearer $COUNTERSIGN_KEY" \
  -H "Content-Type: application/json" \
  -d '{
    "returnUrl": "https://app.example.com/contracts/4711",
    "frameOrigin": "https://app.example.com"
  }'
