import { serveDocuments } from '#server/process/serve-documents.ts';
import { attachIntoPlace, type AttachOutcome, type AttachRequest } from './attach-into-place.ts';
import { mergeIntoPlace, type MergeOutcome, type MergeRequest } from './merge-into-place.ts';
import { readIntoPlace, type ReadOutcome, type ReadRequest } from './read-upload.ts';

/** A process that grows beyond this is replaced after the current document. */
const WORN_BYTES = 384 * 1024 * 1024;

serveDocuments<ReadRequest | MergeRequest | AttachRequest, ReadOutcome | MergeOutcome | AttachOutcome>(
  (request) => {
    if ('parts' in request) return mergeIntoPlace(request);
    return 'attachmentPath' in request ? attachIntoPlace(request) : readIntoPlace(request);
  },
  WORN_BYTES,
);
