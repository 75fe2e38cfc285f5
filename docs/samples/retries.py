# --- repeat
import os
from countersign import Countersign

countersign = Countersign("https://sign.example.com", os.environ["COUNTERSIGN_KEY"], max_retries=5)


def create():
    made = countersign.envelopes.create({"originalFilename": "nda.pdf"}, idempotency_key="order-4711")
    return made["envelope"]["id"]


print(create() == create())
