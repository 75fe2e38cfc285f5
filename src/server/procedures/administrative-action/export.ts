import { z } from 'zod';
import { createInvalidRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { administrativeActionSchema, auditFilter } from '#wire/administrative-action.ts';
import { listAdministrativeActions } from '#server/db/organizations/administrative-actions.ts';
import { readOrganization } from '#server/db/organizations/organizations.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { recordAction } from '#server/trpc/administration.ts';
import { adminProcedure } from '#server/trpc/audience.ts';
import { toFilter, toWire } from './search.ts';

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
