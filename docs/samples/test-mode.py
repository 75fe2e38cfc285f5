# --- key
import base64, os, re, time
import requests

BASE = "https://sign.example.com/api/v1"
api = requests.Session()
api.headers["Authorization"] = f"Bearer {os.environ['COUNTERSIGN_KEY']}"
print(api.get(f"{BASE}/me").json()["testMode"])
# --- send
with open("nda.pdf", "rb") as file:
    content = base64.b64encode(file.read()).decode()
created = api.post(f"{BASE}/envelopes", json={
    "originalFilename": "nda.pdf",
    "document": {"contentType": "application/pdf", "contentBase64": content},
    "participants": [{"name": "Ada Byron", "email": "ada@example.com"}],
    "fields": [{"type": "signature", "participantIndex": 0, "page": 1,
                "x": 0.54, "y": 0.55, "width": 0.34, "height": 0.04}],
    "policy": {"reminderPolicy": {"firstAfterDays": 3, "everyDays": 2, "maxReminders": 2}},
})
created.raise_for_status()
envelope = created.json()["envelope"]
api.post(f"{BASE}/envelopes/{envelope['id']}/send",
         json={"expectedVersion": envelope["version"]}).raise_for_status()
# --- read
while not (items := api.get(f"{BASE}/test-inbox", params={"to": "ada@example.com"}).json()["items"]):
    time.sleep(1)
message = api.get(f"{BASE}/test-inbox/{items[0]['id']}").json()
print(re.search(r"https?:\S+#token=\S+", message["text"])[0])
# --- advance
advanced = api.post(f"{BASE}/test-clock/advance", json={"days": 3, "envelopeId": envelope["id"]})
advanced.raise_for_status()
for item in advanced.json()["items"]:
    print(item["status"], item["actions"])
