# --- register
import os
import requests

BASE = "https://sign.example.com/api/v1"
api = requests.Session()
api.headers["Authorization"] = f"Bearer {os.environ['COUNTERSIGN_KEY']}"

api.put(f"{BASE}/embedding", json={"origins": ["https://app.example.com"]}).raise_for_status()
# --- open
envelope, participant = os.environ["ENVELOPE_ID"], os.environ["PARTICIPANT_ID"]
session = api.post(f"{BASE}/envelopes/{envelope}/participants/{participant}/session", json={
    "returnUrl": "https://app.example.com/contracts/4711",
    "frameOrigin": "https://app.example.com",
})
session.raise_for_status()
url = session.json()["url"]
