import { z } from 'zod';
import { LIMITS } from '#domain/limits.ts';
import { administrativeActionSchema } from '#wire/administrative-action.ts';
import { nextCursor, pageQuery } from '#wire/pagination.ts';
import { listAdministrativeActions } from '#server/db/organizations/administrative-actions.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { toWire } from './search.ts';

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
