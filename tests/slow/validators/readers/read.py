"""Renders and reads a PDF with MuPDF, pypdf and pdfminer: read.py FILE FOLDER. Writes FOLDER/mupdf-N.png, prints each one's text by page."""
import json
import logging
import sys

import pymupdf
from pdfminer.high_level import extract_text
from pypdf import PdfReader

logging.disable(logging.CRITICAL)
path, folder = sys.argv[1:3]
document = pymupdf.open(path)
for number, page in enumerate(document, 1):
    page.get_pixmap(dpi=72, colorspace=pymupdf.csGRAY, alpha=False).save(f"{folder}/mupdf-{number}.png")
pages = range(document.page_count)
print(
    json.dumps(
        {
            "mupdf": [page.get_text() for page in document],
            "pypdf": [page.extract_text() for page in PdfReader(path).pages],
            "pdfminer": [extract_text(path, page_numbers=[number]) for number in pages],
        }
    )
)
