import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { LIMITS } from '#domain/limits.ts';
import { findPassage } from '#domain/search/passage.ts';
import { searchTerms } from '#domain/search/words.ts';
import { readTransaction } from '#server/db/client/transaction.ts';
import { readTextPages } from '#server/db/envelopes/search-documents.ts';
import { memberProcedure } from '#server/trpc/audience.ts';

/** As many envelopes as one page of a list shows. */
const MOST = 25;

/**
 * Shows where the documents of found envelopes contain the search text. Leaves out envelopes whose documents
 * don't contain it, because only their names or people match.
 */
export const readPassages = memberProcedure('read')
  .input(
    z.strictObject({
      search: z.string().min(1).max(LIMITS.filterMaxChars),
      envelopeIds: z.array(z.string()).min(1).max(MOST),
    }),
  )
  .output(
    z.array(
      z.object({
        envelopeId: z.string(),
        page: z.int(),
        parts: z.array(z.object({ text: z.string(), isMatch: z.boolean() })),
        matches: z.int(),
      }),
    ),
  )
  .query(async ({ ctx: { services, member }, input: { search, envelopeIds } }) => {
    const { organizationId } = member;
    const terms = searchTerms(search);
    if (terms.length === 0) return [];
    const texts = await readTransaction(services.db, { organizationId }, (tx) =>
      readTextPages(tx, envelopeIds, terms),
    );
    const found = [];
    for (const [envelopeId, pages] of texts) {
      const passage = findPassage(pages, search);
      if (passage !== null) found.push({ envelopeId, ...passage, parts: [...passage.parts] });
      // A long document takes milliseconds, so other requests get a chance in between.
      await setImmediate();
    }
    return found;
  });
