# --- repeat
for TRY in 1 2; do
  curl -s --retry 3 https://sign.example.com/api/v1/envelopes \
    -H "Authorization: Bearer $COUNTERSIGN_KEY" \
    -H "Content-Type: application/json" \
    -H "Idempotency-Key: order-4711" \
    -d '{ "originalFilename": "nda.pdf" }' | jq -r .envelope.id
done
