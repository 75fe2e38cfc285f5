import { administrativeActions } from '#server/db/schema/administrative-actions.ts';
import { and, asc, count, desc, eq, gte, inArray, lt, sql, type SQL } from 'drizzle-orm';
import { type AdministrativeAction } from '#domain/organization/audit/administrative-actions.ts';
import type { Database, Transaction } from '#server/db/client/client.ts';
import { transaction } from '#server/db/client/transaction.ts';

export type AdministrativeActionRecord = typeof administrativeActions.$inferSelect;

/**
 * Appends an action to an organization's record. Requires the organization's scope. The database refuses
 * later changes.
 */
export async function insertAdministrativeAction(
  tx: Transaction,
  action: typeof administrativeActions.$inferInsert,
): Promise<void> {
  await tx.insert(administrativeActions).values(action);
}

/** Selects actions of an organization. Without any filters, it selects all of them. */
export type ActionFilter = {
  /** The name of the person who acted, as recorded. */
  readonly actorName?: string | undefined;
  readonly actions?: readonly AdministrativeAction[] | undefined;
  /** A part of the actor's name, the subject's name, or the address. */
  readonly words?: string | undefined;
  readonly from?: Date | undefined;
  /** The end of the period, which is exclusive. */
  readonly until?: Date | undefined;
};

/** Lists the organization's actions, newest first, after the identifier `after`. */
export async function listAdministrativeActions(
  tx: Transaction,
  organizationId: string,
  { after, limit, ...filter }: ActionFilter & { readonly after: string | null; readonly limit: number },
): Promise<AdministrativeActionRecord[]> {
  const behind = after === null ? undefined : lt(administrativeActions.id, after);
  return await tx
    .select()
    .from(administrativeActions)
    .where(and(matchFilter(organizationId, filter), behind))
    .orderBy(desc(administrativeActions.id))
    .limit(limit);
}

export async function countAdministrativeActions(
  tx: Transaction,
  organizationId: string,
  filter: ActionFilter,
): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(administrativeActions)
    .where(matchFilter(organizationId, filter));
  return row?.count ?? 0;
}

/**
 * Lists what happened to a person's account, newest first. What concerns several organizations is recorded in
 * each, and returned once. Requires the scope `userId`.
 */
export async function listAccountActions(
  tx: Transaction,
  userId: string,
  limit: number,
): Promise<AdministrativeActionRecord[]> {
  const { id, action, occurredAt, details } = administrativeActions;
  const recorded = tx
    .selectDistinctOn([occurredAt, action, details])
    .from(administrativeActions)
    .where(and(eq(administrativeActions.subjectId, userId), matchAccountActions()))
    .orderBy(desc(occurredAt), desc(action), desc(details), desc(id))
    .limit(limit);
  return await recorded;
}

/**
 * Deletes what happened to accounts before a time. The database keeps everything of the last 30 days, and all
 * other entries.
 */
export async function forgetAccountActions(db: Database, before: Date): Promise<void> {
  const { occurredAt } = administrativeActions;
  await transaction(db, { dueRows: true }, (tx) =>
    tx
      .delete(administrativeActions)
      .where(
        and(lt(occurredAt, before), lt(occurredAt, sql`now() - interval '30 days'`), matchAccountActions()),
      ),
  );
}

function matchAccountActions(): SQL {
  return sql`is_account_action(${administrativeActions.action})`;
}

/** Lists the names of everyone who has acted, in alphabetical order. */
export async function listActors(tx: Transaction, organizationId: string, limit: number): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ name: administrativeActions.actorName })
    .from(administrativeActions)
    .where(eq(administrativeActions.organizationId, organizationId))
    .orderBy(asc(administrativeActions.actorName))
    .limit(limit);
  return rows.map(({ name }) => name);
}

function matchFilter(
  organizationId: string,
  { actorName, actions, words, from, until }: ActionFilter,
): SQL | undefined {
  const { actorName: actor, subjectName, ipAddress, action, occurredAt } = administrativeActions;
  const text = sql`lower(concat_ws(' ', ${actor}, ${subjectName}, ${ipAddress}))`;
  return and(
    eq(administrativeActions.organizationId, organizationId),
    actorName === undefined ? undefined : eq(actor, actorName),
    actions === undefined ? undefined : inArray(action, [...actions]),
    words === undefined ? undefined : sql`strpos(${text}, lower(${words})) > 0`,
    from === undefined ? undefined : gte(occurredAt, from),
    until === undefined ? undefined : lt(occurredAt, until),
  );
}
