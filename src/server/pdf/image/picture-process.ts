import { serveDocuments } from '#server/process/serve-documents.ts';
import { type PictureOutcome, type PictureRequest, readPicture } from './read-picture.ts';

/** A process that grows beyond this is replaced after the current picture. */
const WORN_BYTES = 256 * 1024 * 1024;

serveDocuments<PictureRequest, PictureOutcome>(readPicture, WORN_BYTES);
