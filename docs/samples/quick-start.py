# --- create
import os
from countersign import Countersign

countersign = Countersign("https://sign.example.com", os.environ["COUNTERSIGN_KEY"])

with open("nda.pdf", "rb") as file:
    envelope = countersign.upload(file.read(), {
        "originalFilename": "nda.pdf",
        "participants": [{"name": "Ada Byron", "email": "ada@example.com"}],
        "fields": [{"type": "signature", "participantIndex": 0, "page": 1,
                    "x": 0.54, "y": 0.55, "width": 0.34, "height": 0.04}],
    })["envelope"]
# --- send
cursor = countersign.events.feed(after="now")["cursor"]
countersign.envelopes.send(envelope["id"], {"expectedVersion": envelope["version"]})
# --- download
for page in countersign.follow(cursor):
    happened = [(event["envelopeId"], event["action"]) for event in page["items"]]
    if (envelope["id"], "envelope.sealed") in happened:
        break

with open("sealed.pdf", "wb") as file:
    file.write(countersign.envelopes.document(envelope["id"], variant="sealed"))
