import type { EffectPayloads } from '#domain/effects.ts';
import { DEFAULT_LANGUAGE } from '#domain/language.ts';
import { buildBranding } from '#server/organizations/branding.ts';
import { readOrganization } from '#server/db/organizations/organizations.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { readOwners } from '#server/db/accounts/users.ts';
import { readWebhook } from '#server/db/webhooks/webhooks.ts';
import { formatMessageId, getOwnMailbox } from '#server/mail/message.ts';
import { MAIL_TEMPLATES } from '#server/mail/templates.ts';
import type { Services } from '#server/runtime/services.ts';

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
  if (webhook === undefined || webhook.disabledReason === null || webhook.disabledAt === null) return;
  const from = getOwnMailbox(services.config.mail);
  let unsent: string | null = null;
  for (const { id, name, email, locale } of owners) {
    const rendered = MAIL_TEMPLATES['webhook-disabled']({
      branding: buildBranding(services, organization),
      language: locale ?? DEFAULT_LANGUAGE,
      recipientName: name,
      organizationName: organization.name,
      url: webhook.url,
      why: webhook.disabledReason,
      link: `${services.config.http.origin}/settings/webhooks/${webhookId}`,
    });
    const identifier = `${webhookId}.disabled-${Date.parse(webhook.disabledAt)}.${id}`;
    const verdict = await services.mail.send({
      organizationId,
      to: { name, email },
      from,
      replyTo: null,
      ...rendered,
      messageId: formatMessageId(identifier, from),
      record: { about: 'webhook', lastAttempt },
      headers: {},
    });
    if (verdict.accepted) continue;
    if (verdict.permanent)
      services.log.warn({ identifier, response: verdict.response }, 'email to an owner rejected');
    else unsent = `email ${identifier} was not accepted: ${verdict.response}`;
  }
  // A retry emails everyone again, with the same Message-IDs.
  if (unsent !== null) throw new Error(unsent);
}
