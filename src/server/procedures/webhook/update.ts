import { z } from 'zod';
import { createRefusal } from '#domain/errors.ts';
import { changeWebhook } from '#domain/webhook/change.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { changeWebhookBody, toWireWebhook, webhookSchema } from '#wire/webhook.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { lockWebhook, updateWebhook as writeWebhook } from '#server/db/webhooks/webhooks.ts';
import { recordAction } from '#server/trpc/administration.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { requireTarget } from './target.ts';

export const updateWebhook = memberProcedure('administer')
  .meta({
    openapi: {
      method: 'PATCH',
      path: '/api/v1/webhooks/{id}',
      tags: ['Webhooks'],
      summary: 'Update a webhook',
      description:
        'Changes the properties you send. Disabling a webhook cancels its pending deliveries; enabling it clears the reason it was disabled. Events that happen while it is disabled are not delivered later.',
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
      const changed = changeWebhook(stored.webhook, change, services.clock().toISOString());
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
