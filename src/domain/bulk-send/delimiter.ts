const DELIMITERS = [',', ';', '\t'] as const;
/** So many lines show how a file separates its cells. */
const SAMPLE_LINES = 20;
const SAMPLE_CHARS = 100_000;

/**
 * Returns the character that separates the cells of a CSV file: the one that most of its first lines have,
 * outside of quotes. Spreadsheets in some countries use semicolons or tabs.
 */
export function detectDelimiter(csv: string): string {
  const lines = dropQuotedCells(csv.slice(0, SAMPLE_CHARS))
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '')
    .slice(0, SAMPLE_LINES);
  const count = (delimiter: string): number =>
    lines.filter((line) => line.includes(delimiter)).length * SAMPLE_CHARS +
    lines.reduce((sum, line) => sum + line.split(delimiter).length - 1, 0);
  return DELIMITERS.reduce<string>((best, one) => (count(one) > count(best) ? one : best), ',');
}

/** A quote opens a cell only at its beginning. Elsewhere it is an inch mark or the like. */
function dropQuotedCells(csv: string): string {
  return csv.replace(/(^|[,;\t\r\n])[ ]*"(?:[^"]|"")*(?:"|$)/g, '$1');
}
