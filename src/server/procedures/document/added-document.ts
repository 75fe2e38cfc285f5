import type { AddFileInput } from '#domain/envelope/files/add-file.ts';
import { toFileContent } from '#domain/envelope/files/file.ts';
import type { Preparation } from '#domain/envelope/graph.ts';
import type { ReceivedDocument } from '#domain/envelope/upload.ts';
import { STILL_CONVERTING } from '#server/document/receive-in-time.ts';

/**
 * Describes a document for the decision to add it. The document may be received or still being converted;
 * null if it is uploaded later.
 */
export function toAddFileInput(
  file: { readonly id: string; readonly name: string; readonly detect: boolean },
  received: ReceivedDocument | typeof STILL_CONVERTING | null,
  preparation: Preparation,
): AddFileInput {
  const described = { ...file, ...preparation, tags: [] };
  if (received === null) return { ...described, content: 'awaited' };
  if (received === STILL_CONVERTING) return { ...described, content: 'processing' };
  const content = toFileContent(received);
  if (content === null) throw new Error('a received document lacks a file');
  return { ...described, tags: received.tags, content };
}
