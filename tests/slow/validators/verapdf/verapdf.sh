#!/usr/bin/env bash
# veraPDF on PDFs, against what they claim: verapdf.sh FILE.pdf…   (Java and Maven; the first run fetches about 20 MB of packages)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd); work=${VALIDATORS_DIR:-$HOME/.cache/countersign-validators}; mkdir -p "$work"
[ -s "$work/verapdf" ] || mvn -q -f "$here/pom.xml" dependency:build-classpath -Dmdep.outputFile="$work/verapdf" >&2
java -Xmx900m -cp "$(cat "$work/verapdf")" org.verapdf.apps.GreenfieldCliWrapper --format json "$@" || [ $? -eq 1 ]
