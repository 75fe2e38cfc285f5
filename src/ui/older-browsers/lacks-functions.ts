/** Whether the browser is older than the newest functions that pages and pdf.js call. One that has these has all others. */
export function lacksFunctions(): boolean {
  return !('getOrInsertComputed' in Map.prototype && 'sumPrecise' in Math);
}
