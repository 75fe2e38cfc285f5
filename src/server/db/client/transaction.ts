import { eq, sql, type Column, type SQL } from 'drizzle-orm';
import { runInSpan } from '#server/tracing/span.ts';
import type { Database, Drizzle, Transaction } from './client.ts';
import { gatherNotices } from './after-commit.ts';
import type { Notice } from './notices.ts';
import { isConflict, isUnreachable } from './unreachable.ts';

/** What a transaction can see. The policies in the migrations define it. */
export type Scope =
  | { readonly organizationId: string }
  | { readonly envelopeId: string }
  | { readonly userId: string }
  | { readonly grantId: string }
  | { readonly sessionId: string }
  | { readonly formId: string }
  | { readonly invitationHash: string }
  | { readonly directoryHash: string }
  | { readonly emailDomain: string }
  | { readonly connectionId: string }
  | { readonly credentialId: string }
  | { readonly administratorId: string }
  | { readonly dueRows: true };

const entered = new WeakMap<Transaction, string>();

const TRACED = { kind: 'client', attributes: { 'db.system.name': 'postgresql' } } as const;

/** How often a transaction is repeated after the database aborted it in favor of another one. */
const AGAIN_MAX = 3;

/**
 * Runs queries in a transaction that row-level security restricts to a scope. With null, it sees only what
 * belongs to no organization, such as accounts. The scope is sent ahead of the first query, without a round
 * trip of its own. If the database aborts the transaction in favor of another one, `run` is called again, up
 * to three times, so it must have no effects outside of the transaction.
 */
export async function transaction<T>(
  db: Database,
  scope: Scope | null,
  run: (tx: Transaction) => Promise<T>,
): Promise<T> {
  for (let again = 0; ; again += 1) {
    try {
      return await transactionOnce(db, scope, run);
    } catch (error) {
      if (!isConflict(error) || again === AGAIN_MAX) throw error;
    }
  }
}

/**
 * Like `transaction`, but for work that also has effects outside of the transaction, such as removing a
 * stored file. It is never repeated.
 */
export async function transactionOnce<T>(
  db: Database,
  scope: Scope | null,
  run: (tx: Transaction) => Promise<T>,
): Promise<T> {
  let notices: readonly Notice[] = [];
  try {
    const result = await runInSpan('transaction', TRACED, () =>
      db.drizzle.transaction(async (tx) => {
        notices = gatherNotices(tx);
        const [, returned] = await Promise.all([scope && begin(tx, scope, db.viewerId), run(tx)]);
        return returned;
      }),
    );
    db.notices.send(notices);
    return result;
  } catch (error) {
    if (isConflict(error)) db.onConflict();
    // The transaction may have been committed nevertheless.
    else if (isUnreachable(error)) db.notices.send(notices);
    throw error;
  }
}

/**
 * Runs queries in a read-only snapshot, so that rows from several queries, such as an envelope and its
 * participants, are consistent with each other.
 */
export async function readTransaction<T>(
  db: Database,
  scope: Scope,
  run: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return await snapshot(db, db.snapshots, scope, run);
}

/**
 * Like `readTransaction`, but for lists. They are read from the replica, if there is one that has every
 * acknowledged change. `run` may be called twice. `settings` are for its statements.
 */
export async function listTransaction<T>(
  db: Database,
  scope: Scope,
  run: (tx: Transaction) => Promise<T>,
  settings: Settings = {},
): Promise<T> {
  return await snapshot(db, db.lists, scope, run, settings);
}

/** Settings of the database by name. */
type Settings = Readonly<Record<string, string>>;

function snapshot<T>(
  { viewerId }: Database,
  snapshots: Drizzle,
  scope: Scope,
  run: (tx: Transaction) => Promise<T>,
  settings: Settings = {},
): Promise<T> {
  return runInSpan('read transaction', TRACED, () =>
    snapshots.transaction(async (tx) => {
      const [, result] = await Promise.all([begin(tx, scope, viewerId, settings), run(tx)]);
      return result;
    }),
  );
}

/** Adds `scope` to a running transaction. An organization replaces the previous one. */
export async function addScope(tx: Transaction, scope: Scope): Promise<void> {
  await enter(tx, scope);
}

/**
 * Sets the scope and the viewing member in one statement. If nothing is hidden from the member, it also
 * records that for this organization and member, so that the policies don't have to look it up for every
 * statement.
 */
function begin(tx: Transaction, scope: Scope, viewerId: string | null, settings: Settings = {}) {
  if (viewerId === null) return enter(tx, scope, settings);
  remember(tx, scope);
  const [, value] = getSetting(scope);
  return sendFirst(
    tx,
    sql`select ${setAll(scope, settings)}, set_config('app.viewer_id', ${viewerId}, true),
      case when hidden_teams() = '{}' and not sees_own_only() then set_config('app.sees_all', ${`${value} ${viewerId}`}, true) end`,
  );
}

function enter(tx: Transaction, scope: Scope, settings: Settings = {}) {
  remember(tx, scope);
  return sendFirst(tx, sql`select ${setAll(scope, settings)}`);
}

function setAll(scope: Scope, settings: Settings): SQL {
  const all = [getSetting(scope), ...Object.entries(settings)];
  return sql.join(
    all.map(([name, value]) => sql`set_config(${name}, ${value}, true)`),
    sql`, `,
  );
}

function remember(tx: Transaction, scope: Scope): void {
  if ('organizationId' in scope) entered.set(tx, scope.organizationId);
}

/**
 * Returns the condition that rows belong to the transaction's organization. Row-level security already
 * requires this, but policies that also show other organizations' rows can't use the keys, which begin with
 * the organization. An explicit condition can.
 */
export function matchScope(tx: Transaction, table: { readonly organizationId: Column }): SQL | undefined {
  const organizationId = entered.get(tx);
  return organizationId === undefined ? undefined : eq(table.organizationId, organizationId);
}

/** Returns the transaction's organization. */
export function getOrganizationId(tx: Transaction): string {
  const organizationId = entered.get(tx);
  if (organizationId === undefined) throw new Error('the transaction is not of an organization');
  return organizationId;
}

function getSetting(scope: Scope): readonly [name: string, value: string] {
  if ('organizationId' in scope) return ['app.organization_id', scope.organizationId];
  if ('envelopeId' in scope) return ['app.envelope_id', scope.envelopeId];
  if ('userId' in scope) return ['app.user_id', scope.userId];
  if ('formId' in scope) return ['app.form_id', scope.formId];
  if ('sessionId' in scope) return ['app.session_id', scope.sessionId];
  if ('grantId' in scope) return ['app.grant_id', scope.grantId];
  if ('invitationHash' in scope) return ['app.invitation_hash', scope.invitationHash];
  if ('directoryHash' in scope) return ['app.directory_hash', scope.directoryHash];
  if ('emailDomain' in scope) return ['app.email_domain', scope.emailDomain];
  if ('connectionId' in scope) return ['app.connection_id', scope.connectionId];
  if ('credentialId' in scope) return ['app.credential_id', scope.credentialId];
  if ('administratorId' in scope) return ['app.administrator_id', scope.administratorId];
  return ['app.due_rows', 'on'];
}

function sendFirst(tx: Transaction, statement: SQL) {
  // Drizzle queries start when their result is requested, so it is requested right away to send this one
  // first.
  return tx.execute(statement).then(() => undefined);
}
