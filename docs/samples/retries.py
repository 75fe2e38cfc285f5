# --- repeat
import os
import requests
from requests.adapters import HTTPAdapter
from urllib3.util import Retry

api = requests.Session()
api.headers["Authorization"] = f"Bearer {os.environ['COUNTERSIGN_KEY']}"
again = Retry(total=5, backoff_factor=0.5, status_forcelist=[429, 500, 502, 503, 504], allowed_methods=None)
api.mount("https://", HTTPAdapter(max_retries=again))


def create():
    created = api.post(
        "https://sign.example.com/api/v1/envelopes",
        headers={"Idempotency-Key": "order-4711"},
        json={"originalFilename": "nda.pdf"},
        timeout=60,
    )
    created.raise_for_status()
    return created.json()["envelope"]["id"]


print(create() == create())
