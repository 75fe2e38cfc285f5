import type { FieldAttachment } from '#domain/decision.ts';
import { LIMITS } from '#domain/limits.ts';
import { cutTo, printable } from '#domain/text.ts';
import { sha256Hex } from '#server/crypto/hash.ts';
import { blobKey } from '#server/storage/keys.ts';
import type { Services } from '#server/app/services.ts';

const DATA_URL =
  /^data:(application\/pdf|image\/png|image\/jpeg)((?:;[a-z]+=[^;,]*)*);base64,([A-Za-z0-9+/]+={0,2})$/;
const MAGIC = { 'application/pdf': '%PDF-', 'image/png': '\x89PNG', 'image/jpeg': '\xff\xd8\xff' } as const;
const EXTENSION = { 'application/pdf': 'pdf', 'image/png': 'png', 'image/jpeg': 'jpg' } as const;
type MediaType = keyof typeof MAGIC;

export type ReadAttachment = {
  readonly filename: string;
  readonly contentType: MediaType;
  readonly bytes: Uint8Array;
};

/** Reads the data URL (RFC 2397) of an attachment field, or returns what is wrong with it. */
export function readAttachment(value: string): ReadAttachment | { readonly problem: string } {
  const parts = DATA_URL.exec(value);
  if (parts === null) return { problem: 'must be a base64 data URL of a PDF, PNG or JPEG' };
  const contentType = parts[1] as MediaType;
  const bytes = Buffer.from(parts[3] ?? '', 'base64');
  if (bytes.length > LIMITS.attachmentMaxBytes)
    return { problem: `must have at most ${LIMITS.attachmentMaxBytes} bytes` };
  if (!bytes.subarray(0, 8).toString('latin1').startsWith(MAGIC[contentType]))
    return { problem: `doesn't match its type ${contentType}` };
  return { filename: nameOf(parts[2] ?? '', contentType), contentType, bytes };
}

/** Stores an attachment by its content and describes it for the decision. */
export async function storeAttachment(
  services: Pick<Services, 'storage'>,
  organizationId: string,
  fieldId: string,
  { filename, contentType, bytes }: ReadAttachment,
): Promise<FieldAttachment> {
  const sha256 = sha256Hex(bytes);
  const key = blobKey(organizationId, sha256);
  await services.storage.put(key, bytes, { contentType, sha256 });
  return { fieldId, filename, contentType, sha256, sizeBytes: bytes.length, key };
}

function nameOf(parameters: string, contentType: MediaType): string {
  const given = /;name=([^;,]*)/.exec(parameters)?.[1] ?? '';
  let decoded = '';
  try {
    decoded = decodeURIComponent(given);
  } catch {
    decoded = given;
  }
  const name = cutTo(printable(decoded).replace(/[\\/:*?"<>|]/g, '_'), 100);
  return name === '' ? `attachment.${EXTENSION[contentType]}` : name;
}
