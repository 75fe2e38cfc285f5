/**
 * Writes CSV (RFC 4180) with a byte order mark, which makes spreadsheets read UTF-8. A cell that starts like a formula
 * gets a leading apostrophe, so that spreadsheets don't run it.
 */
export function stringifyLines(lines: readonly (readonly string[])[]): string {
  return `\ufeff${lines.map((cells) => cells.map(cell).join(',')).join('\r\n')}\r\n`;
}

function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
