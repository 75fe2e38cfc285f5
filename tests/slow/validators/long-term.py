"""Validates archived seals with an earlier pyHanko, which by default takes only revocation lists from before the
signature: long-term.py ROOT… -- FILE…. Prints for each file what it says of its first signature."""
import json
import logging
import sys

from pyhanko.keys import load_cert_from_pemder
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import RevocationInfoValidationType, validate_pdf_ltv_signature
from pyhanko_certvalidator import ValidationContext

logging.disable(logging.CRITICAL)
split = sys.argv.index("--")
roots = [load_cert_from_pemder(path) for path in sys.argv[1:split]]
offline = {"trust_roots": roots, "allow_fetching": False}


def judge(path):
    with open(path, "rb") as file:
        try:
            status = validate_pdf_ltv_signature(
                PdfFileReader(file).embedded_regular_signatures[0],
                RevocationInfoValidationType.PADES_LTA,
                offline,
                bootstrap_validation_context=ValidationContext(**offline),
                force_revinfo=True,
            )
            return "valid" if status.bottom_line else status.summary()
        except Exception as error:
            return str(error)


print(json.dumps([judge(path) for path in sys.argv[split + 1 :]]))
