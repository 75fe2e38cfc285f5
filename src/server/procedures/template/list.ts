import { z } from 'zod';
import { createInvalidRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { templateListQuery, templateSchema } from '#wire/template.ts';
import { nextCursor } from '#wire/pagination.ts';
import { openCursor, sealCursor } from '#server/crypto/cursor.ts';
import { listTemplates, type AfterTemplate } from '#server/db/templates/list-templates.ts';
import { listTransaction } from '#server/db/client/transaction.ts';
import { memberProcedure } from '#server/trpc/audience.ts';

/** Lists templates, newest first. */
export const listTemplatePage = memberProcedure('read')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/templates',
      tags: ['Templates'],
      summary: 'List templates',
      description:
        'Returns active templates, or archived ones with `archived=true`, newest first. A cursor is only valid with the filters it was returned for.',
    },
    rest: { errors: [] },
    agent: { scopes: ['templates:read'], rest: true },
  })
  .input(templateListQuery)
  .output(z.object({ items: z.array(templateSchema), nextCursor }))
  .query(
    async ({ ctx: { services, member }, input: { cursor, limit = LIMITS.listLimitDefault, ...query } }) => {
      const secret = services.config.secretKeys.current.key;
      const { organizationId } = member;
      const filter = { q: query.q ?? null, archived: query.archived ?? false };
      const filters = ['templates', organizationId, filter.q, filter.archived];
      const after = cursor === undefined ? null : readCursor(cursor, filters, secret);
      const rows = await listTransaction(services.db, { organizationId }, (tx) =>
        listTemplates(tx, organizationId, filter, { after, limit: limit + 1 }),
      );
      const items = rows.slice(0, limit);
      const last = rows.length > limit ? items.at(-1) : undefined;
      return {
        items,
        nextCursor:
          last === undefined ? null : sealCursor({ key: last.createdAt, id: last.id }, filters, secret),
      };
    },
  );

function readCursor(cursor: string, filters: unknown, secret: string): AfterTemplate {
  const position = openCursor(cursor, filters, secret);
  if (position === null)
    throw createInvalidRefusal([{ path: '/cursor', message: 'is not a valid cursor for these filters' }]);
  return { createdAt: new Date(position.key), id: position.id };
}
