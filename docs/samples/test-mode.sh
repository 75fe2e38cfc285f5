# --- key
curl -s https://sign.example.com/api/v1/me \
  -H "Authorization: Bearer $COUNTERSIGN_KEY" | jq .testMode
# --- send
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
               "x": 0.54, "y": 0.55, "width": 0.34, "height": 0.04 }],
  "policy": { "reminderPolicy": { "firstAfterDays": 3, "everyDays": 2, "maxReminders": 2 } }
}
JSON
curl -s "https://sign.example.com/api/v1/envelopes/$(jq -r .envelope.id envelope.json)/send" \
  -H "Authorization: Bearer $COUNTERSIGN_KEY" \
  -H "Content-Type: application/json" \
  -d "{ \"expectedVersion\": $(jq .envelope.version envelope.json) }" > sent.json
# --- read
INBOX="https://sign.example.com/api/v1/test-inbox"
ID=$(jq -r .envelope.id envelope.json)
until curl -s "$INBOX?envelopeId=$ID" -H "Authorization: Bearer $COUNTERSIGN_KEY" > inbox.json
  jq -e '.items[0]' inbox.json > /dev/null
do sleep 1; done
curl -s "$INBOX/$(jq -r '.items[0].id' inbox.json)" -H "Authorization: Bearer $COUNTERSIGN_KEY" |
  jq -r .text | grep -o 'https*://[^ ]*#token=[^ ]*'
# --- advance
curl -s https://sign.example.com/api/v1/test-clock/advance \
  -H "Authorization: Bearer $COUNTERSIGN_KEY" \
  -H "Content-Type: application/json" \
  -d "{ \"days\": 3, \"envelopeId\": $(jq .envelope.id envelope.json) }" |
  jq -c '.items[] | [.status, .actions]'
