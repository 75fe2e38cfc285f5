import { z } from 'zod';
import { readTransaction } from '#server/db/client/transaction.ts';
import { readWebhookHealth } from '#server/db/webhooks/webhook-health.ts';
import { memberProcedure } from '#server/trpc/audience.ts';

const count = z.int();

/**
 * Returns how the organization's webhooks did in the last seven days. Each of these days starts at the
 * present time of day.
 */
export const getWebhookHealth = memberProcedure('administer')
  .input(z.strictObject({}))
  .output(
    z.array(
      z.object({
        webhookId: z.string(),
        lastEventAt: z.string().nullable(),
        typicalMs: count.nullable(),
        days: z.array(z.object({ delivered: count, waiting: count, gaveUp: count })),
      }),
    ),
  )
  .query(async ({ ctx: { services, member } }) => {
    const { organizationId } = member;
    const health = await readTransaction(services.db, { organizationId }, (tx) =>
      readWebhookHealth(tx, organizationId, services.clock()),
    );
    return health.map((one) => ({ ...one, days: [...one.days] }));
  });
