import { TAG_COLOR_TOLERANCE, type TagColor } from '#domain/document/tags.ts';

/** Colors that look black, as red, green and blue values. */
const CANDIDATES = [
  [0, 0, 12],
  [0, 12, 0],
  [12, 0, 0],
  [0, 12, 12],
  [12, 0, 12],
  [12, 12, 0],
  [0, 0, 24],
  [0, 24, 0],
] as const;

/** Returns a color that looks black and that no text of the document has; null if all of them are used. */
export function findUnusedColor(parts: readonly string[]): TagColor | null {
  const used = new Set(parts.flatMap((xml) => xml.match(/(?<=")[0-9A-Fa-f]{6}(?=")/g) ?? []));
  const colors = [...used].map((hex) => [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16)));
  return (
    CANDIDATES.find((candidate) =>
      colors.every((color) =>
        candidate.some((value, index) => Math.abs(value - (color[index] ?? 0)) > 2 * TAG_COLOR_TOLERANCE),
      ),
    ) ?? null
  );
}

/** Formats a color as Word writes it. */
export function formatHexColor(color: TagColor): string {
  return color
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
}
