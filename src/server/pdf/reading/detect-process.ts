import { serveDocuments } from '#server/process/serve-documents.ts';
import { detectFields } from './detect-fields.ts';

/** A process that has grown this large after a document asks to be replaced. */
const WORN_BYTES = 512 * 1024 * 1024;

serveDocuments(detectFields, WORN_BYTES);
