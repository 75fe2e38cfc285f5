import { serveDocuments } from '#server/process/serve-documents.ts';

/** A reading process on which every document has the effect of a hostile one: it says nothing any more. */
serveDocuments(() => {
  for (;;);
}, 0);
