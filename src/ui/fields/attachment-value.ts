import { LIMITS } from '#domain/limits.ts';

/** File types that a signer can attach. */
export const ATTACHMENT_TYPES = ['application/pdf', 'image/png', 'image/jpeg'] as const;
export type AttachmentType = (typeof ATTACHMENT_TYPES)[number];
export type AttachmentProblem = 'type' | 'size' | 'empty';

/**
 * A file as the value of an attachment field: `data:application/pdf;name=passport.pdf;base64,…` (RFC 2397) with a
 * percent-encoded name; or why it can't be one. The type is determined by the file's first bytes.
 */
export async function attachmentValue(
  file: File,
): Promise<{ value: string } | { problem: AttachmentProblem }> {
  if (file.size === 0) return { problem: 'empty' };
  if (file.size > LIMITS.attachmentMaxBytes) return { problem: 'size' };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const type = attachmentType(bytes);
  if (type === null) return { problem: 'type' };
  return { value: `data:${type};name=${encodeURIComponent(file.name)};base64,${base64(bytes)}` };
}

/** Returns the file name in an attachment field's value; null for any other value. */
export function attachmentName(value: string): string | null {
  const encoded = /^data:[a-z]+\/[a-z]+;name=([^;,]*);base64,/.exec(value)?.[1];
  if (encoded === undefined) return null;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

/** Recognizes PDF, PNG (ISO/IEC 15948) and JPEG by their first bytes. */
export function attachmentType(bytes: Uint8Array): AttachmentType | null {
  if (startsWith(bytes, [0x25, 0x50, 0x44, 0x46, 0x2d])) return 'application/pdf';
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47])) return 'image/png';
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  return null;
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}

function base64(bytes: Uint8Array): string {
  const CHUNK = 0x8000;
  let binary = '';
  for (let start = 0; start < bytes.length; start += CHUNK) {
    binary += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  }
  return btoa(binary);
}
