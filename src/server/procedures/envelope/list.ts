import { z } from 'zod';
import { getAttention } from '#domain/envelope/attention.ts';
import { parseMetadataPair } from '#domain/envelope/list.ts';
import { ENVELOPE_STATUSES } from '#domain/envelope/status.ts';
import { listCurrentSigners } from '#domain/envelope/turn.ts';
import { createInvalidRefusal } from '#domain/errors.ts';
import { EVENT_CATALOGUE } from '#domain/event/catalogue.ts';
import { LIMITS } from '#domain/limits.ts';
import type { Timestamp } from '#domain/timestamp.ts';
import { toWireCopies } from '#wire/copies.ts';
import { toWireDocuments } from '#wire/document.ts';
import { type EnvelopeListItem, listItemSchema, listQuery, type ListQuery } from '#wire/envelope-list.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { nextCursor } from '#wire/pagination.ts';
import { type CursorPosition, openCursor, sealCursor } from '#server/crypto/cursor.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { listTransaction, transaction } from '#server/db/client/transaction.ts';
import { readListChoices } from '#server/db/list/choices.ts';
import {
  ALONG_INDEXES,
  listEnvelopes,
  type ListFilter,
  type Place,
  type Span,
} from '#server/db/list/envelope-list.ts';
import { countYourTurn, readListNumbers } from '#server/db/list/numbers.ts';
import {
  type ListedEnvelope,
  type ListedParticipant,
  readRows,
  readRowVersions,
} from '#server/db/list/rows.ts';
import { memberProcedure, sessionProcedure } from '#server/trpc/audience.ts';
import { passEncoded } from '#server/trpc/encoded-answer.ts';
import { MINUTE_MS, DAY_MS } from '#domain/time.ts';
import { openKeptAnswers } from './kept-answers.ts';

const pageSchema = passEncoded(z.object({ items: z.array(listItemSchema), nextCursor }));
const keptPages = openKeptAnswers<z.infer<typeof pageSchema>>(
  (page) => pageSchema.parse(page),
  watchAttention,
);

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
  .output(pageSchema)
  .query(async ({ ctx: { services, member, takesEncoded }, input }) => {
    const secret = services.config.secretKeys.current.key;
    const { organizationId } = member;
    const filter = toFilter(input, member.sender.userId);
    const list = ['envelopes', organizationId, filter];
    const clock = services.clock();
    const now = clock.toISOString();
    const start = input.cursor === undefined ? null : readCursor(input.cursor, list, secret);
    const asOf = start?.asOf ?? chooseListTime(filter, clock);
    const place = { after: start?.place ?? null, limit: input.limit ?? LIMITS.listLimitDefault, now: asOf };
    const readPage = async (tx: Transaction) => {
      const { ids, next } = await listEnvelopes(tx, organizationId, filter, place);
      const cursor = next === null ? null : sealCursor(toCursorPosition(next, asOf), list, secret);
      const source = {
        request: JSON.stringify([list, input.cursor, input.limit]),
        found: JSON.stringify([ids, cursor]),
        readVersion: () => readRowVersions(tx, organizationId, ids),
        make: async () => {
          const rows = await readRows(tx, organizationId, ids);
          return { items: rows.map((row) => toListItem(row, now)), nextCursor: cursor };
        },
        now,
      };
      return takesEncoded === true ? await keptPages.answer(source) : await source.make();
    };
    return await listTransaction(services.db, { organizationId }, readPage, ALONG_INDEXES);
  });

/** A position and the time of the first page, which keeps "expiring soon" the same on every page. */
type Start = { readonly place: Place; readonly asOf: Date };

/** Names can't contain this separator because they have only one line. */
const SEPARATOR = '\n';
const RADIX = 36;

/** Reads rows of the list again after a change. Rows that no longer exist are left out. */
export const readListRows = memberProcedure('read')
  .input(z.strictObject({ ids: z.array(createPathIdSchema('envelope')).max(LIMITS.listLimitMax) }))
  .output(z.object({ items: z.array(listItemSchema) }))
  .query(async ({ ctx: { services, member }, input }) => {
    const { organizationId } = member;
    const rows = await listTransaction(services.db, { organizationId }, (tx) =>
      readRows(tx, organizationId, [...new Set(input.ids)]),
    );
    const now = services.clock().toISOString();
    return { items: rows.map((row) => toListItem(row, now)) };
  });

const COMPLETED_WITHIN_MS = 30 * DAY_MS;

const number = z.int();

/**
 * Counts the envelopes that are waiting, that need attention, and that were completed within 30 days, up to
 * 1,000 each.
 */
