import { and, asc, count, desc, eq, gt, isNull, ne } from 'drizzle-orm';
import { BULK_STOP_WORDS, type BulkStop } from '#domain/bulk-send/stop.ts';
import type { EnvelopeStatus } from '#domain/envelope/status.ts';
import type { ListedRow } from '#domain/bulk-send/read-list.ts';
import type { SharedSettings } from '#domain/bulk-send/shared.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { matchScope } from '#server/db/client/transaction.ts';
import { toTimestamp } from './envelope-rows.ts';
import { envelopes } from '#server/db/schema/envelopes.ts';
import { participants } from '#server/db/schema/participants.ts';
import { insertRows } from '#server/db/client/insert-rows.ts';
import { bulkSendRows, bulkSends } from '#server/db/schema/bulk-sends.ts';

export type BulkSend = {
  readonly id: string;
  readonly organizationId: string;
  readonly templateId: string;
  readonly createdBy: string;
  readonly senderName: string;
  readonly senderEmail: string;
  readonly filename: string;
  readonly rowCount: number;
  readonly shared: SharedSettings | null;
  readonly createdAt: string;
  readonly finishedAt: string | null;
  /** Why the bulk send ended before all rows were tried, otherwise null. */
  readonly stopReason: BulkStop | null;
};
export type BulkProgress = BulkSend & { readonly sentCount: number; readonly failedCount: number };
export type BulkResult = {
  readonly line: number;
  readonly recipient: string;
  readonly envelopeId: string | null;
  readonly status: EnvelopeStatus | null;
  readonly error: string | null;
};
export type FailedRow = { readonly line: number; readonly error: string };

const ROWS_A_STATEMENT = 500;
const LISTED = 20;

/** Inserts a bulk send with all its rows. Returns false if the request has already started one. */
export async function insertBulkSend(
  tx: Transaction,
  bulk: Omit<BulkSend, 'createdAt' | 'finishedAt' | 'stopReason'> & { readonly requestId: string },
  rows: readonly ListedRow[],
  now: Date,
): Promise<boolean> {
  const inserted = await tx
    .insert(bulkSends)
    .values({ ...bulk, createdAt: now })
    .onConflictDoNothing({ target: [bulkSends.organizationId, bulkSends.requestId] })
    .returning({ id: bulkSends.id });
  if (inserted.length === 0) return false;
  const { id: bulkSendId, organizationId } = bulk;
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT) {
    const part = rows.slice(from, from + ROWS_A_STATEMENT);
    await insertRows(
      tx,
      bulkSendRows,
      part.map(({ line, input }) => ({
        ...{ bulkSendId, organizationId, line, input },
        recipient: formatRecipients(input),
      })),
    );
  }
  return true;
}

/** Returns the bulk send that a request has started. Null if it hasn't started any. */
export async function findStartedBulkSend(
  tx: Transaction,
  organizationId: string,
  requestId: string,
): Promise<{ readonly id: string; readonly templateId: string } | null> {
  const [row] = await tx
    .select({ id: bulkSends.id, templateId: bulkSends.templateId })
    .from(bulkSends)
    .where(and(eq(bulkSends.organizationId, organizationId), eq(bulkSends.requestId, requestId)));
  return row ?? null;
}

/** Returns a bulk send with its progress; null if the organization has none with this identifier. */
export async function readBulkSend(
  tx: Transaction,
  organizationId: string,
  id: string,
): Promise<BulkProgress | null> {
  const [row] = await selectProgress(tx)
    .where(and(eq(bulkSends.organizationId, organizationId), eq(bulkSends.id, id)))
    .groupBy(bulkSends.organizationId, bulkSends.id);
  return row === undefined ? null : toProgress(row);
}

/** Returns a template's latest bulk sends. */
export async function listBulkSends(
  tx: Transaction,
  organizationId: string,
  templateId: string,
): Promise<BulkProgress[]> {
  const rows = await selectProgress(tx)
    .where(and(eq(bulkSends.organizationId, organizationId), eq(bulkSends.templateId, templateId)))
    .groupBy(bulkSends.organizationId, bulkSends.id)
    .orderBy(desc(bulkSends.createdAt))
    .limit(LISTED);
  return rows.map(toProgress);
}

/** Returns the failed rows in order of their lines. */
export async function listFailedRows(tx: Transaction, id: string): Promise<FailedRow[]> {
  const rows = await tx
    .select({ line: bulkSendRows.line, error: bulkSendRows.error })
    .from(bulkSendRows)
    .where(and(matchScope(tx, bulkSendRows), eq(bulkSendRows.bulkSendId, id)))
    .orderBy(asc(bulkSendRows.line));
  return rows.flatMap(({ line, error }) => (error === null ? [] : { line, error }));
}

