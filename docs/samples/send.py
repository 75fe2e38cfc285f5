# --- upload
import os
from countersign import Countersign

countersign = Countersign("https://sign.example.com", os.environ["COUNTERSIGN_KEY"])

place = {"type": "signature", "page": 1, "y": 0.7, "width": 0.3, "height": 0.05}

with open("nda.pdf", "rb") as file:
    draft = countersign.upload(file.read(), {
        "originalFilename": "nda.pdf",
        "participants": [
            {"name": "Ada Byron", "email": "ada@example.com", "orderIndex": 0},
            {"name": "Ben Okafor", "email": "ben@example.com", "orderIndex": 1},
        ],
        "fields": [
            {**place, "participantIndex": 0, "x": 0.1},
            {**place, "participantIndex": 1, "x": 0.6},
        ],
    })["envelope"]
# --- schedule
scheduled = countersign.envelopes.send(draft["id"], {
    "expectedVersion": draft["version"], "sendAt": "2030-01-31T08:00:00Z",
})
# --- unschedule
again = countersign.envelopes.unschedule(draft["id"], {
    "expectedVersion": scheduled["envelope"]["version"],
})
# --- now
sent = countersign.envelopes.send(draft["id"], {"expectedVersion": again["envelope"]["version"]})
# --- void
countersign.envelopes.void(draft["id"], {
    "expectedVersion": sent["envelope"]["version"], "reason": "The terms have changed.",
})
