import { z } from 'zod';
import { parseMetadataPair } from '#domain/envelope/list.ts';
import { ENVELOPE_STATUSES } from '#domain/envelope/status.ts';
import { createInvalidRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { listItemSchema, listQuery, type ListQuery } from '#wire/envelope-list.ts';
import { nextCursor } from '#wire/pagination.ts';
import { openCursor, sealCursor, type CursorPosition } from '#server/crypto/cursor.ts';
import { listEnvelopes, type ListFilter, type Place, type Span } from '#server/db/list/envelope-list.ts';
import { listTransaction } from '#server/db/client/transaction.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { toListItem } from './list-item.ts';

/** Lists envelopes in the requested order. */
export const listEnvelopePage = memberProcedure('read')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/envelopes',
      tags: ['Envelopes'],
      summary: 'List envelopes',
      description:
        'Sorted newest first unless you pass `sort`. A cursor is only valid with the filters and sort it was returned for. In the default order, pages neither repeat nor skip envelopes when others are created or changed in the meantime.',
    },
    rest: { errors: [] },
    agent: { scopes: ['envelopes:read'], rest: true },
  })
  .input(listQuery)
  .output(z.object({ items: z.array(listItemSchema), nextCursor }))
  .query(async ({ ctx: { services, member }, input }) => {
    const secret = services.config.secretKeys.current.key;
    const { organizationId } = member;
    const filter = toFilter(input);
    const list = ['envelopes', organizationId, filter];
    const now = services.clock();
    const start = input.cursor === undefined ? null : readCursor(input.cursor, list, secret);
    const asOf = start?.asOf ?? chooseListTime(filter, now);
    const { rows, next } = await listTransaction(services.db, { organizationId }, (tx) =>
      listEnvelopes(tx, organizationId, filter, {
        after: start?.place ?? null,
        limit: input.limit ?? LIMITS.listLimitDefault,
        now: asOf,
      }),
    );
    return {
      items: rows.map((row) => toListItem(row, now.toISOString())),
      nextCursor: next === null ? null : sealCursor(toCursorPosition(next, asOf), list, secret),
    };
  });

function toFilter(query: ListQuery): ListFilter {
  const { status, view, sort, q, search, recipient, teamId, templateId, labelId, metadata, sender } = query;
  return {
    statuses: status === undefined ? null : ENVELOPE_STATUSES.filter((one) => status.includes(one)),
    view: view ?? 'all',
    sort: sort ?? 'created',
    q: q ?? null,
    search: search ?? null,
    recipient: recipient ?? null,
    teamId: teamId ?? null,
    templateId: templateId ?? null,
    labelId: labelId ?? null,
    metadata: [metadata ?? []].flat().flatMap((pair) => parseMetadataPair(pair) ?? []),
    sender: sender ?? null,
    created: toSpan(query.createdFrom, query.createdTo),
    sent: toSpan(query.sentFrom, query.sentTo),
    completed: toSpan(query.completedFrom, query.completedTo),
  };
}

function toSpan(from: string | undefined, to: string | undefined): Span | null {
  return from === undefined && to === undefined ? null : { from: from ?? null, to: to ?? null };
}

/**
 * Returns the time as of which envelopes count as expiring soon. The cursor contains it, so it is rounded to
 * a whole minute, and it is zero for lists that don't depend on it. The same list then has the same cursor
 * and the same entity tag.
 */
function chooseListTime({ sort, view }: ListFilter, now: Date): Date {
  const matters = sort === 'urgency' || view === 'attention';
  return new Date(matters ? Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS : 0);
}

/** A position and the time of the first page, which keeps "expiring soon" the same on every page. */
type Start = { readonly place: Place; readonly asOf: Date };

function readCursor(cursor: string, list: unknown, secret: string): Start {
  const position = openCursor(cursor, list, secret);
  if (position === null)
    throw createInvalidRefusal([{ path: '/cursor', message: 'is not a valid cursor for these filters' }]);
  const [phase = '', asOf = '', ...keys] = position.key.split(SEPARATOR);
  return {
    place: { phase: Number(phase), keys, id: position.id },
    asOf: new Date(Number.parseInt(asOf, RADIX)),
  };
}

function toCursorPosition({ phase, keys, id }: Place, asOf: Date): CursorPosition {
  return { key: [phase, asOf.getTime().toString(RADIX), ...keys].join(SEPARATOR), id };
}

/** Names can't contain this separator because they have only one line. */
const SEPARATOR = '\n';
const RADIX = 36;
const MINUTE_MS = 60_000;
