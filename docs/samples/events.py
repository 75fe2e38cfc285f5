# --- follow
import os
import requests

api = requests.Session()
api.headers["Authorization"] = f"Bearer {os.environ['COUNTERSIGN_KEY']}"

page = api.get("https://sign.example.com/api/v1/events", params={"wait": 1}, timeout=60).json()
for event in page["items"]:
    print(event["action"], event["envelopeId"])
cursor = page["cursor"]
