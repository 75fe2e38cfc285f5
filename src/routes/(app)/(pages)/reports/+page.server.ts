import { REPORT_DAYS, type ReportDays } from '#domain/envelope/report.ts';
import { may } from '#domain/organization/role.ts';
import { pageRefusal } from '#ui/kit/page-refusal.ts';
import type { PageServerLoad } from './$types';

const DEFAULT_DAYS = 30;

export const load: PageServerLoad = async ({ parent, locals, url }) => {
  const { role } = await parent();
  const seesAll = may(role, 'administer');
  const wanted = Number(url.searchParams.get('days') ?? DEFAULT_DAYS);
  const days: ReportDays = REPORT_DAYS.find((one) => one === wanted) ?? DEFAULT_DAYS;
  const mine = !seesAll || url.searchParams.get('of') === 'me';
  try {
    return { days, mine, seesAll, report: await locals.caller.envelope.report({ days, mine }) };
  } catch (thrown) {
    return pageRefusal(thrown);
  }
};
