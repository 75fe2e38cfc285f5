/** Reads a number within limits, which it is moved into; null for an empty or unreadable one. */
export function numberOrNull(text: string, least: number, most: number): number | null {
  const number = Number(text);
  if (text.trim() === '' || !Number.isFinite(number)) return null;
  return Math.min(most, Math.max(least, number));
}
