import { PICTURE_SCALE } from '#domain/document/page-picture.ts';
import type { PagePicture } from '../pdf/pdf-document.ts';

/** Returns a picture to show, or null if the browser can't. Whoever shows it revokes its URL. */
export async function decodePicture(png: Blob): Promise<PagePicture | null> {
  const image = new Image();
  const url = (image.src = URL.createObjectURL(png));
  try {
    await image.decode();
  } catch {
    URL.revokeObjectURL(url);
    return null;
  }
  const [width, height] = [image.naturalWidth, image.naturalHeight];
  return {
    url,
    ratio: height / width,
    size: { width: width / PICTURE_SCALE, height: height / PICTURE_SCALE },
  };
}
