import { serveDocuments } from '#server/process/serve-documents.ts';
import { findAnchors } from './find-anchors.ts';

/** A process that grows beyond this is replaced after the current document. */
const WORN_BYTES = 640 * 1024 * 1024;

serveDocuments(findAnchors, WORN_BYTES);
