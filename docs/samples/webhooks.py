# --- create
import os
import requests

BASE = "https://sign.example.com/api/v1"
api = requests.Session()
api.headers["Authorization"] = f"Bearer {os.environ['COUNTERSIGN_KEY']}"

created = api.post(f"{BASE}/webhooks", json={
    "url": os.environ["WEBHOOK_URL"],
    "events": ["envelope.sealed", "envelope.declined"],
})
created.raise_for_status()
webhook = created.json()
print(webhook["secret"])
# --- test
api.post(f"{BASE}/webhooks/{webhook['id']}/test").raise_for_status()
api.post(f"{BASE}/webhooks/{webhook['id']}/sample", json={"type": "envelope.sealed"}).raise_for_status()
# --- replay
replayed = api.post(f"{BASE}/webhooks/{webhook['id']}/replay", json={"from": "2027-03-01T08:00:00Z"})
replayed.raise_for_status()
print(replayed.json()["queued"])
