/** Parses a number and clamps it to the limits. Returns null if the text is empty or not a number. */
export function parseClampedNumber(text: string, least: number, most: number): number | null {
  const number = Number(text);
  if (text.trim() === '' || !Number.isFinite(number)) return null;
  return Math.min(most, Math.max(least, number));
}
