import { serveDocuments } from '#server/process/serve-documents.ts';
import { compareDocuments, type CompareRequest } from './compare-documents.ts';
import { findAnchors, type FindAnchorsRequest } from './find-anchors.ts';
import { readLines, type ReadLinesRequest, readQuote, type ReadQuoteRequest } from './read-lines.ts';
import { readSearchText, type ReadSearchTextRequest } from './read-search-text.ts';

/** A process that grows beyond this is replaced after the current document. */
const WORN_BYTES = 640 * 1024 * 1024;

type Request =
  FindAnchorsRequest | ReadSearchTextRequest | ReadLinesRequest | ReadQuoteRequest | CompareRequest;

serveDocuments(async (request: Request) => {
  if ('before' in request) return { kind: 'compared', compared: await compareDocuments(request) } as const;
  if ('search' in request) return { kind: 'search', text: await readSearchText(request) } as const;
  if ('lines' in request) return { kind: 'lines', pages: await readLines(request) } as const;
  if ('quoted' in request) return { kind: 'quote', text: await readQuote(request) } as const;
  return { kind: 'anchors', anchors: await findAnchors(request) } as const;
}, WORN_BYTES);
