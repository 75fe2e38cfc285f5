/** Returns the number of the page in the middle of the box that its pages scroll in, or of the last one above it. */
export function findMiddlePage(
  { top, bottom }: Pick<DOMRect, 'top' | 'bottom'>,
  sheets: readonly Element[],
): number {
  const middle = (top + bottom) / 2;
  const below = sheets.findIndex((sheet) => sheet.getBoundingClientRect().bottom >= middle);
  return below === -1 ? sheets.length : below + 1;
}
