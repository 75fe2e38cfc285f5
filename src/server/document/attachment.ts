import { dirname, join } from 'node:path';
import type { FieldAttachment } from '#domain/decision.ts';
import { createRefusal } from '#domain/errors.ts';
import { readDataUrl } from '#domain/document/base64.ts';
import { isImageFormat, sniffFormat } from '#domain/document/sniff.ts';
import { LIMITS } from '#domain/limits.ts';
import { cutTo, toPrintable } from '#domain/text.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { buildBlobKey } from '#server/storage/keys.ts';
import type { Services } from '#server/runtime/services.ts';
import { withSpooledFile } from './receive.ts';

const TYPE = /^(application\/pdf|image\/png|image\/jpeg)((?:;[a-z]+=[^;,]*)*)$/;
const MAGIC = { 'application/pdf': '%PDF-', 'image/png': '\x89PNG', 'image/jpeg': '\xff\xd8\xff' } as const;
const EXTENSION = { 'application/pdf': 'pdf', 'image/png': 'png', 'image/jpeg': 'jpg' } as const;
type MediaType = keyof typeof MAGIC;

export type ReadAttachment = {
  readonly filename: string;
  readonly contentType: MediaType;
  readonly bytes: Uint8Array;
};

/** Reads the data URL (RFC 2397) of an attachment field, or returns the problem with it. */
export function readAttachment(value: string): ReadAttachment | { readonly problem: string } {
  const read = readDataUrl(value);
  const parts = TYPE.exec(read?.type ?? '');
  if (read === null || parts === null) return { problem: 'must be a base64 data URL of a PDF, PNG or JPEG' };
  const contentType = parts[1] as MediaType;
  if (read.size > LIMITS.attachmentMaxBytes)
    return { problem: `must have at most ${LIMITS.attachmentMaxBytes} bytes` };
  const bytes = Buffer.from(read.base64, 'base64');
  if (!bytes.subarray(0, 8).toString('latin1').startsWith(MAGIC[contentType]))
    return { problem: `doesn't match its type ${contentType}` };
  return { filename: parseName(parts[2] ?? '', contentType), contentType, bytes };
}

/** Stores an attachment under its content's address and describes it for the decision. */
export async function storeAttachment(
  services: Pick<Services, 'storage' | 'newId'>,
  organizationId: string,
  fieldId: string,
  { filename, contentType, bytes }: ReadAttachment,
): Promise<FieldAttachment> {
  const sha256 = computeSha256Hex(bytes);
  const key = buildBlobKey(organizationId, sha256);
  await services.storage.put(key, bytes, { contentType, sha256 });
  const id = services.newId('attachment');
  return { id, fieldId, filename, contentType, sha256, sizeBytes: bytes.length, key };
}

/**
 * Prepares an uploaded file in another process and stores it. A picture is encoded again; a PDF is
 * normalized. Refuses with `payload_too_large`, `unsupported_media_type`, `document_unreadable` or
 * `rate_limited`, without storing anything.
 */
export async function receiveAttachment(
  services: Pick<Services, 'storage' | 'newId' | 'intake'>,
  organizationId: string,
  { fieldId, filename }: { readonly fieldId: string; readonly filename: string },
  uploaded: Uint8Array,
): Promise<FieldAttachment> {
  const maxBytes = LIMITS.attachmentFileMaxBytes;
  const tooLarge = createRefusal('payload_too_large', { maxBytes }, 'The file is larger than 10 MiB.');
  if (uploaded.length > maxBytes) throw tooLarge;
  const format = sniffFormat(uploaded);
  if (format !== 'pdf' && !isImageFormat(format))
    throw createRefusal('unsupported_media_type', undefined, 'Attach a PDF, PNG, JPEG or HEIC file.');
  return await withSpooledFile(uploaded, async (path) => {
    const target = join(dirname(path), 'prepared');
    const read = await services.intake.attach({ organizationId, waiting: 'request' }, path, target, maxBytes);
    if (!read.ok) throw createRefusal('document_unreadable', { reason: read.reason }, read.message);
    const { contentType, sha256, sizeBytes } = read;
    if (sizeBytes > maxBytes) throw tooLarge;
    const key = buildBlobKey(organizationId, sha256);
    await services.storage.put(key, { path: target }, { contentType, sha256 });
    const id = services.newId('attachment');
    return {
      id,
      fieldId,
      filename: renameForType(filename, contentType),
      contentType,
      sha256,
      sizeBytes,
      key,
    };
  });
}

/** Returns a file name with the extension of the type that the file was converted to. */
function renameForType(filename: string, contentType: MediaType): string {
  const stem = filename.replace(/\.(pdf|png|jpe?g|hei[cf])$/i, '');
  const isAlready = contentType === 'image/jpeg' && /\.jpe?g$/i.test(filename);
  const extension = isAlready ? filename.slice(stem.length + 1) : EXTENSION[contentType];
  const name = toSafeName(stem).trim();
  return `${name === '' ? 'attachment' : name}.${extension}`;
}

function toSafeName(name: string): string {
  return cutTo(toPrintable(name).replace(/[\\/:*?"<>|]/g, '_'), 100);
}

function parseName(parameters: string, contentType: MediaType): string {
  const given = /;name=([^;,]*)/.exec(parameters)?.[1] ?? '';
  let decoded = '';
  try {
    decoded = decodeURIComponent(given);
  } catch {
    decoded = given;
  }
  const name = toSafeName(decoded);
  return name === '' ? `attachment.${EXTENSION[contentType]}` : name;
}
