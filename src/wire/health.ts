import { z } from 'zod';

const check = z.enum(['ok', 'failing']);

/** Whether the service and what it needs are there. */
export const healthSchema = z
  .object({
    status: z.enum(['ok', 'degraded']),
    version: z.string(),
    checks: z.object({ database: check, storage: check, jobs: check, mail: check }),
  })
  .meta({ id: 'Health' });
export type Health = z.infer<typeof healthSchema>;
