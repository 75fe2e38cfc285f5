import { toAuditFilter, readAuditQuery } from '#ui/account/audit/audit-query.ts';
import { throwPageRefusal } from '#ui/kit/page-refusal.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals, url }) => {
  await parent();
  const cursor = url.searchParams.get('cursor');
  const query = readAuditQuery(url.searchParams);
  const filter = toAuditFilter(query, Date.now());
  try {
    return {
      ...(await locals.caller.administrativeAction.search(cursor === null ? filter : { ...filter, cursor })),
      query,
      isFirst: cursor === null,
    };
  } catch (thrown) {
    return throwPageRefusal(thrown);
  }
};
