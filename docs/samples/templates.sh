# --- save
curl -s https://sign.example.com/api/v1/templates \
  -H "Authorization: Bearer $COUNTERSIGN_KEY" \
  -H "Content-Type: application/json" \
  -d "{
    \"sourceEnvelopeId\": \"$ENVELOPE_ID\",
    \"name\": \"Mutual NDA\",
    \"namePattern\": \"{template_name} – {recipient_name}\",
    \"roles\": [{ \"name\": \"Partner\", \"participantId\": \"$PARTICIPANT_ID\" }]
  }" > template.json
TEMPLATE=$(jq -r .template.id template.json)
# --- use
curl -s https://sign.example.com/api/v1/templates/$TEMPLATE/envelopes \
  -H "Authorization: Bearer $COUNTERSIGN_KEY" \
  -H "Content-Type: application/json" \
  -d '{
    "recipients": { "partner": { "name": "Ben Okafor", "email": "ben@example.com" } },
    "autoSend": false
  }'
