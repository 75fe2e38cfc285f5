import { serveDocuments } from '#server/process/serve-documents.ts';
import { mergeIntoPlace, type MergeOutcome, type MergeRequest } from './merge-into-place.ts';
import { readIntoPlace, type ReadOutcome, type ReadRequest } from './read-upload.ts';

/** A process that grows beyond this is replaced after the current document. */
const WORN_BYTES = 384 * 1024 * 1024;

serveDocuments<ReadRequest | MergeRequest, ReadOutcome | MergeOutcome>(
  (request) => ('parts' in request ? mergeIntoPlace(request) : readIntoPlace(request)),
  WORN_BYTES,
);
