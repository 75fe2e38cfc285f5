import { may } from '#domain/organization/role.ts';
import { pageRefusal } from '#ui/kit/page-refusal.ts';
import { readChosenPeriod } from '#ui/reports/chosen-period.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals, url }) => {
  const { role } = await parent();
  const now = new Date();
  const seesAll = may(role, 'administer');
  const { choice, problem } = readChosenPeriod(url.searchParams, now);
  const mine = !seesAll || url.searchParams.get('of') === 'me';
  try {
    const report = await locals.caller.envelope.report({ ...choice, mine });
    const { items } = await locals.caller.envelope.rows({ ids: report.waitingLongest.map(({ id }) => id) });
    return { choice, problem, mine, seesAll, report, waiting: items, today: now.toISOString().slice(0, 10) };
  } catch (thrown) {
    return pageRefusal(thrown);
  }
};
