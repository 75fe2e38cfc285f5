"""Validates signed PDFs with pyHanko: validate.py ROOT… -- FILE…. Prints a list with the signatures of each file."""
import json
import logging
import sys

from pyhanko.keys import load_cert_from_pemder
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko_certvalidator import ValidationContext

logging.disable(logging.CRITICAL)
split = sys.argv.index("--")
roots = [load_cert_from_pemder(path) for path in sys.argv[1:split]]


def judge(signature):
    status = validate_pdf_signature(
        signature,
        ValidationContext(trust_roots=roots, allow_fetching=False),
        ValidationContext(trust_roots=roots, allow_fetching=False),
    )
    return {
        "field": signature.field_name,
        "isIntact": status.intact,
        "isValid": status.valid,
        "isTrusted": status.trusted,
        "isPermitted": status.docmdp_ok is not False,
        "coverage": status.coverage.name,
    }


def read(path):
    with open(path, "rb") as file:
        return [judge(signature) for signature in PdfFileReader(file).embedded_regular_signatures]


print(json.dumps([read(path) for path in sys.argv[split + 1 :]]))
