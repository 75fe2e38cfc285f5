import { LIMITS } from '#domain/limits.ts';
import { readDataUrl } from '#domain/document/base64.ts';
import { sniffFormat } from '#domain/document/sniff.ts';
import { checkImage, ImageError, type ImageProblem } from './check-image.ts';

/** A signature picture that passed every check. Its size is in pixels. */
export type CheckedImage = {
  mime: 'image/png' | 'image/jpeg';
  bytes: Uint8Array;
  width: number;
  height: number;
};

export type SignatureImageReason =
  'not_a_data_url' | 'not_png_or_jpeg' | 'too_many_bytes' | 'too_many_pixels' | 'broken' | 'no_ink';

/** The picture can't be used as a signature. `reason` is meant for programs, the message for people. */
export class SignatureImageError extends Error {
  override readonly name = 'SignatureImageError';
  readonly reason: SignatureImageReason;

  constructor(reason: SignatureImageReason, options?: ErrorOptions) {
    super(MESSAGES[reason], options);
    this.reason = reason;
  }
}

const MESSAGES: Readonly<Record<SignatureImageReason, string>> = {
  not_a_data_url: 'The image must be a base64 data URL of a PNG or JPEG.',
  not_png_or_jpeg: 'The image must be a PNG or JPEG.',
  too_many_bytes: 'The image must be 512 KiB or smaller.',
  too_many_pixels: 'The image must be 2,000 × 2,000 pixels or smaller.',
  broken: 'The image is damaged.',
  no_ink: 'The image must show a signature in dark ink on a light or transparent background.',
};

const MAX_SIDE = 2000;

/** An animation has frames that no one saw when signing. */
const REASONS: Readonly<Record<ImageProblem, SignatureImageReason>> = {
  not_an_image: 'not_png_or_jpeg',
  several_images: 'not_png_or_jpeg',
  too_many_pixels: 'too_many_pixels',
  broken: 'broken',
};

/**
 * Reads the data URL that a signer submits. Only checks that are cheap are done: the first bytes and the
 * size. Throws `SignatureImageError`.
 */
export function readSignatureImage(dataUrl: string): Uint8Array {
  const read = readDataUrl(dataUrl);
  if (read === null || !/^image\/(png|jpe?g)$/.test(read.type))
    throw new SignatureImageError('not_a_data_url');
  if (read.size > LIMITS.signatureImageMaxBytes) throw new SignatureImageError('too_many_bytes');
  const bytes = new Uint8Array(Buffer.from(read.base64, 'base64'));
  if (!['png', 'jpeg'].includes(sniffFormat(bytes))) throw new SignatureImageError('not_png_or_jpeg');
  return bytes;
}

/**
 * Checks a picture before it's decoded. Must not run on the event loop, because it unpacks up to 32 MB.
 * Throws `SignatureImageError`.
 */
export function checkSignatureImage(bytes: Uint8Array): CheckedImage {
  if (bytes.length > LIMITS.signatureImageMaxBytes) throw new SignatureImageError('too_many_bytes');
  try {
    const { format, ...size } = checkImage(bytes, { side: MAX_SIDE, pixels: MAX_SIDE ** 2 });
    return { mime: `image/${format}`, bytes, ...size };
  } catch (error) {
    throw error instanceof ImageError ? new SignatureImageError(REASONS[error.problem]) : error;
  }
}
