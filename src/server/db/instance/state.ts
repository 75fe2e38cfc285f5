import { sql } from 'drizzle-orm';
import type { Transaction } from '#server/db/client/client.ts';

/** Counts of the whole instance. Sizes are in bytes. */
export type InstanceNumbers = {
  readonly organizations: number;
  readonly documentBytes: number;
  readonly databaseBytes: number;
  readonly sealCertificates: number;
  /** Emails of the last 24 hours, counted by the outcome of their last attempt. */
  readonly mailsSent: number;
  readonly mailsFailed: number;
};

/** Counts what the instance contains. Requires the scope of an administrator. */
export async function countInstance(tx: Transaction, since: Date): Promise<InstanceNumbers> {
  const [row] = await tx.execute<InstanceNumbers>(sql`
    select (select count(*)::integer from organizations where test_of is null) as organizations,
      (select coalesce(sum(bytes), 0)::float8 from administered_storage()) as "documentBytes",
      pg_database_size(current_database())::float8 as "databaseBytes",
      (select count(*)::integer from seal_certificates
        where organization_id is not null and replaced_at is null and revoked_at is null) as "sealCertificates",
      sent as "mailsSent", failed as "mailsFailed"
    from administered_mails(${since.toISOString()}::timestamptz)`);
  if (row === undefined) throw new Error('the instance could not be counted');
  return row;
}

/**
 * A certificate in use. It belongs to an organization or, if `organizationName` is null, to the instance's
 * authority.
 */
export type UsedCertificate = {
  readonly id: string;
  readonly organizationName: string | null;
  readonly certificate: Uint8Array;
};

/**
 * Returns the authority's certificate and the organizations' oldest certificates, which expire first.
 * Requires the scope of an administrator.
 */
export async function readUsedCertificates(
  tx: Transaction,
  limit: number,
): Promise<readonly UsedCertificate[]> {
  const rows = await tx.execute<{ id: string; organizationName: string | null; certificate: Buffer }>(sql`
    select c.id, o.name as "organizationName", c.certificate
    from seal_certificates c left join organizations o on o.id = c.organization_id
    where c.replaced_at is null and c.revoked_at is null
    order by c.organization_id is not null, c.created_at limit ${limit}`);
  return rows.map((row) => ({ ...row, certificate: new Uint8Array(row.certificate) }));
}
