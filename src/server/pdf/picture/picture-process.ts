import { serveDocuments } from '#server/process/serve-documents.ts';
import { drawFirstPage } from './draw-first-page.ts';

/** A process that grows beyond this is replaced after the current document. */
const WORN_BYTES = 384 * 1024 * 1024;

serveDocuments(drawFirstPage, WORN_BYTES);
