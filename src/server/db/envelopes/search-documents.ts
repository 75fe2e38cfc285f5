import { and, eq, inArray, not, sql, type SQL } from 'drizzle-orm';
import type { Envelope } from '#domain/envelope/graph.ts';
import type { SearchChange } from '#domain/search/envelope-words.ts';
import { isShownWhole, type PictureConfidence, type SearchText } from '#domain/search/words.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { matchScope } from '#server/db/client/transaction.ts';
import { searchDocuments } from '#server/db/schema/search-documents.ts';

type Owner = Pick<Envelope, 'id' | 'organizationId' | 'createdAt'>;

/** An envelope whose document text must be read, and the claim under which this worker reads it. */
export type DueText = {
  readonly organizationId: string;
  readonly envelopeId: string;
  readonly attempts: number;
  readonly claimedUntil: Date;
};

/**
 * Updates what the search knows about an envelope after a change. Does nothing if the change doesn't affect
 * the search.
 */
export async function writeSearchDocument(
  tx: Transaction,
  { id, organizationId, createdAt }: Owner,
  { names, isDue }: SearchChange,
): Promise<void> {
  if (names === undefined && isDue === undefined) return;
  const changes = [
    ...(names === undefined ? [] : [sql`names = excluded.names`]),
    ...(isDue === undefined ? [] : [sql`is_due = excluded.is_due, attempts = 0, claimed_until = null`]),
    ...(isDue === false ? [sql`content = '', pages = '[]', picture_confidence = '{}'`] : []),
  ];
  await tx.execute(sql`
    insert into ${searchDocuments} (envelope_id, organization_id, created_at, names, is_due)
    values (${id}, ${organizationId}, ${createdAt}::timestamptz, ${buildVector(names ?? [])}, ${isDue ?? false})
    on conflict (organization_id, envelope_id) do update set ${sql.join(changes, sql`, `)}`);
}

/**
 * Claims envelopes whose text must be read, newest first. Skips those that other workers have claimed.
 * Requires the scope `dueRows`.
 */
export async function claimDueTexts(
  tx: Transaction,
  due: { readonly now: Date; readonly claimedUntil: Date; readonly limit: number },
): Promise<DueText[]> {
  const now = due.now.toISOString();
  const until = due.claimedUntil.toISOString();
  const rows = await tx.execute<{ organization_id: string; envelope_id: string; attempts: number }>(sql`
    update ${searchDocuments} set claimed_until = ${until}::timestamptz, attempts = attempts + 1
    where (organization_id, envelope_id) in (
      select organization_id, envelope_id from ${searchDocuments}
      where is_due and (claimed_until is null or claimed_until < ${now}::timestamptz)
      order by envelope_id desc limit ${due.limit} for update skip locked)
    returning organization_id, envelope_id, attempts`);
  return rows.map((row) => ({
    organizationId: row.organization_id,
    envelopeId: row.envelope_id,
    attempts: row.attempts,
    claimedUntil: due.claimedUntil,
  }));
}

/** Stores a document's text, unless the document has changed since it was claimed. */
export async function storeText(
  tx: Transaction,
  { organizationId, envelopeId, claimedUntil }: DueText,
  { words, pages, confidence }: SearchText & { readonly confidence: PictureConfidence },
): Promise<void> {
  await tx.execute(sql`
    update ${searchDocuments} set content = ${buildVector(words)}, pages = ${JSON.stringify(pages)}::jsonb,
      picture_confidence = ${JSON.stringify(confidence)}::jsonb, is_due = false, attempts = 0, claimed_until = null
    where organization_id = ${organizationId} and envelope_id = ${envelopeId} and is_due and claimed_until = ${claimedUntil.toISOString()}::timestamptz`);
}

/**
 * Returns the text of each of a document's pages, and how surely it was read from pictures; null if it hasn't
 * been read, or only in part.
 */
export async function readWholeText(
  tx: Transaction,
  envelopeId: string,
  pageCount: number,
): Promise<{ readonly pages: readonly string[]; readonly confidence: PictureConfidence } | null> {
  const [row] = await tx
    .select({ pages: searchDocuments.pages, confidence: searchDocuments.pictureConfidence })
    .from(searchDocuments)
    .where(
      and(
        matchScope(tx, searchDocuments),
        eq(searchDocuments.envelopeId, envelopeId),
        not(searchDocuments.isDue),
      ),
    );
  return row !== undefined && isShownWhole(row.pages, pageCount) ? row : null;
}

/**
 * Returns the page texts of envelopes, as far as they are known. Leaves out envelopes whose names already
 * contain all search terms.
 */
export async function readTextPages(
  tx: Transaction,
  envelopeIds: readonly string[],
  terms: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const query = sql`${terms.map((term) => `'${term}':*`).join(' & ')}::tsquery`;
  const rows = await tx
    .select({ envelopeId: searchDocuments.envelopeId, pages: searchDocuments.pages })
    .from(searchDocuments)
    .where(
      and(
        matchScope(tx, searchDocuments),
        inArray(searchDocuments.envelopeId, [...envelopeIds]),
        sql`not ${searchDocuments.names} @@ ${query}`,
      ),
    );
  return new Map(rows.map(({ envelopeId, pages }) => [envelopeId, pages]));
}

function buildVector(words: readonly string[]): SQL {
  return sql`array_to_tsvector(array(select json_array_elements_text(${JSON.stringify(words)}::json)))`;
}
