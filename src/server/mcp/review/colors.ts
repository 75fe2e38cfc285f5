/** Colors of recipients; those after them share them. */
const COLORS = 4;

/** Returns the number of a recipient's color by their place among the recipients; 0 is nobody's. */
export function getColorNumber(place: number | undefined): number {
  return place === undefined || place < 0 ? 0 : (place % COLORS) + 1;
}
