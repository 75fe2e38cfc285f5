import { serveDocuments } from '#server/process/serve-documents.ts';
import { drawPage, type DrawPageRequest } from './draw-page.ts';
import { drawSmallPage, type DrawSmallRequest } from './draw-small-page.ts';

/** A process that grows beyond this is replaced after the current document. */
const WORN_BYTES = 384 * 1024 * 1024;

serveDocuments(
  async (request: DrawSmallRequest | DrawPageRequest) =>
    'page' in request
      ? ({ kind: 'page', picture: await drawPage(request) } as const)
      : ({ kind: 'small', png: await drawSmallPage(request) } as const),
  WORN_BYTES,
);
