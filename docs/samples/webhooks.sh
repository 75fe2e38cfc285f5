# --- create
curl -s https://sign.example.com/api/v1/webhooks \
  -H "Authorization: Bearer $COUNTERSIGN_KEY" \
  -H "Content-Type: application/json" \
  -d "{ \"url\": \"$WEBHOOK_URL\", \"events\": [\"envelope.sealed\", \"envelope.declined\"] }" > webhook.json
jq -r .secret webhook.json
# --- test
curl -s -X POST https://sign.example.com/api/v1/webhooks/$(jq -r .id webhook.json)/test \
  -H "Authorization: Bearer $COUNTERSIGN_KEY"
curl -s -X POST https://sign.example.com/api/v1/webhooks/$(jq -r .id webhook.json)/sample \
  -H "Authorization: Bearer $COUNTERSIGN_KEY" \
  -H "Content-Type: application/json" \
  -d '{ "type": "envelope.sealed" }'
# --- replay
curl -s -X POST https://sign.example.com/api/v1/webhooks/$(jq -r .id webhook.json)/replay \
  -H "Authorization: Bearer $COUNTERSIGN_KEY" \
  -H "Content-Type: application/json" \
  -d '{ "from": "2027-03-01T08:00:00Z" }'
