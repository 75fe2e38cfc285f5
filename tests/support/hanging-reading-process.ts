import { serveDocuments } from '#server/process/serve-documents.ts';

/** A reading process that hangs on every document, as it would on a hostile one. */
serveDocuments(() => {
  for (;;);
}, 0);
