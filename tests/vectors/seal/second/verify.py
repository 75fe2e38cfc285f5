"""Verifies sealed PDFs as docs/evidence.md says. Written from the documents alone, with Python's standard library.

python3 verify.py vectors.json prints {vector: {verdict, level, caughtBy, codes}} for every vector.
"""
import base64
import json
import re
import sys
from datetime import datetime
from pathlib import Path

from checks import Inputs, Verification
from log import read_key
from sealed import find_ranges, find_seal, no_seal_code
from x509 import Certificate

CHECKS = ("file", "seal", "time", "long_term", "presented", "audit_log", "published")
PASSED = {"unchanged", "unchanged_with_updates", "sealed_by", "time_confirmed", "long_term_archived", "long_term_kept",
          "presented_matches", "log_complete", "log_complete_and_continued", "published",
          "published_and_continued"}
NOT_CHECKED = {"no_seal", "signature_unreadable_file", "algorithm_unknown", "issuer_missing", "root_not_given",
               "certificate_expired_since", "timestamp_service_not_trusted", "timestamp_expired_since",
               "time_missing", "time_claimed", "long_term_incomplete", "no_long_term_data",
               "long_term_service_not_trusted", "long_term_expired", "presented_length_missing",
               "presented_not_recorded", "evidence_missing", "no_evidence_file", "not_published_yet",
               "log_key_not_given", "log_not_reached", "too_few_witnesses"}


def verify(data, inputs):
    """All checks of evidence.md: the verdict, the level, the failed checks and every code."""
    ranges, remembered, found = find_ranges(data)
    is_pdf = re.match(rb"%PDF-[0-9]", data)
    seal = find_seal(data, ranges) if is_pdf else None
    if seal:
        checked = Verification(data, seal, inputs)
        codes, level = {check: checked.codes[check] for check in CHECKS}, checked.level
        evidence = checked.exported or checked.attached
        versions = evidence and codes["audit_log"] in PASSED and evidence.versions()
    else:
        versions = None
        codes, level = dict.fromkeys(CHECKS, "no_seal"), None
        codes["file"] = no_seal_code(data, ranges, remembered, found) if is_pdf else "not_a_pdf"
    failed = [check for check in CHECKS if codes[check] not in PASSED | NOT_CHECKED]
    complete = codes["file"] in PASSED and codes["seal"] in PASSED
    verdict = "invalid" if failed else "valid" if complete else "incomplete"
    caught_by = [f"{check}: {codes[check]}" for check in failed]
    return {"verdict": verdict, "level": level, "caughtBy": caught_by, "codes": codes,
            **({"versions": versions} if versions else {})}


def run_vector(vector, folder):
    """Applies the edit of a vector and verifies the result (evidence.md, "Vectors")."""
    data, edit, options = (folder / vector["base"]).read_bytes(), vector.get("edit"), vector["options"]
    if edit:
        data = data[:edit["at"]] + base64.b64decode(edit["insert"]) + data[edit["at"] + edit["remove"]:]

    def certificates(name):
        return [Certificate((folder / name).read_bytes())] if name else []

    def lists(name):
        return [(folder / name).read_bytes()] if name else []

    def keys(name, kind):
        return [read_key(options[name], kind)] if options.get(name) else []

    now = datetime.fromisoformat(options["now"].replace("Z", "+00:00"))
    return verify(data, Inputs(
        now, certificates(options["roots"]), certificates(options["timestampRoots"]),
        lists(options.get("revocationList")), options.get("minimumLevel"), vector.get("evidence"), keys("logKey", 1),
        keys("witness", 4), int(options.get("quorum") or 0), options.get("later")))


def main():
    path = Path(sys.argv[1])
    vectors = json.loads(path.read_text(encoding="utf-8"))["vectors"]
    json.dump({vector["name"]: run_vector(vector, path.parent / "files") for vector in vectors}, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
