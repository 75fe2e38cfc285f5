import { LIMITS } from '#domain/limits.ts';
import type { Picture } from '#server/pdf/drawing/pictures.ts';
import { checkImage, ImageError, type ImageFacts } from './check-image.ts';
import type { LogoPicture } from './read-picture.ts';

/**
 * Checks whether a decoded picture matches its own numbers. The picture comes from a process that reads files
 * from strangers and goes into sealed documents. If that process was taken over, it may return anything.
 */
export function isPlausiblePicture({ width, height, encoding, colors, opacity }: Picture): boolean {
  if (
    ![width, height].every(
      (side) => Number.isInteger(side) && side > 0 && side <= LIMITS.signatureDrawnMaxSide,
    )
  )
    return false;
  if (encoding === 'jpeg') return opacity === null && isImage(colors, 'jpeg', { width, height });
  const pixels = width * height;
  return encoding === 'rgb' && isBytes(colors, pixels * 3) && (opacity === null || isBytes(opacity, pixels));
}

/** Checks whether a redrawn logo is a PNG of the stated size and within the limits of a logo. */
export function isPlausibleLogo({ png, width, height }: LogoPicture): boolean {
  return (
    width <= LIMITS.logoMaxWidth && height <= LIMITS.logoMaxHeight && isImage(png, 'png', { width, height })
  );
}

function isBytes(value: unknown, length: number): boolean {
  return value instanceof Uint8Array && value.length === length;
}

function isImage(
  bytes: unknown,
  format: ImageFacts['format'],
  { width, height }: Omit<ImageFacts, 'format'>,
): boolean {
  if (!(bytes instanceof Uint8Array)) return false;
  try {
    const found = checkImage(bytes, { side: Math.max(width, height), pixels: width * height });
    return found.format === format && found.width === width && found.height === height;
  } catch (error) {
    if (error instanceof ImageError) return false;
    throw error;
  }
}
