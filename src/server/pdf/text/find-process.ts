import { serveDocuments } from '#server/process/serve-documents.ts';
import { findAnchors, type FindAnchorsRequest } from './find-anchors.ts';
import { readLines, type ReadLinesRequest } from './read-lines.ts';
import { readWords, type ReadWordsRequest } from './read-words.ts';

/** A process that grows beyond this is replaced after the current document. */
const WORN_BYTES = 640 * 1024 * 1024;

serveDocuments(async (request: FindAnchorsRequest | ReadWordsRequest | ReadLinesRequest) => {
  if ('words' in request) return { kind: 'words', words: await readWords(request) } as const;
  if ('lines' in request) return { kind: 'lines', pages: await readLines(request) } as const;
  return { kind: 'anchors', anchors: await findAnchors(request) } as const;
}, WORN_BYTES);