/** Returns every row in order of the lines, with its envelope's recipients and status. */
export async function listBulkResults(tx: Transaction, id: string): Promise<BulkResult[]> {
  const rows = await tx
    .select({
      line: bulkSendRows.line,
      waitingFor: bulkSendRows.recipient,
      envelopeId: bulkSendRows.envelopeId,
      status: envelopes.status,
      error: bulkSendRows.error,
    })
    .from(bulkSendRows)
    .leftJoin(
      envelopes,
      and(
        eq(envelopes.organizationId, bulkSendRows.organizationId),
        eq(envelopes.id, bulkSendRows.envelopeId),
      ),
    )
    .where(and(matchScope(tx, bulkSendRows), eq(bulkSendRows.bulkSendId, id)))
    .orderBy(asc(bulkSendRows.line));
  const people = await tx
    .select({ envelopeId: participants.envelopeId, email: participants.email })
    .from(participants)
    .innerJoin(
      bulkSendRows,
      and(
        eq(bulkSendRows.organizationId, participants.organizationId),
        eq(bulkSendRows.envelopeId, participants.envelopeId),
      ),
    )
    .innerJoin(
      bulkSends,
      and(
        eq(bulkSends.organizationId, bulkSendRows.organizationId),
        eq(bulkSends.id, bulkSendRows.bulkSendId),
      ),
    )
    .where(
      and(matchScope(tx, bulkSends), eq(bulkSends.id, id), ne(participants.email, bulkSends.senderEmail)),
    )
    .orderBy(asc(participants.orderIndex));
  const byEnvelope = Map.groupBy(people, ({ envelopeId }) => envelopeId);
  return rows.map(({ waitingFor, ...row }) => ({
    ...row,
    recipient:
      waitingFor ?? (byEnvelope.get(row.envelopeId ?? '') ?? []).map(({ email }) => email).join(', '),
  }));
}

/** Returns the next waiting row after a line. Null if there is none. */
export async function readNextRow(tx: Transaction, id: string, below: number): Promise<ListedRow | null> {
  const [row] = await tx
    .select({ line: bulkSendRows.line, input: bulkSendRows.input })
    .from(bulkSendRows)
    .where(and(matchWaiting(tx, id), gt(bulkSendRows.line, below)))
    .orderBy(asc(bulkSendRows.line))
    .limit(1);
  return row === undefined || row.input === null ? null : { line: row.line, input: row.input };
}

/** Records the envelope of a waiting row. Returns false if another process has handled the row. */
export async function recordRowEnvelope(
  tx: Transaction,
  { id, line, envelopeId }: { readonly id: string; readonly line: number; readonly envelopeId: string },
): Promise<boolean> {
  const rows = await tx
    .update(bulkSendRows)
    .set({ envelopeId, input: null, recipient: null })
    .where(and(matchWaiting(tx, id), eq(bulkSendRows.line, line)))
    .returning({ line: bulkSendRows.line });
  return rows.length === 1;
}

/** Records why a waiting row can't be sent. */
export async function recordRowError(
  tx: Transaction,
  { id, line, error }: { readonly id: string; readonly line: number; readonly error: string },
): Promise<void> {
  await tx
    .update(bulkSendRows)
    .set({ error, input: null })
    .where(and(matchWaiting(tx, id), eq(bulkSendRows.line, line)));
}

/**
 * Ends a bulk send when its starter is no longer allowed to send, and records the reason in the waiting rows.
 */
export async function stopBulkSend(
  tx: Transaction,
  id: string,
  stopReason: BulkStop,
  now: Date,
): Promise<void> {
  await tx
    .update(bulkSendRows)
    .set({ error: BULK_STOP_WORDS[stopReason], input: null })
    .where(matchWaiting(tx, id));
  await tx
    .update(bulkSends)
    .set({ finishedAt: now, stopReason, shared: null })
    .where(and(matchScope(tx, bulkSends), eq(bulkSends.id, id), isNull(bulkSends.finishedAt)));
}

/** Records that no rows are waiting any more. */
export async function finishBulkSend(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx
    .update(bulkSends)
    .set({ finishedAt: now, shared: null })
    .where(and(matchScope(tx, bulkSends), eq(bulkSends.id, id), isNull(bulkSends.finishedAt)));
}

/** Formats the people that a row is for, as results show them. */
function formatRecipients({ recipients }: ListedRow['input']): string | null {
  const emails = Object.values(recipients).flatMap(({ email }) => (typeof email === 'string' ? email : []));
  return emails.length === 0 ? null : emails.join(', ');
}

function matchWaiting(tx: Transaction, id: string) {
  return and(
    matchScope(tx, bulkSendRows),
    eq(bulkSendRows.bulkSendId, id),
    isNull(bulkSendRows.envelopeId),
    isNull(bulkSendRows.error),
  );
}

function selectProgress(tx: Transaction) {
  return tx
    .select({
      bulk: bulkSends,
      sentCount: count(bulkSendRows.envelopeId),
      failedCount: count(bulkSendRows.error),
    })
    .from(bulkSends)
    .innerJoin(
      bulkSendRows,
      and(
        eq(bulkSendRows.organizationId, bulkSends.organizationId),
        eq(bulkSendRows.bulkSendId, bulkSends.id),
      ),
    );
}

type ProgressRow = {
  readonly bulk: typeof bulkSends.$inferSelect;
  readonly sentCount: number;
  readonly failedCount: number;
};

function toProgress({ bulk, sentCount, failedCount }: ProgressRow): BulkProgress {
  const { createdAt, finishedAt, requestId: _ignored, ...kept } = bulk;
  return {
    ...kept,
    createdAt: toTimestamp(createdAt),
    finishedAt: finishedAt === null ? null : toTimestamp(finishedAt),
    sentCount,
    failedCount,
  };
}
