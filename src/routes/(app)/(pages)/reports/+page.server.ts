import { may } from '#domain/organization/role.ts';
import { pageRefusal } from '#ui/kit/page-refusal.ts';
import { chosenPeriod } from '#ui/reports/chosen-period.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals, url }) => {
  const { role } = await parent();
  const seesAll = may(role, 'administer');
  const { choice, problem } = chosenPeriod(url.searchParams, new Date());
  const mine = !seesAll || url.searchParams.get('of') === 'me';
  try {
    const report = await locals.caller.envelope.report({ ...choice, mine });
    return { choice, problem, mine, seesAll, report };
  } catch (thrown) {
    return pageRefusal(thrown);
  }
};
