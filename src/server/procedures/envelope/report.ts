import { reportColumns, reportStart, reportUnit } from '#domain/envelope/report.ts';
import { refusal } from '#domain/errors.ts';
import { may } from '#domain/organization/role.ts';
import { reportQuery, reportSchema } from '#wire/report.ts';
import {
  reportBands,
  reportColumnCounts,
  reportMembers,
  reportTemplates,
  reportTotals,
  reportWaiting,
} from '#server/db/list/report.ts';
import { readTransaction } from '#server/db/client/transaction.ts';
import { sessionProcedure } from '#server/trpc/audience.ts';

/** Counts what was sent within a period and what became of it: a person's own, or everyone's for those who administer. */
export const readReport = sessionProcedure
  .input(reportQuery)
  .output(reportSchema)
  .query(async ({ ctx: { services, session, member }, input: { days, mine } }) => {
    if (!mine && !may(session.role, 'administer')) throw refusal('forbidden');
    await services.rates.heavy.take(session.user.id);
    const now = services.clock();
    const unit = reportUnit(days);
    const from = reportStart(days, now);
    const { organizationId } = member;
    const scope = {
      ...{ organizationId, senderUserId: mine ? session.user.id : null },
      ...{ from, to: new Date(now.getTime() + 1) },
    };
    const earlier = { ...scope, from: reportStart(2 * days, now), to: from };
    return await readTransaction(services.db, { organizationId }, async (tx) => {
      const [totals, before, counts, bands, waiting, templates, members] = await Promise.all([
        reportTotals(tx, scope),
        reportTotals(tx, earlier),
        reportColumnCounts(tx, scope, unit),
        reportBands(tx, scope),
        reportWaiting(tx, scope),
        reportTemplates(tx, scope),
        mine ? [] : reportMembers(tx, scope),
      ]);
      const none = { completed: 0, waiting: 0, notCompleted: 0 };
      return {
        ...{ from: from.toISOString().slice(0, 10), to: now.toISOString().slice(0, 10), unit },
        ...{ now: totals, before, bands, templates, members },
        columns: reportColumns(from, now, unit).map((day) => ({
          ...{ day, ...none },
          ...counts.find((one) => one.day === day),
        })),
        waitingLongest: waiting.map((one) => ({ ...one, sentAt: one.sentAt?.toISOString() ?? '' })),
      };
    });
  });
