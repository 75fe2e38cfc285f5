import { z } from 'zod';

const check = z.enum(['ok', 'failing']);

/** The state of the service and its dependencies. */
export const healthSchema = z
  .object({
    status: z.enum(['ok', 'degraded']).meta({ examples: ['ok'] }),
    version: z.string().meta({ examples: ['0.1.0'] }),
    checks: z.object({
      database: check,
      replica: check.describe(
        'Whether lists are read from the database replica. ok if none is configured. Without it, lists come from the primary.',
      ),
      storage: check,
      jobs: check,
      mail: check,
      log: check,
      timestamps: check,
      sealKey: z.enum(['ok', 'expiring', 'failing']),
      backlog: check.describe('Whether no job is due for more than ten minutes.'),
      seals: check.describe('Whether no completed envelope waits because sealing it failed.'),
      clock: check.describe(
        "Whether this process's clock is within 30 seconds of the database's, and the time server's if there is one.",
      ),
    }),
  })
  .meta({ id: 'Health' });
export type Health = z.infer<typeof healthSchema>;
