import { z } from 'zod';
import { createInvalidRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { listAreaActions } from '#domain/organization/audit/audit-areas.ts';
import { administrativeActionSchema, auditFilter, type AuditFilter } from '#wire/administrative-action.ts';
import { nextCursor, pageQuery } from '#wire/pagination.ts';
import { readTransaction, transaction } from '#server/db/client/transaction.ts';
import {
  type ActionFilter,
  type AdministrativeActionRecord,
  countAdministrativeActions,
  listActors,
  listAdministrativeActions,
} from '#server/db/organizations/administrative-actions.ts';
import { readOrganization } from '#server/db/organizations/organizations.ts';
import { recordAction } from '#server/trpc/administration.ts';
import { adminProcedure, memberProcedure } from '#server/trpc/audience.ts';

/** Lists changes to the organization's settings, newest first. */
export const listActions = memberProcedure('administer')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/audit-log',
      tags: ['Audit log'],
      summary: 'List administrative actions',
      description: 'Who changed the settings, members, keys and the like of the organization, newest first.',
    },
    rest: { errors: [] },
  })
  .input(z.strictObject({ cursor: pageQuery.cursor }))
  .output(z.object({ items: z.array(administrativeActionSchema), nextCursor }))
  .query(async ({ ctx: { services, member }, input }) => {
    const { organizationId } = member;
    const limit = LIMITS.listLimitDefault;
    const rows = await transaction(services.db, { organizationId }, (tx) =>
      listAdministrativeActions(tx, organizationId, { after: input.cursor ?? null, limit: limit + 1 }),
    );
    const shown = rows.slice(0, limit);
    return {
      items: shown.map(toWire),
      nextCursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    };
  });

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

/**
 * Returns all entries of the audit log that match a filter, newest first, and records that they were
 * exported.
 */
export const exportActions = adminProcedure
  .input(auditFilter)
  .output(z.strictObject({ items: z.array(administrativeActionSchema) }))
  .mutation(async ({ ctx, input }) => {
    const { services, member, session } = ctx;
    const { organizationId } = member;
    await services.rates.heavy.take(session.user.id);
    const most = LIMITS.auditExportEntries;
    return await transaction(services.db, { organizationId }, async (tx) => {
      const page = { ...toFilter(input), after: null, limit: most + 1 };
      const rows = await listAdministrativeActions(tx, organizationId, page);
      if (rows.length > most)
        throw createInvalidRefusal([
          { path: '/from', message: `must leave at most ${most.toLocaleString('en')} entries` },
        ]);
      const { name } = await readOrganization(tx, organizationId);
      await recordAction(tx, ctx, {
        action: 'audit_log.exported',
        subject: { id: null, name },
        details: { entries: String(rows.length), ...(input as Record<string, string>) },
      });
      return { items: rows.map(toWire) };
    });
  });

/** Converts the filter that a caller sends. */
function toFilter({ area, from, until, ...rest }: AuditFilter): ActionFilter {
  return {
    ...rest,
    ...(area === undefined ? {} : { actions: listAreaActions(area) }),
    ...(from === undefined ? {} : { from: new Date(from) }),
    ...(until === undefined ? {} : { until: new Date(until) }),
  };
}

function toWire(row: AdministrativeActionRecord): z.input<typeof administrativeActionSchema> {
  return { ...row, occurredAt: row.occurredAt.toISOString() };
}
