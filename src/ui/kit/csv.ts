import { stringifyLines } from '#wire/csv.ts';

/** Saves lines as a CSV file, as a download in the browser. */
export function saveLines(filename: string, lines: readonly (readonly string[])[]): void {
  const href = URL.createObjectURL(new Blob([stringifyLines(lines)], { type: 'text/csv' }));
  Object.assign(document.createElement('a'), { href, download: filename }).click();
  URL.revokeObjectURL(href);
}
