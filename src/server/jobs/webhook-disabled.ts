import type { EffectPayloads } from '#domain/effects.ts';
import { DEFAULT_LANGUAGE } from '#domain/language.ts';
import { buildBranding } from '#server/organizations/branding.ts';
import { readOrganization } from '#server/db/organizations/organizations.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { readOwners } from '#server/db/accounts/users.ts';
import { readWebhook } from '#server/db/webhooks/webhooks.ts';
import { MAIL_TEMPLATES } from '#server/mail/templates.ts';
import type { Services } from '#server/runtime/services.ts';
import { sendToAll } from './send-to-all.ts';

type Payload = EffectPayloads['svc/webhook.disabled'];

/**
 * Emails the organization's owners that the service has disabled a webhook, unless the webhook has been
 * enabled again.
 */
export async function sendWebhookDisabledEmail(
  services: Services,
  { organizationId, webhookId }: Payload,
  lastAttempt: boolean,
): Promise<void> {
  const read = await transaction(services.db, { organizationId }, async (tx) => ({
    webhook: (await readWebhook(tx, organizationId, webhookId))?.webhook,
    organization: await readOrganization(tx, organizationId),
    owners: await readOwners(tx, organizationId),
  }));
  const { webhook, organization, owners } = read;
  if (webhook === undefined) return;
  const { disabledReason: why, disabledAt, url } = webhook;
  if (why === null || disabledAt === null) return;
  await sendToAll(services, owners, ({ id, name, locale }) => ({
    organizationId,
    rendered: MAIL_TEMPLATES['webhook-disabled']({
      branding: buildBranding(services, organization),
      language: locale ?? DEFAULT_LANGUAGE,
      recipientName: name,
      organizationName: organization.name,
      ...{ url, why },
      link: `${services.config.http.origin}/settings/webhooks/${webhookId}`,
    }),
    identifier: `${webhookId}.disabled-${Date.parse(disabledAt)}.${id}`,
    record: { about: 'webhook', lastAttempt },
  }));
}
