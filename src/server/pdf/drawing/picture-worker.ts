import { createCanvas } from '@napi-rs/canvas';
import { LIMITS } from '#domain/limits.ts';
import { loadMarks } from './marks.ts';
import { decodedImage } from './pictures.ts';
import type { SignatureMark } from '#server/pdf/seal/seal-request.ts';
import { checkSignatureImage, SignatureImageError, type SignatureImageReason } from './signature-image.ts';

/** A PNG that was drawn here, without anything else from the uploaded file. In pixels. */
export type LogoPicture = { readonly png: Uint8Array; readonly width: number; readonly height: number };
export type LogoOutcome = LogoPicture | { readonly reason: SignatureImageReason };

/** Returns why a mark's picture can't be sealed, or `null` if it can. */
export async function pictureFault(mark: SignatureMark): Promise<SignatureImageReason | null> {
  const outcome = await explained(() => loadMarks([mark]));
  return 'reason' in outcome ? outcome.reason : null;
}

/** Redraws a PNG or JPEG within the limits of a logo, or returns why it can't. */
export async function logoInThread(image: Uint8Array): Promise<LogoOutcome> {
  return await explained(async () => {
    checkSignatureImage(image);
    const picture = await decodedImage(image);
    const scale = Math.min(1, LIMITS.logoMaxWidth / picture.width, LIMITS.logoMaxHeight / picture.height);
    const width = Math.max(1, Math.round(picture.width * scale));
    const height = Math.max(1, Math.round(picture.height * scale));
    const canvas = createCanvas(width, height);
    const context = canvas.getContext('2d');
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, 0, 0, width, height);
    return { png: new Uint8Array(await canvas.encode('png')), width, height };
  });
}

async function explained<Result extends object>(
  task: () => Promise<Result>,
): Promise<Result | { readonly reason: SignatureImageReason }> {
  try {
    return await task();
  } catch (error) {
    if (error instanceof SignatureImageError) return { reason: error.reason };
    throw error;
  }
}
