# --- key
import os, re, time
from countersign import Countersign

countersign = Countersign("https://sign.example.com", os.environ["COUNTERSIGN_KEY"])
print(countersign.me()["testMode"])
# --- send
with open("nda.pdf", "rb") as file:
    envelope = countersign.upload(file.read(), {
        "originalFilename": "nda.pdf",
        "participants": [{"name": "Ada Byron", "email": "ada@example.com"}],
        "fields": [{"type": "signature", "participantIndex": 0, "page": 1,
                    "x": 0.54, "y": 0.55, "width": 0.34, "height": 0.04}],
        "policy": {"reminderPolicy": {"firstAfterDays": 3, "everyDays": 2, "maxReminders": 2}},
    })["envelope"]
countersign.envelopes.send(envelope["id"], {"expectedVersion": envelope["version"]})
# --- read
while not (found := countersign.test_messages.list(envelope_id=envelope["id"]).first()["items"]):
    time.sleep(1)
message = countersign.test_messages.get(found[0]["id"])
print(re.search(r"https?:\S+#token=\S+", message["text"])[0])
# --- advance
advanced = countersign.test_clock.advance({"days": 3, "envelopeId": envelope["id"]})
for item in advanced["items"]:
    print(item["status"], item["actions"])
