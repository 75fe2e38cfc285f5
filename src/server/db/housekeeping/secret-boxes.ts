import { sql } from 'drizzle-orm';
import type { BoxPurpose } from '#server/crypto/secret-box.ts';
import type { Database, Transaction } from '#server/db/client/client.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { readLogOrganizations } from '#server/db/log/leaves.ts';

/** A column with encrypted secrets, and the purpose of these secrets. */
type BoxColumn = { readonly table: string; readonly column: string; readonly purpose: BoxPurpose };

const SEAL_KEYS: BoxColumn = {
  table: 'seal_certificates',
  column: 'private_key_sealed',
  purpose: 'seal-key/v1',
};
/** Columns of tables whose rows belong to the instance or to people. */
const OF_INSTANCE: readonly BoxColumn[] = [
  SEAL_KEYS,
  { table: 'log_identity', column: 'private_key_sealed', purpose: 'log-key/v1' },
  { table: 'oauth_clients', column: 'secret_sealed', purpose: 'oauth-client-secret/v1' },
  { table: 'oauth_keys', column: 'private_key_sealed', purpose: 'oauth-key/v1' },
  { table: 'storage_keys', column: 'key_sealed', purpose: 'storage-key/v1' },
  { table: 'totp_secrets', column: 'secret_box', purpose: 'totp secret' },
];
/** Columns of tables whose rows row-level security shows only within their organization. */
const OF_ORGANIZATIONS: readonly BoxColumn[] = [
  SEAL_KEYS,
  { table: 'identity_providers', column: 'secret_box', purpose: 'identity provider secret' },
  { table: 'sign_in_connections', column: 'secret_box', purpose: 'single sign-on secret' },
  { table: 'webhooks', column: 'secret_box', purpose: 'webhook secret' },
  { table: 'webhooks', column: 'previous_secret_box', purpose: 'webhook secret' },
];

export type Resealed = {
  readonly resealed: number;
  /** Where there are secrets that no key opens. */
  readonly unreadable: readonly { readonly table: string; readonly organizationId: string | null }[];
};

/** How many secrets of a column are encrypted again in one transaction. */
const AT_ONCE = 500;

/**
 * Encrypts every secret in the database again that isn't encrypted under the key `keyId`. `reseal` returns
 * null for a secret that can't be read, which stays as it is. A secret that changes meanwhile keeps its
 * change.
 */
export async function resealBoxes(
  db: Database,
  keyId: string,
  reseal: (purpose: BoxPurpose, box: string) => string | null,
): Promise<Resealed> {
  const found = { resealed: 0, unreadable: [] as Resealed['unreadable'][number][] };
  const resealColumn = async (column: BoxColumn, organizationId: string | null): Promise<void> => {
    // No organization has this name. Rows that belong to no organization can be seen in any scope.
    const scope = { organizationId: organizationId ?? 'none' };
    for (let after: string | undefined = ''; after !== undefined;) {
      const page = { ...column, organizationId, keyId, after };
      const { changes, replaced } = await transaction(db, scope, async (tx) => {
        const boxes = await readBoxes(tx, page);
        const sealed = boxes.map((box) => ({ box, next: reseal(column.purpose, box) }));
        const readable = sealed.flatMap(({ box, next }) => (next === null ? [] : [{ box, next }]));
        return { changes: sealed, replaced: await replaceBoxes(tx, column, readable) };
      });
      found.resealed += replaced;
      for (const { next } of changes)
        if (next === null) found.unreadable.push({ table: column.table, organizationId });
      after = changes.length < AT_ONCE ? undefined : changes.at(-1)?.box;
    }
  };
  for (const column of OF_INSTANCE) await resealColumn(column, null);
  for (const id of await transaction(db, { dueRows: true }, readLogOrganizations))
    for (const column of OF_ORGANIZATIONS) await resealColumn(column, id);
  return found;
}

type Page = BoxColumn & {
  readonly organizationId: string | null;
  readonly keyId: string;
  readonly after: string;
};

async function readBoxes(
  tx: Transaction,
  { table, column, organizationId, keyId, after }: Page,
): Promise<string[]> {
  const box = sql.identifier(column);
  const isOwn = organizationId === null ? sql`true` : sql`organization_id = ${organizationId}`;
  const rows = await tx.execute<{ box: string }>(sql`
    select ${box} as box from ${sql.identifier(table)}
    where ${isOwn} and ${box} > ${after} and not starts_with(${box}, ${`box1.${keyId}.`})
    order by ${box} limit ${AT_ONCE}`);
  return rows.map((row) => row.box);
}

/**
 * Replaces boxes. Every box has a random nonce, so the box itself identifies its row. Returns how many were
 * replaced.
 */
async function replaceBoxes(
  tx: Transaction,
  { table, column }: BoxColumn,
  changes: readonly { readonly box: string; readonly next: string }[],
): Promise<number> {
  if (changes.length === 0) return 0;
  const box = sql.identifier(column);
  const { count } = await tx.execute(sql`
    update ${sql.identifier(table)} as kept set ${box} = change.next
    from json_to_recordset(${JSON.stringify(changes)}::json) as change (box text, next text)
    where kept.${box} = change.box`);
  return count;
}
