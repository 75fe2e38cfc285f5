import { z } from 'zod';
import { createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { toWireWebhook, webhookWithSecretSchema, type WireWebhookWithSecret } from '#wire/webhook.ts';
import { createWebhookSecret, sealWebhookSecret } from '#server/crypto/webhook-secret.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { lockWebhook, updateWebhook } from '#server/db/webhooks/webhooks.ts';
import { recordAction } from '#server/trpc/administration.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { runOnce } from '#server/trpc/idempotency.ts';
import { withSecret } from './create.ts';

/** Replaces a webhook's secret. For a day, messages are also signed with the previous one. */
export const rotateWebhookSecret = memberProcedure('administer')
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/v1/webhooks/{id}/rotate-secret',
      tags: ['Webhooks'],
      summary: 'Rotate the secret of a webhook',
      description:
        'Only this response contains the new secret. For 24 hours, messages carry signatures of both the new and the previous secret, so you can switch at any time. Rotating again during this time ends the older secret immediately.',
    },
    rest: { idempotency: 'stored', errors: ['not_found'] },
  })
  .input(z.strictObject({ id: createPathIdSchema('webhook') }))
  .output(webhookWithSecretSchema)
  .mutation(async ({ ctx, input: { id } }) => {
    const { services, member } = ctx;
    const { organizationId } = member;
    return await runOnce<WireWebhookWithSecret>(ctx, {
      operation: 'rotate-webhook-secret',
      run: (finish) =>
        transaction(services.db, { organizationId }, async (tx) => {
          const stored = await lockWebhook(tx, organizationId, id);
          if (stored === null) throw createRefusal('not_found');
          const now = services.clock();
          const ends = new Date(now.getTime() + LIMITS.webhookSecretOverlapMs);
          const secret = createWebhookSecret();
          const secretBox = sealWebhookSecret(services.config.secretKeys.current, secret);
          const webhook = {
            ...stored.webhook,
            previousSecretExpiresAt: ends.toISOString(),
            updatedAt: now.toISOString(),
          };
          const secrets = { current: secretBox, previous: stored.secrets.current };
          await updateWebhook(tx, { webhook, secrets });
          const subject = { id, name: webhook.url };
          await recordAction(tx, ctx, { action: 'webhook.secret_rotated', subject });
          const answer = toWireWebhook(webhook);
          await finish(tx, { answer, secretBox });
          return { ...answer, secret };
        }),
      replay: withSecret(services),
    });
  });
