import { LIMITS } from '#domain/limits.ts';

export type LogoPicture = { readonly url: string; readonly width: number; readonly height: number };
export type LogoProblem = 'unreadable' | 'size' | 'narrow';

/** Far more than a logo needs, but low enough that a wrong file can't fill the memory. */
export const FILE_MAX_MIB = 10;

/**
 * Converts any image that the browser can show to a logo-sized PNG in a data URL. An SVG is converted to
 * pixels here, so its source never leaves this browser.
 */
export async function toLogoPicture(file: File): Promise<LogoPicture | { readonly problem: LogoProblem }> {
  if (file.size > FILE_MAX_MIB * 1024 * 1024) return { problem: 'size' };
  const address = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    return drawLogo(image, file.type === 'image/svg+xml');
  } catch {
    return { problem: 'unreadable' };
  } finally {
    URL.revokeObjectURL(address);
  }
}

function drawLogo(
  image: HTMLImageElement,
  scalable: boolean,
): LogoPicture | { readonly problem: LogoProblem } {
  const { naturalWidth, naturalHeight } = image;
  if (naturalWidth === 0 || naturalHeight === 0) return { problem: 'unreadable' };
  const fit = Math.min(LIMITS.logoMaxWidth / naturalWidth, LIMITS.logoMaxHeight / naturalHeight);
  const scale = scalable ? fit : Math.min(1, fit);
  const width = Math.max(1, Math.round(naturalWidth * scale));
  const height = Math.max(1, Math.round(naturalHeight * scale));
  if (Math.min(width, height) < LIMITS.logoMinSide) return { problem: 'narrow' };
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (context === null) return { problem: 'unreadable' };
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, width, height);
  return { url: canvas.toDataURL('image/png'), width, height };
}
