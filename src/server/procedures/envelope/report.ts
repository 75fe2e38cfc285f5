import {
  getPreviousPeriod,
  type PeriodProblem,
  readPeriod,
  REPORT_FIRST_DAY,
  reportColumns,
} from '#domain/envelope/report.ts';
import { createInvalidRefusal, createRefusal, type Issue } from '#domain/errors.ts';
import { may } from '#domain/organization/role.ts';
import { reportQuery, reportSchema } from '#wire/report.ts';
import { listTransaction } from '#server/db/client/transaction.ts';
import {
  reportBands,
  reportColumnCounts,
  reportMembers,
  reportTemplates,
  reportTotals,
  reportWaiting,
} from '#server/db/list/report.ts';
import { sessionProcedure } from '#server/trpc/audience.ts';

const ISSUES: Readonly<Record<PeriodProblem, Issue>> = {
  not_a_day: { path: '/from', message: 'must be days, such as 2026-11-23' },
  wrong_order: { path: '/to', message: 'must not be before from' },
  too_long: { path: '/to', message: 'must be at most two years after from' },
  too_early: { path: '/from', message: `must not be before ${REPORT_FIRST_DAY}` },
  in_future: { path: '/to', message: 'must not be in the future' },
};

/**
 * Counts the envelopes sent within a period and their outcomes, by the days of the reader's time zone. Administrators see everyone's, others only
 * their own.
 */
export const readReport = sessionProcedure
  .input(reportQuery)
  .output(reportSchema)
  .query(async ({ ctx: { services, session, member }, input }) => {
    const { mine } = input;
    if (!mine && !may(session.role, 'administer')) throw createRefusal('forbidden');
    const period = readPeriod(input, services.clock(), session.user.timeZone);
    if (typeof period === 'string') throw createInvalidRefusal([ISSUES[period]]);
    await services.rates.heavy.take(session.user.id);
    const { organizationId } = member;
    const whose = { organizationId, senderUserId: mine ? session.user.id : null };
    const scope = { ...whose, ...period };
    const columns = reportColumns(period);
    const earlier = { ...whose, ...getPreviousPeriod(period) };
    return await listTransaction(services.db, { organizationId }, async (tx) => {
      const [totals, before, counts, bands, waiting, templates, members] = await Promise.all([
        reportTotals(tx, scope),
        reportTotals(tx, earlier),
        reportColumnCounts(
          tx,
          scope,
          columns.map(({ from }) => from),
        ),
        reportBands(tx, scope),
        reportWaiting(tx, scope),
        reportTemplates(tx, scope),
        mine ? [] : reportMembers(tx, scope),
      ]);
      const none = { completed: 0, waiting: 0, notCompleted: 0 };
      return {
        ...{
          from: period.firstDay,
          to: period.lastDay,
          unit: period.unit,
          timeZone: period.timeZone ?? 'UTC',
        },
        ...{ now: totals, before, bands, templates, members },
        columns: columns.map(({ day }, place) => {
          const { column: _place, ...counted } = counts.find(({ column }) => column === place) ?? {
            column: place,
            ...none,
          };
          return { day, ...counted };
        }),
        waitingLongest: waiting.map((one) => ({ ...one, sentAt: one.sentAt?.toISOString() ?? '' })),
      };
    });
  });
