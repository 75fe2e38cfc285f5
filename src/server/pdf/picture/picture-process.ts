import { serveDocuments } from '#server/process/serve-documents.ts';
import { drawFirstPage, type DrawRequest } from './draw-first-page.ts';
import { drawPage, type DrawPageRequest } from './draw-page.ts';

/** A process that grows beyond this is replaced after the current document. */
const WORN_BYTES = 384 * 1024 * 1024;

serveDocuments(
  async (request: DrawRequest | DrawPageRequest) =>
    'page' in request
      ? ({ kind: 'page', picture: await drawPage(request) } as const)
      : ({ kind: 'first', png: await drawFirstPage(request) } as const),
  WORN_BYTES,
);
