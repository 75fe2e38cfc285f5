import { stringifyLines } from '#wire/csv.ts';
import { toAuditLines } from '#ui/account/audit/audit-lines.ts';
import { toAuditFilter, readAuditQuery } from '#ui/account/audit/audit-query.ts';
import { throwPageRefusal } from '#ui/kit/page-refusal.ts';
import type { RequestHandler } from './$types';

/**
 * Serves the entries of the audit log that match the filters of its page, as CSV. Exports are recorded, so
 * only forms of this app may start them.
 */
export const POST: RequestHandler = async ({ locals, url }) => {
  const now = new Date();
  const filter = toAuditFilter(readAuditQuery(url.searchParams), now.getTime());
  try {
    const { items } = await locals.caller.administrativeAction.export(filter);
    return new Response(stringifyLines(toAuditLines(items)), {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="audit-log-${now.toISOString().slice(0, 10)}.csv"`,
        'cache-control': 'no-store',
      },
    });
  } catch (thrown) {
    return throwPageRefusal(thrown);
  }
};
