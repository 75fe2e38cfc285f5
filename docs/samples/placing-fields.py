# --- anchors
import os
from countersign import Countersign

countersign = Countersign("https://sign.example.com", os.environ["COUNTERSIGN_KEY"])

with open("lease.pdf", "rb") as file:
    lease = countersign.upload(file.read(), {
        "originalFilename": "lease.pdf",
        "participants": [
            {"name": "Ada Byron", "email": "ada@example.com"},
            {"name": "Ben Okafor", "email": "ben@example.com"},
        ],
        "fields": [
            {"participantIndex": 0, "anchor": {"text": "Signature:", "near": "LANDLORD"}},
            {"participantIndex": 1, "anchor": {"text": "Signature:", "near": "TENANT"}},
            {"participantIndex": 1, "type": "date",
             "anchor": {"text": "Date:", "occurrence": "last", "width": 0.15}},
        ],
    })
for field in lease["fields"]:
    print(field["type"], field["page"], field["x"], field["y"])
# --- tags
with open("tagged.pdf", "rb") as file:
    tagged = countersign.upload(file.read(), {
        "originalFilename": "tagged.pdf",
        "textTags": True,
        "participants": [{"name": "Ada Byron", "email": "ada@example.com"}],
    })
for field in tagged["fields"]:
    print(field["type"], field["page"], field["x"], field["y"])
