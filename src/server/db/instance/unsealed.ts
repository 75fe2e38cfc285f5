import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client/client.ts';
import { transaction } from '#server/db/client/transaction.ts';

/** A completed envelope without its seal, and the queue's information about its last attempt. */
export type Unsealed = {
  readonly organizationId: string;
  readonly envelopeId: string;
  readonly completedAt: string;
  /** The job that is waiting, running or failed for good. Null if there is none any more. */
  readonly job: { readonly id: string; readonly state: 'waiting' | 'running' | 'failed' } | null;
  readonly attempts: number;
  readonly reason: string | null;
};

type Row = {
  readonly id: string;
  readonly completedAt: string;
  readonly jobId: string | null;
  readonly state: 'waiting' | 'running' | 'failed' | null;
  readonly attempts: number;
  readonly reason: string | null;
};

/**
 * Lists the completed envelopes of all organizations that aren't sealed, oldest first in each organization.
 */
export async function readUnsealed(db: Database): Promise<readonly Unsealed[]> {
  const organizations = await transaction(db, { dueRows: true }, (tx) =>
    tx.execute<{ id: string }>(sql`select id from organizations order by id`),
  );
  const found: Unsealed[] = [];
  for (const { id: organizationId } of organizations) {
    const rows = await transaction(db, { organizationId }, (tx) =>
      tx.execute<Row>(sql`
        select e.id, to_char(e.completed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "completedAt",
          job.id as "jobId", coalesce(job.retry_count, 0) as attempts, job.output ->> 'message' as reason,
          case when job.state < 'active' then 'waiting' when job.state = 'active' then 'running'
            when job.state = 'failed' then 'failed' end as state
        from envelopes e left join lateral (
          select id, state, retry_count, output from pgboss.job
          where name = 'svc/envelope.completed' and data ->> 'envelopeId' = e.id and (state <= 'active' or state = 'failed')
          order by state, created_on desc limit 1
        ) job on true
        where e.organization_id = ${organizationId} and e.status = 'completed' and e.sealed_at is null
          and e.deleted_at is null
        order by e.completed_at`),
    );
    for (const { id, completedAt, jobId, state, attempts, reason } of rows)
      found.push({
        ...{ organizationId, envelopeId: id, completedAt, attempts, reason },
        job: jobId === null || state === null ? null : { id: jobId, state },
      });
  }
  return found;
}

/** Makes sealing jobs due now if their last attempt failed with this message. */
export async function hastenSeals({ drizzle }: Pick<Database, 'drizzle'>, message: string): Promise<void> {
  await drizzle.execute(sql`
    update pgboss.job set start_after = now()
    where name = 'svc/envelope.completed' and state = 'retry' and start_after > now() and output ->> 'message' = ${message}`);
}

/** Makes a sealing job due now that is waiting for its next attempt or failed for good. */
export async function sealNow({ drizzle }: Pick<Database, 'drizzle'>, jobId: string): Promise<void> {
  await drizzle.execute(sql`
    update pgboss.job set state = 'retry', start_after = now(), completed_on = null,
      retry_limit = greatest(retry_limit, retry_count + 1)
    where name = 'svc/envelope.completed' and id = ${jobId}::uuid and (state < 'active' or state = 'failed')`);
}
