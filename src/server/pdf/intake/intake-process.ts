import { serveDocuments } from '#server/process/serve-documents.ts';
import { readIntoPlace } from './read-upload.ts';

/** A process that has grown this large after a document asks to be replaced. */
const WORN_BYTES = 384 * 1024 * 1024;

serveDocuments(readIntoPlace, WORN_BYTES);
