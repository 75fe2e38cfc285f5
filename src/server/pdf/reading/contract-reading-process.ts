import { serveDocuments } from '#server/process/serve-documents.ts';
import { readContractText } from './read-contract-text.ts';

/** A process that has grown this large after a document asks to be replaced. */
const WORN_BYTES = 512 * 1024 * 1024;

serveDocuments(readContractText, WORN_BYTES);
