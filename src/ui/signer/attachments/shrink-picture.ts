import { sniffFormat } from '#domain/document/sniff.ts';
import { SIGNING_LIMITS } from '#domain/signing-limits.ts';

export type FileProblem = 'type' | 'size' | 'empty';

/** Enough to read a photographed document. This is more than 200 dots per inch on A4. */
const LONG_EDGE_PX = 2400;
const JPEG_QUALITY = 0.85;

/**
 * Returns what to upload for a chosen file, or why it would certainly be refused. A picture that is larger
 * than needed is redrawn as a JPEG. A PNG that would grow by that stays as it is, and so does a picture that
 * the browser can't read.
 */
export async function prepareUpload(file: File): Promise<{ content: Blob } | { problem: FileProblem }> {
  if (file.size === 0) return { problem: 'empty' };
  const format = sniffFormat(new Uint8Array(await file.slice(0, 1024).arrayBuffer()));
  if (format !== 'pdf' && format !== 'png' && format !== 'jpeg' && format !== 'heic')
    return { problem: 'type' };
  const shrunk = format === 'pdf' ? null : await shrinkPicture(file, format);
  const content = shrunk !== null && shrunk.size < file.size ? shrunk : file;
  return content.size > SIGNING_LIMITS.attachmentFileMaxBytes ? { problem: 'size' } : { content };
}

/** Returns an upright JPEG, or null if the picture is small enough or can't be read here. */
async function shrinkPicture(file: File, format: 'png' | 'jpeg' | 'heic'): Promise<Blob | null> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    return null;
  }
  try {
    const scale = Math.min(1, LONG_EDGE_PX / Math.max(bitmap.width, bitmap.height));
    const isSmall = format !== 'heic' && file.size <= SIGNING_LIMITS.attachmentFileMaxBytes;
    return scale === 1 && isSmall ? null : await encodeJpeg(bitmap, scale);
  } finally {
    bitmap.close();
  }
}

function encodeJpeg(bitmap: ImageBitmap, scale: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (context === null) return Promise.resolve(null);
  // A JPEG has no transparency, so fill the background with white.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY));
}
