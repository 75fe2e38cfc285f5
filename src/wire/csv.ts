type Lines = readonly (readonly string[])[];

/**
 * Writes CSV (RFC 4180) for people. A byte order mark makes spreadsheets read it as UTF-8. A cell that starts
 * like a formula gets a leading apostrophe, so that spreadsheets don't run it.
 */
export function stringifyLines(lines: Lines): string {
  return `\ufeff${stringifyPlainLines(lines.map((cells) => cells.map(escapeFormula)))}`;
}

/** Writes CSV for programs, which take every cell literally. */
export function stringifyPlainLines(lines: Lines): string {
  return `${lines.map((cells) => cells.map(quoteCell).join(',')).join('\r\n')}\r\n`;
}

function escapeFormula(text: string): string {
  // Spreadsheets skip invisible characters. Fullwidth characters are read like the ordinary ones.
  const startsFormula = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^\p{Cc}/u;
  return startsFormula.test(text) ? `'${text}` : text;
}

function quoteCell(text: string): string {
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
