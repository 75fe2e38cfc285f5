# --- follow
import os
from countersign import Countersign

countersign = Countersign("https://sign.example.com", os.environ["COUNTERSIGN_KEY"])

for page in countersign.follow("0"):
    for event in page["items"]:
        print(event["action"], event["envelopeId"], page["cursor"])
    break

for item in countersign.envelopes.list(status=["draft"]):
    print(item["id"], item["displayName"])
