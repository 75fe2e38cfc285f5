import { stringifyLines } from '#wire/csv.ts';
import { auditLines } from '#ui/account/audit/audit-lines.ts';
import { toAuditFilter, readAuditQuery } from '#ui/account/audit/audit-query.ts';
import { pageRefusal } from '#ui/kit/page-refusal.ts';
import type { RequestHandler } from './$types';

/**
 * Serves the entries of the audit log that match the filters of its page, as CSV. Exports are recorded, so
 * they require a form of this app.
 */
export const POST: RequestHandler = async ({ locals, url }) => {
  const now = new Date();
  const filter = toAuditFilter(readAuditQuery(url.searchParams), now.getTime());
  try {
    const { items } = await locals.caller.administrativeAction.export(filter);
    return new Response(stringifyLines(auditLines(items)), {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="audit-log-${now.toISOString().slice(0, 10)}.csv"`,
        'cache-control': 'no-store',
      },
    });
  } catch (thrown) {
    return pageRefusal(thrown);
  }
};
