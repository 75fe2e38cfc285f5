import { LIMITS } from '#domain/limits.ts';

export type LogoPicture = { readonly url: string; readonly width: number; readonly height: number };
export type LogoProblem = 'unreadable' | 'size' | 'narrow';

/** More than a logo takes; keeps a mistaken choice from filling the memory. */
const FILE_MAX_BYTES = 10 * 1024 * 1024;

/**
 * Any picture that the browser can show as a PNG of the size of a logo, in a data URL. A drawing (SVG) becomes pixels
 * here, so that nothing of it but its look ever leaves this browser.
 */
export async function logoPicture(file: File): Promise<LogoPicture | { readonly problem: LogoProblem }> {
  if (file.size > FILE_MAX_BYTES) return { problem: 'size' };
  const address = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    return drawn(image, file.type === 'image/svg+xml');
  } catch {
    return { problem: 'unreadable' };
  } finally {
    URL.revokeObjectURL(address);
  }
}

function drawn(image: HTMLImageElement, scalable: boolean): LogoPicture | { readonly problem: LogoProblem } {
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
