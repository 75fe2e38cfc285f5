import { z } from 'zod';

const check = z.enum(['ok', 'failing']);

/** The state of the service and its dependencies. */
export const healthSchema = z
  .object({
    status: z.enum(['ok', 'degraded']),
    version: z.string(),
    checks: z.object({ database: check, storage: check, jobs: check, mail: check }),
  })
  .meta({ id: 'Health' });
export type Health = z.infer<typeof healthSchema>;
