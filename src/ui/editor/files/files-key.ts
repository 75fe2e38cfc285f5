import type { WireEnvelope } from '#wire/envelope.ts';

type Filed = Pick<WireEnvelope, 'id' | 'documentHash' | 'documents'>;

/**
 * Identifies the files of an envelope and their order. While the key stays the same, fields stay on their
 * pages.
 */
export function buildFilesKey({ id, documentHash, documents }: Filed): string {
  const received = documents.filter(({ status }) => status === 'received');
  return [id, documentHash ?? '', ...received.map((file) => file.id)].join(' ');
}
