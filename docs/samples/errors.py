# --- handle
import os
import requests

answer = requests.post(
    f"https://sign.example.com/api/v1/envelopes/{os.environ['ENVELOPE_ID']}/send",
    headers={"Authorization": f"Bearer {os.environ['COUNTERSIGN_KEY']}"},
    json={"expectedVersion": 1000},
    timeout=60,
)
if not answer.ok:
    error = answer.json()
    if error["code"] != "version_conflict":
        answer.raise_for_status()
    print(error["details"]["currentVersion"], error["details"]["requestId"])
