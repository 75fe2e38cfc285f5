import { createCanvas, type Image, loadImage } from '@napi-rs/canvas';
import { leavesInk, toGray } from '#domain/document/picture-ink.ts';
import { LIMITS } from '#domain/limits.ts';
import type { Picture } from '#server/pdf/drawing/pictures.ts';
import { getUprightTransform, readPngOrientation } from './exif.ts';
import {
  type CheckedImage,
  checkSignatureImage,
  SignatureImageError,
  type SignatureImageReason,
} from './signature-image.ts';

/**
 * A PNG or JPEG from a stranger that is to be drawn as a signature or made into a logo. A new mark must leave
 * ink. A mark that was accepted before is drawn as it is.
 */
export type PictureRequest = { readonly as: 'mark' | 'new mark' | 'logo'; readonly image: Uint8Array };
export type PictureOutcome =
  | { readonly kind: 'mark'; readonly picture: Picture }
  | { readonly kind: 'logo'; readonly logo: LogoPicture }
  | { readonly kind: 'refused'; readonly reason: SignatureImageReason };

/** A PNG that was drawn here and contains nothing else from the uploaded file. The size is in pixels. */
export type LogoPicture = { readonly png: Uint8Array; readonly width: number; readonly height: number };

/** Checks and decodes a picture. It uses native code, so it must not run in the service's own process. */
export async function readPicture({ as, image }: PictureRequest): Promise<PictureOutcome> {
  try {
    const checked = checkSignatureImage(image);
    return as === 'logo'
      ? { kind: as, logo: await toLogo(checked) }
      : { kind: 'mark', picture: await toPicture(checked, as === 'new mark') };
  } catch (error) {
    if (error instanceof SignatureImageError) return { kind: 'refused', reason: error.reason };
    throw error;
  }
}

/**
 * Decodes a picture for drawing. The result is no larger than necessary and contains nothing else from the
 * file.
 */
async function toPicture({ bytes }: CheckedImage, isNew: boolean): Promise<Picture> {
  const { context, width, height } = await redrawImage(bytes, (image) =>
    Math.min(1, LIMITS.signatureDrawnMaxSide / Math.max(image.width, image.height)),
  );
  const { data } = context.getImageData(0, 0, width, height);
  if (isNew && !leavesInk({ data, width, height })) throw new SignatureImageError('no_ink');
  return { width, height, encoding: 'rgb', ...separateOpacity(data) };
}

/** Redraws a picture within the limits of a logo. */
async function toLogo({ bytes }: CheckedImage): Promise<LogoPicture> {
  const { canvas, width, height } = await redrawImage(bytes, (image) =>
    Math.min(1, LIMITS.logoMaxWidth / image.width, LIMITS.logoMaxHeight / image.height),
  );
  return { png: new Uint8Array(await canvas.encode('png')), width, height };
}

type PixelSize = { readonly width: number; readonly height: number };

async function redrawImage(bytes: Uint8Array, scaleOf: (upright: PixelSize) => number) {
  const image = await decodePicture(bytes);
  // The decoder turns JPEGs itself.
  const orientation = readPngOrientation(bytes);
  const isTurned = orientation > 4;
  const scale = scaleOf(isTurned ? { width: image.height, height: image.width } : image);
  const across = Math.max(1, Math.round(image.width * scale));
  const down = Math.max(1, Math.round(image.height * scale));
  const [width, height] = isTurned ? [down, across] : [across, down];
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.setTransform(...getUprightTransform(orientation, across, down));
  context.drawImage(image, 0, 0, across, down);
  context.resetTransform();
  return { canvas, context, width, height };
}

/** Decodes a picture, because only decoding can disprove what its structure promises. */
async function decodePicture(bytes: Uint8Array): Promise<Image> {
  try {
    return await loadImage(bytes);
  } catch (error) {
    throw new SignatureImageError('broken', { cause: error });
  }
}

/**
 * The lightest gray (of 255) that ink may have over black. A stamp in red or yellow would otherwise hide the
 * print below it.
 */
const MOST_GRAY = 40;

/** Returns how opaque ink of a gray value may be. */
function limitOpacity(gray: number): number {
  return gray <= MOST_GRAY ? 255 : Math.floor((255 * MOST_GRAY) / gray);
}

/**
 * Separates a picture into its ink and the ink's opacity. The picture looks the same on white, but whatever
 * is below it stays visible: white hides nothing, and light ink is drawn thinner.
 */
function separateOpacity(rgba: Uint8ClampedArray): Pick<Picture, 'colors' | 'opacity'> {
  const pixels = rgba.length / 4;
  const colors = new Uint8Array(pixels * 3);
  const opacity = new Uint8Array(pixels);
  for (let pixel = 0; pixel < pixels; pixel += 1) {
    const from = pixel * 4;
    const [red, green, blue] = [rgba[from] ?? 0, rgba[from + 1] ?? 0, rgba[from + 2] ?? 0];
    const white = Math.min(red, green, blue);
    const share = 1 - white / 255;
    opacity[pixel] = Math.round((rgba[from + 3] ?? 0) * share);
    if (share === 0) continue;
    const computeInk = (value: number) => Math.round((value - white) / share);
    const [inkRed, inkGreen, inkBlue] = [computeInk(red), computeInk(green), computeInk(blue)];
    colors.set([inkRed, inkGreen, inkBlue], pixel * 3);
    opacity[pixel] = Math.min(opacity[pixel] ?? 0, limitOpacity(toGray(inkRed, inkGreen, inkBlue)));
  }
  return { colors, opacity };
}
