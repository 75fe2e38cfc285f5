# --- save
import os
import requests

BASE = "https://sign.example.com/api/v1"
api = requests.Session()
api.headers["Authorization"] = f"Bearer {os.environ['COUNTERSIGN_KEY']}"

saved = api.post(f"{BASE}/templates", json={
    "sourceEnvelopeId": os.environ["ENVELOPE_ID"],
    "name": "Mutual NDA",
    "namePattern": "{template_name} – {recipient_name}",
    "roles": [{"name": "Partner", "participantId": os.environ["PARTICIPANT_ID"]}],
})
saved.raise_for_status()
template = saved.json()["template"]
# --- use
created = api.post(f"{BASE}/templates/{template['id']}/envelopes", json={
    "recipients": {"partner": {"name": "Ben Okafor", "email": "ben@example.com"}},
    "autoSend": False,
})
created.raise_for_status()
