import { createCanvas, type Image, loadImage } from '@napi-rs/canvas';
import { LIMITS } from '#domain/limits.ts';
import type { Picture } from '#server/pdf/drawing/pictures.ts';
import {
  type CheckedImage,
  checkSignatureImage,
  SignatureImageError,
  type SignatureImageReason,
} from './signature-image.ts';

/** A PNG or JPEG of a stranger, to be drawn as a signature or made a logo. */
export type PictureRequest = { readonly as: 'mark' | 'logo'; readonly image: Uint8Array };
export type PictureOutcome =
  | { readonly kind: 'mark'; readonly picture: Picture }
  | { readonly kind: 'logo'; readonly logo: LogoPicture }
  | { readonly kind: 'refused'; readonly reason: SignatureImageReason };

/** A PNG that was drawn here, without anything else from the uploaded file. In pixels. */
export type LogoPicture = { readonly png: Uint8Array; readonly width: number; readonly height: number };

const JPEG_QUALITY = 92;

/** Checks and decodes a picture, with native code: not for the service's own process. */
export async function readPicture({ as, image }: PictureRequest): Promise<PictureOutcome> {
  try {
    const checked = checkSignatureImage(image);
    return as === 'mark'
      ? { kind: as, picture: await pictureOf(checked) }
      : { kind: as, logo: await logoOf(checked) };
  } catch (error) {
    if (error instanceof SignatureImageError) return { kind: 'refused', reason: error.reason };
    throw error;
  }
}

/** Decodes a picture for drawing, no larger than it needs to be and without anything else that its file contains. */
async function pictureOf({ bytes, mime }: CheckedImage): Promise<Picture> {
  const { canvas, context, width, height } = await redrawn(bytes, (image) =>
    Math.min(1, LIMITS.signatureDrawnMaxSide / Math.max(image.width, image.height)),
  );
  if (mime === 'image/jpeg') {
    const colors = new Uint8Array(await canvas.encode('jpeg', JPEG_QUALITY));
    return { width, height, colors, encoding: 'jpeg', opacity: null };
  }
  return { width, height, encoding: 'rgb', ...separated(context.getImageData(0, 0, width, height).data) };
}

/** Redraws a picture within the limits of a logo. */
async function logoOf({ bytes }: CheckedImage): Promise<LogoPicture> {
  const { canvas, width, height } = await redrawn(bytes, (image) =>
    Math.min(1, LIMITS.logoMaxWidth / image.width, LIMITS.logoMaxHeight / image.height),
  );
  return { png: new Uint8Array(await canvas.encode('png')), width, height };
}

async function redrawn(bytes: Uint8Array, scaleOf: (image: Image) => number) {
  const image = await decoded(bytes);
  const scale = scaleOf(image);
  const width = Math.max(1, Math.round(image.width * scale));
  const height = Math.max(1, Math.round(image.height * scale));
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, width, height);
  return { canvas, context, width, height };
}

/** The structure of a picture may promise what only decoding disproves. */
async function decoded(bytes: Uint8Array): Promise<Image> {
  try {
    return await loadImage(bytes);
  } catch (error) {
    throw new SignatureImageError('broken', { cause: error });
  }
}

function separated(rgba: Uint8ClampedArray): Pick<Picture, 'colors' | 'opacity'> {
  const pixels = rgba.length / 4;
  const colors = new Uint8Array(pixels * 3);
  const opacity = new Uint8Array(pixels);
  let isOpaque = true;
  for (let pixel = 0, from = 0, to = 0; pixel < pixels; pixel += 1) {
    colors[to++] = rgba[from++] ?? 0;
    colors[to++] = rgba[from++] ?? 0;
    colors[to++] = rgba[from++] ?? 0;
    const alpha = rgba[from++] ?? 0;
    opacity[pixel] = alpha;
    if (alpha !== 255) isOpaque = false;
  }
  return { colors, opacity: isOpaque ? null : opacity };
}
