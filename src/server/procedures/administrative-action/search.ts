import { z } from 'zod';
import { LIMITS } from '#domain/limits.ts';
import { listAreaActions } from '#domain/organization/audit/audit-areas.ts';
import { administrativeActionSchema, auditFilter, type AuditFilter } from '#wire/administrative-action.ts';
import { nextCursor, pageQuery } from '#wire/pagination.ts';
import {
  countAdministrativeActions,
  listActors,
  listAdministrativeActions,
  type ActionFilter,
  type AdministrativeActionRecord,
} from '#server/db/organizations/administrative-actions.ts';
import { readTransaction } from '#server/db/client/transaction.ts';
import { adminProcedure } from '#server/trpc/audience.ts';

/**
 * Lists entries of the audit log that match a filter, newest first, with their total number and everyone who
 * acted.
 */
export const searchActions = adminProcedure
  .input(auditFilter.extend({ cursor: pageQuery.cursor }))
  .output(
    z.strictObject({
      items: z.array(administrativeActionSchema),
      nextCursor,
      count: z.int(),
      actors: z.array(z.string()),
    }),
  )
  .query(async ({ ctx: { services, member }, input: { cursor, ...given } }) => {
    const { organizationId } = member;
    const limit = LIMITS.listLimitDefault;
    const filter = toFilter(given);
    const page = { ...filter, after: cursor ?? null, limit: limit + 1 };
    const [rows, count, actors] = await readTransaction(services.db, { organizationId }, (tx) =>
      Promise.all([
        listAdministrativeActions(tx, organizationId, page),
        countAdministrativeActions(tx, organizationId, filter),
        listActors(tx, organizationId, LIMITS.auditPeopleMax),
      ]),
    );
    const shown = rows.slice(0, limit);
    return {
      items: shown.map(toWire),
      nextCursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
      count,
      actors,
    };
  });

/** Converts the filter that a caller sends. */
export function toFilter({ area, from, until, ...rest }: AuditFilter): ActionFilter {
  return {
    ...rest,
    ...(area === undefined ? {} : { actions: listAreaActions(area) }),
    ...(from === undefined ? {} : { from: new Date(from) }),
    ...(until === undefined ? {} : { until: new Date(until) }),
  };
}

export function toWire(row: AdministrativeActionRecord): z.input<typeof administrativeActionSchema> {
  return { ...row, occurredAt: row.occurredAt.toISOString() };
}
