import type { EnvelopeGraph } from '../envelope/graph.ts';
import { listNameWords } from './words.ts';

/** What changes in an envelope's search document. Absent properties stay as they are. */
export type SearchChange = {
  readonly names?: readonly string[];
  /** Whether the document's text has to be read; false if there is no longer any text to read. */
  readonly isDue?: boolean;
};

/**
 * Returns what a change to an envelope changes in its search document. `before` is null for a new envelope.
 */
export function searchChange(before: EnvelopeGraph | null, after: EnvelopeGraph): SearchChange {
  const names = collectNames(after);
  const isSame = before !== null && collectNames(before).join('\n') === names.join('\n');
  const document = readDocument(after);
  const isRead = (before === null ? null : readDocument(before)) === document;
  return {
    ...(isSame ? {} : { names: listNameWords(names) }),
    ...(isRead ? {} : { isDue: document !== null }),
  };
}

function collectNames({ envelope, files, participants, copies }: EnvelopeGraph): string[] {
  const texts = [
    envelope.displayName,
    envelope.originalFilename,
    ...files.map(({ name }) => name),
    ...participants.flatMap(({ name, email, company, title }) => [name, email, company, title]),
    ...copies.flatMap(({ name, email }) => [name, email]),
  ];
  return [...new Set(texts.filter((text) => text !== null && text !== ''))] as string[];
}

/** Returns the hash of the document whose text is searched. */
function readDocument({ envelope, documents }: EnvelopeGraph): string | null {
  if (envelope.deletedAt !== null) return null;
  return documents.find(({ variant }) => variant === 'prepared')?.sha256 ?? null;
}
