const DELIMITERS = [',', ';', '\t'] as const;

/**
 * Returns the character that separates the cells of a CSV file. Spreadsheets in some countries use semicolons
 * or tabs.
 */
export function detectDelimiter(csv: string): string {
  const head = csv.slice(0, csv.search(/[\r\n]|$/));
  return DELIMITERS.reduce<string>(
    (best, one) => (head.split(one).length > head.split(best).length ? one : best),
    ',',
  );
}
