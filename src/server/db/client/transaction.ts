import { sql } from 'drizzle-orm';
import type { Database, Transaction } from './client.ts';

/** What a transaction may see beside nothing: see the policies in the migrations. */
export type Scope =
  | { readonly organizationId: string }
  | { readonly envelopeId: string }
  | { readonly userId: string }
  | { readonly grantId: string }
  | { readonly invitationHash: string }
  | { readonly dueRows: true };

/**
 * Runs queries in one transaction whose scope row level security enforces. The scope travels ahead of the
 * first query on the same connection, without a round trip of its own.
 */
export async function transaction<T>(
  db: Database,
  scope: Scope,
  run: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return await db.drizzle.transaction(async (tx) => {
    const [, result] = await Promise.all([enter(tx, scope), run(tx)]);
    return result;
  });
}

/**
 * The same for reading only, and all of it as of one moment: rows that belong together, such as an envelope and its
 * participants, are read by several queries, between which a writer may commit.
 */
export async function readTransaction<T>(
  db: Database,
  scope: Scope,
  run: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return await db.snapshots.transaction(async (tx) => {
    const [, result] = await Promise.all([enter(tx, scope), run(tx)]);
    return result;
  });
}

/**
 * Lets a transaction that runs see what `scope` names from here on, beside what it saw. An organization takes the place of
 * the one before.
 */
export async function addScope(tx: Transaction, scope: Scope): Promise<void> {
  await enter(tx, scope);
}

function enter(tx: Transaction, scope: Scope) {
  if ('organizationId' in scope) return set(tx, 'app.organization_id', scope.organizationId);
  if ('envelopeId' in scope) return set(tx, 'app.envelope_id', scope.envelopeId);
  if ('userId' in scope) return set(tx, 'app.user_id', scope.userId);
  if ('grantId' in scope) return set(tx, 'app.grant_id', scope.grantId);
  if ('invitationHash' in scope) return set(tx, 'app.invitation_hash', scope.invitationHash);
  return set(tx, 'app.due_rows', 'on');
}

function set(tx: Transaction, name: string, value: string) {
  // A drizzle query starts when somebody asks for its result: ask now, so that it is sent before any other.
  return tx.execute(sql`select set_config(${name}, ${value}, true)`).then(() => undefined);
}
