/**
 * Lines of cells as CSV (RFC 4180) with a byte order mark, by which spreadsheets know UTF-8. A cell that begins like a
 * formula gets an apostrophe before it: spreadsheets would compute it.
 */
export function stringifyLines(lines: readonly (readonly string[])[]): string {
  return `\ufeff${lines.map((cells) => cells.map(cell).join(',')).join('\r\n')}\r\n`;
}

function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
