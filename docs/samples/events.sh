# --- follow
CURSOR=$(curl -s "https://sign.example.com/api/v1/events?after=now" \
  -H "Authorization: Bearer $COUNTERSIGN_KEY" | jq -r .cursor)
curl -s "https://sign.example.com/api/v1/events?after=$CURSOR&wait=1" \
  -H "Authorization: Bearer $COUNTERSIGN_KEY" | jq -r '.cursor, .items[].action'
