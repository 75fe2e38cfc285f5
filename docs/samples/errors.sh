# --- handle
STATUS=$(curl -s -o answer.json -w '%{http_code}' \
  https://sign.example.com/api/v1/envelopes/$ENVELOPE_ID/send \
  -H "Authorization: Bearer $COUNTERSIGN_KEY" \
  -H "Content-Type: application/json" \
  -d '{ "expectedVersion": 1000 }')
if [ "$STATUS" = 409 ]; then
  jq -r '.code, .details.currentVersion, .details.requestId' answer.json
fi
