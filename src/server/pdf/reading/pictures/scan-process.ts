import { serveDocuments } from '#server/process/serve-documents.ts';
import { readScans } from './read-scans.ts';

/** A process that grows beyond this is replaced after the current document. Tesseract's memory never shrinks. */
const WORN_BYTES = 512 * 1024 * 1024;

serveDocuments(readScans, WORN_BYTES);
