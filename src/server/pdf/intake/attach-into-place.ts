import { readFile, writeFile } from 'node:fs/promises';
import type { AttachResult } from '#domain/document/intake.ts';
import { isImageFormat, sniffFormat } from '#domain/document/sniff.ts';
import { readIntoPlace, toIntakeRefusal } from './read-upload.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';

export interface AttachRequest {
  readonly targetPath: string;
  readonly attachmentPath: string;
  /** The most bytes of the file, before and after preparation. */
  readonly maxAttachmentBytes: number;
  readonly maxBytes: number;
  readonly maxPages: number;
}

/** The outcome, and information for operators about what was wrong. */
export interface AttachOutcome {
  readonly result: AttachResult;
  readonly fault: string | null;
}

/**
 * Prepares a file that a signer attaches. A picture is encoded again; a PDF is normalized like any other
 * document.
 * @throws if a file can't be read or written; problems with the file are returned as refusals.
 */
export async function attachIntoPlace(request: AttachRequest): Promise<AttachOutcome> {
  const { attachmentPath, maxAttachmentBytes } = request;
  const source = await readFile(attachmentPath);
  if (!isImageFormat(sniffFormat(source))) {
    const { result, fault } = await readIntoPlace({ ...request, sourcePath: attachmentPath });
    if (!result.ok) return { result, fault };
    const { sha256, sizeBytes } = result;
    return { result: { ok: true, contentType: 'application/pdf', sha256, sizeBytes }, fault };
  }
  // Loaded only here, because it needs a native addon that processes reading PDFs don't have.
  const { reencodeImage: reencoded } = await import('#server/pdf/image/reencode.ts');
  let image;
  try {
    image = await reencoded(source, maxAttachmentBytes);
  } catch (error) {
    return { result: toIntakeRefusal(error), fault: null };
  }
  const { bytes, contentType } = image;
  await writeFile(request.targetPath, bytes);
  const result = { ok: true, contentType, sha256: computeSha256Hex(bytes), sizeBytes: bytes.length } as const;
  return { result, fault: null };
}
