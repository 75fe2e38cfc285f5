import { readScans } from '#server/pdf/reading/pictures/read-scans.ts';
import { serveDocuments } from '#server/process/serve-documents.ts';

/** Reads scans, but breaks down over page 2. */
serveDocuments(async (request: Parameters<typeof readScans>[0]) => {
  if (request.pages.includes(2)) process.exit(7);
  return await readScans(request);
}, Infinity);
