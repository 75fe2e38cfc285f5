import { z } from 'zod';
import { createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import {
  createWebhookBody,
  toWireWebhook,
  webhookWithSecretSchema,
  type WireWebhookWithSecret,
} from '#wire/webhook.ts';
import { createWebhookSecret, openWebhookSecret, sealWebhookSecret } from '#server/crypto/webhook-secret.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { countWebhooks, insertWebhook } from '#server/db/webhooks/webhooks.ts';
import { recordAction } from '#server/trpc/administration.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { runOnce } from '#server/trpc/idempotency.ts';
import type { Services } from '#server/runtime/services.ts';
import { requireTarget } from './target.ts';

/** Creates a webhook. Only this response contains its secret. */
export const createWebhook = memberProcedure('administer')
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/v1/webhooks',
      tags: ['Webhooks'],
      summary: 'Create a webhook',
      description:
        'Registers a URL that receives events as they happen, in messages signed according to Standard Webhooks. Only this response contains the secret that verifies them. An organization can have 50 webhooks; creating another returns 409 `invalid_state`.',
    },
    rest: { success: 201, idempotency: 'stored', errors: ['invalid_state'] },
  })
  .input(z.strictObject(createWebhookBody))
  .output(webhookWithSecretSchema)
  .mutation(async ({ ctx, input }) => {
    const { services, member } = ctx;
    const { organizationId } = member;
    requireTarget(services, input.url);
    return await runOnce<WireWebhookWithSecret>(ctx, {
      operation: 'create-webhook',
      run: (finish) =>
        transaction(services.db, { organizationId }, async (tx) => {
          if ((await countWebhooks(tx, organizationId)) >= LIMITS.webhooksMax) throw createTooManyRefusal();
          const now = services.clock().toISOString();
          const enabled = input.enabled ?? true;
          const webhook: Webhook = {
            id: services.newId('webhook'),
            organizationId,
            url: input.url,
            description: input.description ?? null,
            events: input.events ?? null,
            enabled,
            disabledReason: null,
            disabledAt: enabled ? null : now,
            failingSince: null,
            previousSecretExpiresAt: null,
            createdAt: now,
            updatedAt: now,
          };
          const secret = createWebhookSecret();
          const secretBox = sealWebhookSecret(services.config.secretKeys.current, secret);
          const answer = toWireWebhook(webhook);
          await insertWebhook(tx, { webhook, secrets: { current: secretBox, previous: null } });
          const subject = { id: webhook.id, name: webhook.url };
          await recordAction(tx, ctx, { action: 'webhook.created', subject });
          // The response is stored for replays, with its secret encrypted.
          await finish(tx, { answer, secretBox });
          return { ...answer, secret };
        }),
      replay: withSecret(services),
    });
  });

/** Replays a response whose secret is stored encrypted. */
export function withSecret({ config }: Pick<Services, 'config'>) {
  return {
    kind: 'stored',
    keep: (finished: unknown) => finished,
    answer: (kept: unknown) => {
      const { answer, secretBox } = keptAnswer.parse(kept);
      return { ...answer, secret: openWebhookSecret(config.secretKeys, secretBox) };
    },
  } as const;
}

const keptAnswer = z.object({ answer: z.record(z.string(), z.unknown()), secretBox: z.string() });

function createTooManyRefusal() {
  return createRefusal('invalid_state', { webhooksMax: LIMITS.webhooksMax }, REFUSAL_MESSAGES.webhooks_full);
}
