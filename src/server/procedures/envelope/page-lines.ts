import { z } from 'zod';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { loadGraph } from '#server/db/envelopes/load-graph.ts';
import { MOST_PAGES_OF_LINES, type PageRange } from '#server/pdf/text/read-lines.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { READABLE, READABLE_DESCRIPTION, requireReadableDocument } from './readable-document.ts';

const pageNumber = z.int().min(1).max(LIMITS.documentMaxPages);
const fraction = z.number().min(0).max(1);

/** Gives an agent the text of pages line by line, with the position of each line. */
export const readPageLines = memberProcedure('read')
  .meta({ agent: { scopes: ['envelopes:read'], rest: false } })
  .input(
    z.strictObject({
      id: createPathIdSchema('envelope'),
      variant: z.enum(READABLE).optional().describe(READABLE_DESCRIPTION),
      from: pageNumber.optional().describe('The first page. Default: 1.'),
      to: pageNumber
        .optional()
        .describe(`The last page. Default: the last one of the ${MOST_PAGES_OF_LINES} that a call may read.`),
    }),
  )
  .output(
    z.object({
      variant: z.enum(READABLE),
      pageCount: z.int(),
      pages: z.array(
        z.object({
          number: z.int(),
          width: z.number().describe('In points, as displayed.'),
          height: z.number(),
          lines: z.array(
            z.object({ text: z.string(), x: fraction, y: fraction, width: fraction, height: fraction }),
          ),
          omitted: z.int().describe('How many more lines the page has.'),
        }),
      ),
    }),
  )
  .query(async ({ ctx: { services, member }, input }) => {
    const graph = await loadGraph(services, member.organizationId, input.id);
    const { variant, sha256, pageCount, read } = await requireReadableDocument(
      services,
      graph,
      input.variant,
    );
    const pages = requireRange(input, pageCount);
    const requester = { organizationId: member.organizationId, waiting: 'request' } as const;
    const found = await read((path) => services.texts.lines(requester, { path, sha256, pageCount, pages }));
    if (found === null)
      throw createRefusal(
        'document_unreadable',
        { reason: 'too_complex' },
        "The document's text took too long to read.",
      );
    return { variant, pageCount, pages: found.map(({ lines, ...page }) => ({ ...page, lines: [...lines] })) };
  });

type Wanted = { readonly from?: number | undefined; readonly to?: number | undefined };

/**
 * Refuses with `validation_failed` if the pages don't exist or are too many. A range may end beyond the last
 * page.
 */
function requireRange({ from = 1, to }: Wanted, pageCount: number): PageRange {
  if (from > pageCount)
    throw createInvalidRefusal([{ path: '/from', message: `must be at most ${pageCount}` }]);
  const last = to ?? from - 1 + MOST_PAGES_OF_LINES;
  if (last < from) throw createInvalidRefusal([{ path: '/to', message: 'must not be before from' }]);
  if (last - from >= MOST_PAGES_OF_LINES)
    throw createInvalidRefusal([
      { path: '/to', message: `must be less than ${MOST_PAGES_OF_LINES} pages after from` },
    ]);
  return { from, to: Math.min(last, pageCount) };
}