export const readNumbers = sessionProcedure
  .input(z.strictObject({}))
  .output(z.object({ yourTurn: number, waiting: number, attention: number, completed: number }))
  .query(async ({ ctx: { services, session, member } }) => {
    const { organizationId } = member;
    const now = services.clock().getTime();
    return await listTransaction(services.db, { organizationId }, (tx) =>
      readListNumbers(tx, organizationId, {
        userId: session.user.id,
        soon: new Date(now + LIMITS.expiringSoonMs),
        completedFrom: new Date(now - COMPLETED_WITHIN_MS),
      }),
    );
  });

/** Counts what is waiting for the person. The navigation of every page shows it. */
export const readYourTurn = sessionProcedure
  .input(z.strictObject({}))
  .output(number)
  .query(async ({ ctx: { services, session, member } }) => {
    const { organizationId } = member;
    return await listTransaction(services.db, { organizationId }, (tx) =>
      countYourTurn(tx, organizationId, session.user.id),
    );
  });

const choices = z.array(z.object({ id: z.string(), name: z.string() }));

/** Lists the teams, templates and labels that envelopes can be filtered by. */
export const readChoices = memberProcedure('read')
  .input(z.strictObject({}))
  .output(z.object({ teams: choices, templates: choices, labels: choices }))
  .query(async ({ ctx: { services, member } }) => {
    const { organizationId } = member;
    return await transaction(services.db, { organizationId }, (tx) =>
      readListChoices(tx, organizationId, LIMITS.listChoicesMax),
    );
  });

function toFilter(query: ListQuery, userId: string): ListFilter {
  const { status, view, sort, q, search, recipient, teamId, templateId, labelId, metadata, sender } = query;
  return {
    statuses: status === undefined ? null : ENVELOPE_STATUSES.filter((one) => status.includes(one)),
    view: view ?? 'all',
    turn: query.turn === undefined ? null : { userId, isMine: query.turn === 'mine' },
    sort: sort ?? 'created',
    q: q ?? null,
    search: search ?? null,
    recipient: recipient ?? null,
    teamId: teamId ?? null,
    templateId: templateId ?? null,
    labelId: labelId ?? null,
    isArchived: query.archived === undefined ? null : query.archived === 'only',
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
function chooseListTime({ sort, view, turn }: ListFilter, now: Date): Date {
  const matters = sort === 'urgency' || view === 'attention' || turn?.isMine === true;
  return new Date(matters ? Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS : 0);
}

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

/** What time changes about a page is the attention that its envelopes need. */
function watchAttention({ items }: z.infer<typeof pageSchema>): (now: Timestamp) => boolean {
  const shown = items.map(({ status, expiresAt, attention }) => ({
    ...{ status, expiresAt, count: attention.length },
    standingAttention: attention.filter((reason) => reason !== 'expiring_soon'),
  }));
  return (now) => shown.every((facts) => getAttention(facts, now).length === facts.count);
}

/** Converts an envelope for lists, as of `now`. */
function toListItem(row: ListedEnvelope, now: Timestamp): EnvelopeListItem {
  const { envelope, participants } = row;
  const { latestAction, latestActionAt, standingAttention: _standing, notices, ...shown } = envelope;
  const { detectedParties, metadata } = shown;
  return {
    ...shown,
    metadata: metadata === null ? null : { ...metadata },
    detectedParties: detectedParties === null ? null : [...detectedParties],
    copies: toWireCopies(envelope.copies),
    document: notices === null ? null : { notices: [...notices] },
    documents: toWireDocuments(row.files),
    labels: [...row.labels],
    participantCount: participants.length,
    signedCount: participants.filter(({ status }) => status === 'signed').length,
    latestActivity: {
      action: latestAction,
      label: EVENT_CATALOGUE[latestAction].label,
      occurredAt: latestActionAt,
    },
    signers: participants.map(toSigner),
    waitingFor: findWaitingFor(row),
    attention: getAttention(envelope, now),
  };
}

/**
 * A turn starts when everyone before has signed or when the envelope is sent. A new link or a reminder
 * doesn't start it.
 */
function findWaitingFor({ envelope, participants }: ListedEnvelope): EnvelopeListItem['waitingFor'] {
  const [signer, ...others] = envelope.status === 'in_progress' ? listCurrentSigners(participants) : [];
  if (signer === undefined || envelope.sentAt === null) return null;
  const before = participants.flatMap(({ orderIndex, signedAt }) =>
    orderIndex < signer.orderIndex ? (signedAt ?? []) : [],
  );
  const since = before.sort().at(-1) ?? envelope.sentAt;
  return { participantId: signer.id, name: signer.name, since, otherCount: others.length };
}

function toSigner(participant: ListedParticipant): EnvelopeListItem['signers'][number] {
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
