import { z } from 'zod';
import { retryFailedJobs } from '#server/db/housekeeping/queued-jobs.ts';
import { operatorProcedure } from '#server/trpc/audience.ts';

/** Gives one failed job, or all of them, one more attempt. */
export const retryJobs = operatorProcedure
  .input(z.strictObject({ id: z.uuid().optional() }))
  .output(z.object({ retried: z.int() }))
  .mutation(async ({ ctx: { services, operator }, input: { id } }) => {
    const retried = await retryFailedJobs(services.db, id === undefined ? 'all' : { id });
    services.log.info({ userId: operator.id, jobId: id, retried }, 'failed jobs are tried again');
    return { retried };
  });
