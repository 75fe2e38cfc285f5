# --- discover
curl -s -D - -o /dev/null https://sign.example.com/mcp \
  -H "Content-Type: application/json" \
  -H "Accept: application/json, text/event-stream" \
  -d '{ "jsonrpc": "2.0", "id": 1, "method": "tools/list" }' | grep -i www-authenticate
