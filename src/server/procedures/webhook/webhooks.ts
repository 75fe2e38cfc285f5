import { z } from 'zod';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import { changeWebhook } from '#domain/webhook/change.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import {
  changeWebhookBody,
  createWebhookBody,
  toWireWebhook,
  webhookSchema,
  webhookWithSecretSchema,
  type WireWebhookWithSecret,
} from '#wire/webhook.ts';
import { createWebhookSecret, openWebhookSecret, sealWebhookSecret } from '#server/crypto/webhook-secret.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { transaction } from '#server/db/client/transaction.ts';
import {
  countWebhooks,
  insertWebhook,
  lockWebhook,
  protectWebhook,
  readWebhook,
  listWebhooks as readWebhooks,
  deleteWebhook as removeWebhook,
  updateWebhook as writeWebhook,
} from '#server/db/webhooks/webhooks.ts';
import { findTargetProblem } from '#server/outbound/target.ts';
import type { Services } from '#server/runtime/services.ts';
import { recordAction } from '#server/trpc/administration.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { runOnce } from '#server/trpc/idempotency.ts';
import { requireOwnWebhook } from '../own-limits.ts';

export const listWebhooks = memberProcedure('administer')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/webhooks',
      tags: ['Webhooks'],
      summary: 'List webhooks',
      description: 'Returns all webhooks of the organization, oldest first.',
    },
    rest: { errors: [] },
  })
  .input(z.strictObject({}))
  .output(z.object({ items: z.array(webhookSchema) }))
  .query(async ({ ctx: { services, member } }) => {
    const { organizationId } = member;
    const webhooks = await transaction(services.db, { organizationId }, (tx) =>
      readWebhooks(tx, organizationId),
    );
    return { items: webhooks.map(toWireWebhook) };
  });

/** Creates a webhook. Only this response contains its secret. */
export const createWebhook = memberProcedure('administer')
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/v1/webhooks',
      tags: ['Webhooks'],
      summary: 'Create a webhook',
      description:
        'Registers a URL that receives events as they happen, in messages signed according to Standard Webhooks. Only this response contains the secret that verifies them. A webhook of a key that works from some networks only sends to these. An organization can have 50 webhooks; creating another returns 409 `invalid_state`.',
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
            createdBy: member.sender.userId,
            createdWith: member.apiKeyId,
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

const keptAnswer = z.object({ answer: z.record(z.string(), z.unknown()), secretBox: z.string() });

export const getWebhook = memberProcedure('administer')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/webhooks/{id}',
      tags: ['Webhooks'],
      summary: 'Get a webhook',
      description: 'Returns the webhook without its secret.',
    },
    rest: { errors: ['not_found'] },
  })
  .input(z.strictObject({ id: createPathIdSchema('webhook') }))
  .output(webhookSchema)
  .query(async ({ ctx: { services, member }, input }) => {
    const { organizationId } = member;
    const stored = await transaction(services.db, { organizationId }, (tx) =>
      readWebhook(tx, organizationId, input.id),
    );
    if (stored === null) throw createRefusal('not_found');
    return toWireWebhook(stored.webhook);
  });

