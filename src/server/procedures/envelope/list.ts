import { z } from 'zod';
import { attentionOf } from '#domain/envelope/attention.ts';
import type { Participant, Timestamp } from '#domain/envelope/graph.ts';
import { invalid } from '#domain/errors.ts';
import { EVENT_CATALOGUE } from '#domain/event/catalogue.ts';
import { LIMITS } from '#domain/limits.ts';
import { listItemSchema, listQuery, type EnvelopeListItem } from '#wire/envelope-list.ts';
import { toWireEnvelope } from '#wire/envelope-graph.ts';
import { openCursor, sealCursor } from '#server/crypto/cursor.ts';
import { listEnvelopes, type After, type ListedEnvelope } from '#server/db/envelope-list.ts';
import { withinSnapshot } from '#server/db/transaction.ts';
import { reading } from '#server/trpc/audience.ts';

/** Lists envelopes, newest first, page by page. */
export const listEnvelopePage = reading
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/envelopes',
      tags: ['Envelopes'],
      summary: 'List envelopes',
      description: 'Newest first. A cursor holds for the filters that it was answered with.',
    },
    rest: { errors: [] },
  })
  .input(listQuery)
  .output(z.object({ items: z.array(listItemSchema), nextCursor: z.string().nullable() }))
  .query(async ({ ctx: { world, member }, input: { cursor, limit = LIMITS.listLimitDefault, ...query } }) => {
    const secret = world.config.secretKeys.current.key;
    const { organizationId } = member;
    const filters = [organizationId, query.status ?? null, query.view ?? null, query.q ?? null];
    const after = cursor === undefined ? null : readCursor(cursor, filters, secret);
    const now = world.clock();
    const filter = { statuses: query.status ?? null, view: query.view ?? 'all', q: query.q ?? null };
    const rows = await withinSnapshot(world.db, { organizationId }, (tx) =>
      listEnvelopes(tx, organizationId, filter, { after, limit: limit + 1, now }),
    );
    const shown = rows.slice(0, limit);
    const last = rows.length > limit ? shown.at(-1) : undefined;
    return {
      items: shown.map((row) => toListItem(row, now.toISOString())),
      nextCursor:
        last === undefined
          ? null
          : sealCursor({ key: last.envelope.createdAt, id: last.envelope.id }, filters, secret),
    };
  });

function readCursor(cursor: string, filters: unknown, secret: string): After {
  const position = openCursor(cursor, filters, secret);
  if (position === null) throw invalid([{ path: '/cursor', message: 'is no cursor for these filters' }]);
  return { createdAt: new Date(position.key), id: position.id };
}

function toListItem(row: ListedEnvelope, now: Timestamp): EnvelopeListItem {
  const { envelope, participants } = row;
  return {
    ...toWireEnvelope(envelope, row),
    teamName: row.teamName,
    participantCount: participants.length,
    signedCount: participants.filter(({ status }) => status === 'signed').length,
    latestActivity: {
      label: EVENT_CATALOGUE[envelope.latestAction].label,
      occurredAt: envelope.latestActionAt,
    },
    signers: participants.map(toSigner),
    attention: attentionOf(envelope, now),
  };
}

function toSigner(participant: Participant): EnvelopeListItem['signers'][number] {
  const { id, name, status, declineReason, latestAction, latestActionAt, lastRemindedAt, nextReminderAt } =
    participant;
  return {
    participantId: id,
    name,
    status,
    declineReason,
    lastEventLabel: latestAction === null ? null : EVENT_CATALOGUE[latestAction].label,
    lastEventAt: latestActionAt,
    lastRemindedAt,
    nextReminderAt,
  };
}
