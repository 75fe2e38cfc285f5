import { serveDocuments } from '#server/process/serve-documents.ts';
import { fillVariables } from './fill-variables.ts';

/** A process whose memory grows beyond this is replaced after the current document. */
const WORN_BYTES = 384 * 1024 * 1024;

serveDocuments(fillVariables, WORN_BYTES);
