# --- save
import os
from countersign import Countersign

countersign = Countersign("https://sign.example.com", os.environ["COUNTERSIGN_KEY"])

template = countersign.templates.create({
    "sourceEnvelopeId": os.environ["ENVELOPE_ID"],
    "name": "Mutual NDA",
    "namePattern": "{template_name} – {recipient_name}",
    "roles": [{"name": "Partner", "participantId": os.environ["PARTICIPANT_ID"]}],
})["template"]
# --- use
created = countersign.templates.create_envelope(template["id"], {
    "recipients": {"partner": {"name": "Ben Okafor", "email": "ben@example.com"}},
    "autoSend": False,
})
