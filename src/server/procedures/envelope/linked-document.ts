import { z } from 'zod';
import { documentLinkProcedure } from '#server/trpc/audience.ts';
import { serveDocumentFile } from './document.ts';

/** Serves the file of a document link as a download, so that nothing is displayed on our origin. */
export const getLinkedDocument = documentLinkProcedure
  .input(z.void())
  .output(z.instanceof(Response))
  .query(
    async ({ ctx: { services, claims } }) =>
      await serveDocumentFile(services, claims.org, {
        ...{ id: claims.env, variant: claims.variant, download: true },
        documentId: claims.document ?? null,
      }),
  );