export const updateWebhook = memberProcedure('administer')
  .meta({
    openapi: {
      method: 'PATCH',
      path: '/api/v1/webhooks/{id}',
      tags: ['Webhooks'],
      summary: 'Update a webhook',
      description:
        'Changes the properties you send. Disabling a webhook cancels its pending deliveries; enabling it clears the reason it was disabled. Enabling it and changing its URL make it yours: it is disabled once you, or the key that you use, lose access. A key can only change webhooks that are limited like itself. Events that happen while it is disabled are not delivered later.',
    },
    rest: { errors: ['not_found'] },
  })
  .input(z.strictObject({ id: createPathIdSchema('webhook'), ...changeWebhookBody }))
  .output(webhookSchema)
  .mutation(async ({ ctx, input: { id, url, description, events, enabled } }) => {
    const { services, member } = ctx;
    const { organizationId } = member;
    if (url !== undefined) requireTarget(services, url);
    const change = {
      ...(url === undefined ? {} : { url }),
      ...(description === undefined ? {} : { description }),
      ...(events === undefined ? {} : { events }),
      ...(enabled === undefined ? {} : { enabled }),
    };
    const webhook = await transaction(services.db, { organizationId }, async (tx) => {
      const stored = await lockWebhook(tx, organizationId, id);
      if (stored === null) throw createRefusal('not_found');
      await requireOwnWebhook(tx, member, stored.webhook);
      const changer = { createdBy: member.sender.userId, createdWith: member.apiKeyId };
      const changed = changeWebhook(stored.webhook, change, services.clock().toISOString(), changer);
      await writeWebhook(tx, { ...stored, webhook: changed });
      await recordAction(tx, ctx, {
        action: 'webhook.changed',
        subject: { id, name: changed.url },
        details: { changed: Object.keys(change).join(', ') },
      });
      return changed;
    });
    return toWireWebhook(webhook);
  });

export const deleteWebhook = memberProcedure('administer')
  .meta({
    openapi: {
      method: 'DELETE',
      path: '/api/v1/webhooks/{id}',
      tags: ['Webhooks'],
      summary: 'Delete a webhook',
      description: 'Deletes the webhook and its deliveries. Pending deliveries are canceled.',
    },
    rest: { success: 204, errors: ['not_found'] },
  })
  .input(z.strictObject({ id: createPathIdSchema('webhook') }))
  .output(z.undefined())
  .mutation(async ({ ctx, input: { id } }) => {
    const { organizationId } = ctx.member;
    await transaction(ctx.services.db, { organizationId }, async (tx) => {
      const deleted = await removeWebhook(tx, organizationId, id);
      if (deleted === null) throw createRefusal('not_found');
      const subject = { id, name: deleted.url };
      await recordAction(tx, ctx, { action: 'webhook.deleted', subject });
    });
  });

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
          await requireOwnWebhook(tx, member, stored.webhook);
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
          await writeWebhook(tx, { webhook, secrets });
          const subject = { id, name: webhook.url };
          await recordAction(tx, ctx, { action: 'webhook.secret_rotated', subject });
          const answer = toWireWebhook(webhook);
          await finish(tx, { answer, secretBox });
          return { ...answer, secret };
        }),
      replay: withSecret(services),
    });
  });

/** Locks an enabled webhook for the transaction. Refuses with `not_found` and `invalid_state`. */
export async function requireEnabledWebhook(
  tx: Transaction,
  organizationId: string,
  id: string,
): Promise<Webhook> {
  const stored = await protectWebhook(tx, organizationId, id);
  if (stored === null) throw createRefusal('not_found');
  if (!stored.webhook.enabled)
    throw createRefusal('invalid_state', { status: 'disabled' }, REFUSAL_MESSAGES.webhook_disabled);
  return stored.webhook;
}

/** Replays a response whose secret is stored encrypted. */
function withSecret({ config }: Pick<Services, 'config'>) {
  return {
    kind: 'stored',
    keep: (finished: unknown) => finished,
    answer: (kept: unknown) => {
      const { answer, secretBox } = keptAnswer.parse(kept);
      return { ...answer, secret: openWebhookSecret(config.secretKeys, secretBox) };
    },
  } as const;
}

function createTooManyRefusal() {
  return createRefusal('invalid_state', { webhooksMax: LIMITS.webhooksMax }, REFUSAL_MESSAGES.webhooks_full);
}

/**
 * Refuses a URL that can obviously never be reached. Each delivery checks the addresses that its host
 * resolves to.
 */
function requireTarget(services: Pick<Services, 'config'>, url: string): void {
  const problem = findTargetProblem(services.config.outbound, url);
  if (problem !== null) throw createInvalidRefusal([{ path: '/url', message: problem.message }]);
}
