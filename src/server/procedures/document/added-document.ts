import type { AddFileInput } from '#domain/envelope/files/add-file.ts';
import { contentOf } from '#domain/envelope/files/file.ts';
import type { TrackedChanges } from '#domain/document/notices.ts';
import type { ReceivedDocument } from '#domain/envelope/upload.ts';
import { STILL_CONVERTING } from '#server/document/receive-in-time.ts';

/** Describes a document for the decision to add it: received, still being converted, or null if it is uploaded later. */
export function addedDocument(
  file: { readonly id: string; readonly name: string; readonly detect: boolean },
  received: ReceivedDocument | typeof STILL_CONVERTING | null,
  trackedChanges: TrackedChanges,
): AddFileInput {
  if (received === null) return { ...file, trackedChanges, content: 'awaited' };
  if (received === STILL_CONVERTING) return { ...file, trackedChanges, content: 'processing' };
  const content = contentOf(received.sourceFormat, received.files);
  if (content === null) throw new Error('a received document lacks a file');
  return { ...file, trackedChanges, content };
}
