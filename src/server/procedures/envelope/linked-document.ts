import { z } from 'zod';
import { downloading } from '#server/trpc/audience.ts';
import { documentFile } from './document.ts';

/** Answers the file that a document's link is for, as a download: nothing of it is shown within our origin. */
export const getLinkedDocument = downloading
  .input(z.void())
  .output(z.instanceof(Response))
  .query(
    async ({ ctx: { world, claims } }) =>
      await documentFile(world, claims.org, { id: claims.env, variant: claims.variant, download: true }),
  );
