import { may } from '#domain/organization/role.ts';
import { formatDay } from '#domain/timestamp.ts';
import { throwPageRefusal } from '#ui/kit/page-refusal.ts';
import { readChosenPeriod } from '#ui/reports/chosen-period.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals, url }) => {
  const { role, user } = await parent();
  const now = new Date();
  const seesAll = may(role, 'administer');
  const { choice, problem } = readChosenPeriod(url.searchParams, now, user.timeZone);
  const mine = !seesAll || url.searchParams.get('of') === 'me';
  try {
    const report = await locals.caller.envelope.report({ ...choice, mine });
    const { items } = await locals.caller.envelope.rows({ ids: report.waitingLongest.map(({ id }) => id) });
    const today = formatDay(now.toISOString(), user.timeZone);
    return { choice, problem, mine, seesAll, report, waiting: items, today };
  } catch (thrown) {
    return throwPageRefusal(thrown);
  }
};
