# --- upload
import os
import requests

BASE = "https://sign.example.com/api/v1"
api = requests.Session()
api.headers["Authorization"] = f"Bearer {os.environ['COUNTERSIGN_KEY']}"
place = {"type": "signature", "page": 1, "y": 0.7, "width": 0.3, "height": 0.05}

created = api.post(f"{BASE}/envelopes", json={
    "originalFilename": "nda.pdf",
    "participants": [
        {"name": "Ada Byron", "email": "ada@example.com", "orderIndex": 0},
        {"name": "Ben Okafor", "email": "ben@example.com", "orderIndex": 1},
    ],
    "fields": [
        {**place, "participantIndex": 0, "x": 0.1},
        {**place, "participantIndex": 1, "x": 0.6},
    ],
})
created.raise_for_status()
URL = f"{BASE}/envelopes/{created.json()['envelope']['id']}"

with open("nda.pdf", "rb") as file:
    api.put(created.json()["upload"]["url"], data=file,
            headers={"Content-Type": "application/octet-stream"}).raise_for_status()

completed = api.post(f"{URL}/upload/complete")
completed.raise_for_status()
version = completed.json()["envelope"]["envelope"]["version"]
# --- schedule
scheduled = api.post(f"{URL}/send", json={"expectedVersion": version, "sendAt": "2030-01-31T08:00:00Z"})
scheduled.raise_for_status()
# --- unschedule
version = scheduled.json()["envelope"]["version"]
draft = api.post(f"{URL}/unschedule", json={"expectedVersion": version})
draft.raise_for_status()
# --- now
version = draft.json()["envelope"]["version"]
sent = api.post(f"{URL}/send", json={"expectedVersion": version})
sent.raise_for_status()
# --- void
version = sent.json()["envelope"]["version"]
api.post(f"{URL}/void", json={
    "expectedVersion": version, "reason": "The terms have changed.",
}).raise_for_status()
