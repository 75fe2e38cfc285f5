import { z } from 'zod';
import { documentLinkProcedure } from '#server/trpc/audience.ts';
import { documentFile } from './document.ts';

/** Answers the file that a document's link is for, as a download: nothing of it is shown within our origin. */
export const getLinkedDocument = documentLinkProcedure
  .input(z.void())
  .output(z.instanceof(Response))
  .query(
    async ({ ctx: { services, claims } }) =>
      await documentFile(services, claims.org, { id: claims.env, variant: claims.variant, download: true }),
  );
