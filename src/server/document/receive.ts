import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EnvelopeDocument } from '#domain/envelope/graph.ts';
import { refusal } from '#domain/errors.ts';
import { sniffFormat } from '#domain/document/sniff.ts';
import { blobKey } from '#server/storage/keys.ts';
import { spool } from '#server/storage/spool.ts';
import type { World } from '#server/world.ts';

const PDF = 'application/pdf';
const SNIFFED_BYTES = 1024;

/**
 * Takes in a document that is a file of this machine: checked and normalised away from the event loop, then stored as
 * it came and as it will be shown and signed. Refuses with `document_unreadable`, `payload_too_large` or
 * `unsupported_media_type`, and stores nothing then.
 */
export async function receiveDocument(
  world: Pick<World, 'intake' | 'storage' | 'config'>,
  organizationId: string,
  path: string,
): Promise<EnvelopeDocument[]> {
  await refuseOtherFormats(path);
  const directory = await mkdtemp(join(tmpdir(), 'countersign-intake-'));
  try {
    const prepared = join(directory, 'prepared.pdf');
    const read = await world.intake.read(path, prepared);
    if (!read.ok && read.reason === 'too_large') throw tooLarge(world);
    if (!read.ok) throw refusal('document_unreadable', { reason: read.reason }, read.message);
    const originalKey = blobKey(organizationId, read.sourceSha256);
    const preparedKey = blobKey(organizationId, read.sha256);
    await world.storage.put(originalKey, { path }, { contentType: PDF, sha256: read.sourceSha256 });
    await world.storage.put(preparedKey, { path: prepared }, { contentType: PDF, sha256: read.sha256 });
    const common = { contentType: PDF, pageCount: read.pages.length };
    return [
      {
        ...common,
        variant: 'original',
        key: originalKey,
        sha256: read.sourceSha256,
        sizeBytes: read.sourceSizeBytes,
      },
      { ...common, variant: 'prepared', key: preparedKey, sha256: read.sha256, sizeBytes: read.sizeBytes },
    ];
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Hands bytes to `use` as a file that is gone afterwards. */
export async function withSpooledFile<T>(
  body: Uint8Array | ReadableStream<Uint8Array>,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'countersign-upload-'));
  try {
    const path = join(directory, 'upload');
    await spool(body, path);
    return await use(path);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** The refusal of a document that is over the limit. */
export function tooLarge(world: Pick<World, 'config'>): Error {
  return refusal('payload_too_large', { maxBytes: world.config.limits.documentBytes });
}

async function refuseOtherFormats(path: string): Promise<void> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFFED_BYTES), 0, SNIFFED_BYTES, 0);
    const format = sniffFormat(buffer.subarray(0, bytesRead));
    if (format === 'zip')
      throw refusal('unsupported_media_type', undefined, 'Only PDF documents are accepted.');
  } finally {
    await file.close();
  }
}
