import { serveDocuments } from '#server/process/serve-documents.ts';
import { readContractText } from './read-contract-text.ts';

/** A process that grows beyond this is replaced after the current document. */
const WORN_BYTES = 512 * 1024 * 1024;

serveDocuments(readContractText, WORN_BYTES);
