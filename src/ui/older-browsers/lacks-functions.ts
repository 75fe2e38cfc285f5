/**
 * Checks whether the browser lacks the newest functions that pages and pdf.js call. A browser that has these
 * has all others.
 */
export function lacksFunctions(): boolean {
  return !('getOrInsertComputed' in Map.prototype && 'sumPrecise' in Math);
}
