#!/usr/bin/env bash
# PDFBox on a PDF: pdfbox.sh FILE.pdf FOLDER   (JDK 17 and Maven; the first run fetches about 10 MB of packages)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd); work=${VALIDATORS_DIR:-$HOME/.cache/countersign-validators}; mkdir -p "$work"
[ -s "$work/pdfbox" ] || mvn -q -f "$here/pom.xml" dependency:build-classpath -Dmdep.outputFile="$work/pdfbox" >&2
[ "$work/Read.class" -nt "$here/Read.java" ] || javac -encoding UTF-8 -cp "$(cat "$work/pdfbox")" -d "$work" "$here/Read.java"
exec java -Xmx900m -cp "$work:$(cat "$work/pdfbox")" Read "$@"
