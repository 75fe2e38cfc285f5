# --- create
import base64
import os
import time
import requests

BASE = "https://sign.example.com/api/v1"
api = requests.Session()
api.headers["Authorization"] = f"Bearer {os.environ['COUNTERSIGN_KEY']}"

with open("nda.pdf", "rb") as file:
    content = base64.b64encode(file.read()).decode()

created = api.post(f"{BASE}/envelopes", json={
    "originalFilename": "nda.pdf",
    "document": {"contentType": "application/pdf", "contentBase64": content},
    "participants": [{"name": "Ada Byron", "email": "ada@example.com"}],
    "fields": [{"type": "signature", "participantIndex": 0, "page": 1,
                "x": 0.54, "y": 0.55, "width": 0.34, "height": 0.04}],
})
created.raise_for_status()
envelope = created.json()["envelope"]
# --- send
sent = api.post(f"{BASE}/envelopes/{envelope['id']}/send",
                json={"expectedVersion": envelope["version"]})
sent.raise_for_status()
# --- download
while True:
    sealed = api.get(f"{BASE}/envelopes/{envelope['id']}/document", params={"variant": "sealed"})
    if sealed.ok:
        break
    time.sleep(2)

with open("sealed.pdf", "wb") as file:
    file.write(sealed.content)
