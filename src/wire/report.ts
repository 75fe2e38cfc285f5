import { z } from 'zod';
import { REPORT_DAYS } from '#domain/envelope/report.ts';
import { day, timestamp } from './text.ts';

const count = z.int().min(0);
const dayShown = z.string().describe('YYYY-MM-DD.');
const seconds = z.number().nullable();
const outcomes = { completed: count, waiting: count, notCompleted: count };

/** Whether the report counts only the envelopes that the person sent themselves. */
const mine = z.boolean();

export const reportQuery = z.union([
  z.strictObject({ days: z.union(REPORT_DAYS.map((days) => z.literal(days))), mine }),
  z.strictObject({ from: day, to: day, mine }),
]);

/** What an organization sent within a period, and the outcome. Times run from sending to completion. */
export const reportSchema = z.object({
  /** Where the report's days begin: the reader's time zone as an IANA name, or UTC. */
  timeZone: z.string(),
  from: dayShown,
  to: dayShown,
  unit: z.enum(['day', 'week', 'month']),
  now: z.object({ sent: count, ...outcomes, declined: count, medianSeconds: seconds, slowSeconds: seconds }),
  /** The preceding period of the same length. */
  before: z.object({
    ...{ sent: count, completed: count, declined: count },
    ...{ medianSeconds: seconds, slowSeconds: seconds },
  }),
  columns: z.array(z.object({ day: dayShown, ...outcomes })),
  /** The number of completed envelopes by the time they took, in the bands of `TIME_BANDS_HOURS`. */
  bands: z.array(count),
  waitingLongest: z.array(
    z.object({ id: z.string(), name: z.string(), people: z.array(z.string()), sentAt: timestamp }),
  ),
  templates: z.array(
    z.object({
      id: z.string().nullable(),
      name: z.string().nullable(),
      sent: count,
      completed: count,
      medianSeconds: seconds,
    }),
  ),
  /** The numbers of each member. Empty if the report counts only the person's own envelopes. */
  members: z.array(z.object({ name: z.string(), sent: count, completed: count, medianSeconds: seconds })),
});
export type Report = z.infer<typeof reportSchema>;
