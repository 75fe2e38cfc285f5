# --- create
import os
from countersign import Countersign

countersign = Countersign("https://sign.example.com", os.environ["COUNTERSIGN_KEY"])

webhook = countersign.webhooks.create({
    "url": os.environ["WEBHOOK_URL"],
    "events": ["envelope.sealed", "envelope.declined"],
})
print(webhook["secret"])
# --- test
countersign.webhooks.test(webhook["id"])
countersign.webhooks.sample(webhook["id"], {"type": "envelope.sealed"})
# --- replay
print(countersign.webhooks.replay(webhook["id"], {"from": "2027-03-01T08:00:00Z"})["queued"])
