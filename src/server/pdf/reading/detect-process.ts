import { serveDocuments } from '#server/process/serve-documents.ts';
import { detectFields } from './detect-fields.ts';

/** A process that grows beyond this is replaced after the current document. */
const WORN_BYTES = 512 * 1024 * 1024;

serveDocuments(detectFields, WORN_BYTES);
