# --- register
import os
from countersign import Countersign

countersign = Countersign("https://sign.example.com", os.environ["COUNTERSIGN_KEY"])

countersign.embedding.change({"origins": ["https://app.example.com"]})
# --- open
session = countersign.envelopes.create_session(os.environ["ENVELOPE_ID"], os.environ["PARTICIPANT_ID"], {
    "returnUrl": "https://app.example.com/contracts/4711",
    "frameOrigin": "https://app.example.com",
})
url = session["url"]
