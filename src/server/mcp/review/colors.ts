/** The number of colors for recipients. Further recipients share these colors. */
const COLORS = 4;

/** Returns the number of a recipient's color, based on their place among the recipients; 0 for nobody. */
export function getColorNumber(place: number | undefined): number {
  return place === undefined || place < 0 ? 0 : (place % COLORS) + 1;
}
