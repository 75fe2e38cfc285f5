import { z } from 'zod';
import { ENVELOPE_STATUSES } from '#domain/envelope/status.ts';
import { LIMITS } from '#domain/limits.ts';
import type { EnvelopeListItem } from '#wire/envelope-list.ts';
import { moment } from '#wire/text.ts';
import { listLines } from '../lines/list.ts';
import { formatCount } from '../lines/words.ts';
import { toToolResult } from '../results.ts';
import { callFor, READS, createTool, type ToolCall } from '../tool.ts';

/** How many lines an answer has at most. */
const LINES = 20;
/** How many pages are searched for envelopes that wait for the user. */
const MOST_PAGES = 5;

type Page = { readonly items: readonly EnvelopeListItem[]; readonly nextCursor: string | null };

/** Finds envelopes, one line each. */
export const findEnvelopes = createTool({
  name: 'find_envelopes',
  title: 'Find envelopes',
  description:
    'Finds envelopes and says for each who it is waiting for and since when. Without arguments: the newest. To see one in full, read_envelope.',
  annotations: READS,
  input: {
    query: z
      .string()
      .min(1)
      .max(LIMITS.filterMaxChars)
      .optional()
      .describe('Words in any order, from names, people, file names or the text of documents.'),
    waiting_on: z
      .enum(['me', 'others'])
      .optional()
      .describe('me: the user has to act. others: out for signature, most urgent first.'),
    status: z.enum(ENVELOPE_STATUSES).optional(),
    since: moment.optional().describe('Created at this time or later.'),
    cursor: z.string().min(1).max(LIMITS.cursorMaxChars).optional().describe('From the previous answer.'),
  },
  needs: ['envelope.list'],
  run: async (call) => {
    const { items, nextCursor } = await findPage(call);
    const more = nextCursor === null ? [] : [`More: call again with cursor ${nextCursor}`];
    return toToolResult({ lines: [formatCount(items.length, 'envelope'), ...listLines(items), ...more] });
  },
});

type Wanted = {
  readonly query?: string | undefined;
  readonly waiting_on?: 'me' | 'others' | undefined;
  readonly status?: string | undefined;
  readonly since?: string | undefined;
  readonly cursor?: string | undefined;
};

async function findPage(call: ToolCall<Wanted>): Promise<Page> {
  const { query, waiting_on: waitingOn, status, since, cursor } = call.input;
  const filter = {
    limit: LINES,
    ...(query === undefined ? {} : { search: query }),
    ...(status === undefined ? {} : { status: [status] }),
    ...(since === undefined ? {} : { createdFrom: since }),
  };
  const readPage = (more: object, from: string | undefined) =>
    callFor<Page>(call, 'envelope.list', {
      ...filter,
      ...more,
      ...(from === undefined ? {} : { cursor: from }),
    });
  if (waitingOn === undefined) return await readPage({}, cursor);
  if (waitingOn === 'others') return await readPage({ view: 'waiting', sort: 'urgency' }, cursor);

  const own: EnvelopeListItem[] = [];
  let from = cursor;
  for (let looked = 0; looked < MOST_PAGES; looked += 1) {
    const { items, nextCursor } = await readPage({ view: 'attention', sort: 'urgency' }, from);
    own.push(...items.filter(({ attention }) => attention.includes('your_turn')));
    if (nextCursor === null) return { items: own, nextCursor };
    from = nextCursor;
    if (own.length >= LINES) break;
  }
  return { items: own, nextCursor: from ?? null };
}
