# --- handle
import os
from countersign import Countersign, CountersignError

countersign = Countersign("https://sign.example.com", os.environ["COUNTERSIGN_KEY"])

try:
    countersign.envelopes.send(os.environ["ENVELOPE_ID"], {"expectedVersion": 1000})
except CountersignError as error:
    if error.code != "version_conflict":
        raise
    print(error.details["currentVersion"], error.request_id)
