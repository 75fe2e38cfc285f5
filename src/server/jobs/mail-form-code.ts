import type { EffectPayloads } from '#domain/effects.ts';
import { DEFAULT_LANGUAGE } from '#domain/language.ts';
import { getShownName } from '#domain/organization/shown-name.ts';
import { readOrganization } from '#server/db/organizations/organizations.ts';
import { readForm, readFormStart } from '#server/db/templates/forms.ts';
import { readTemplate } from '#server/db/templates/templates.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { deriveCode } from '#server/envelopes/sent-code.ts';
import { MAIL_TEMPLATES } from '#server/mail/templates.ts';
import { buildBranding } from '#server/organizations/branding.ts';
import type { Services } from '#server/runtime/services.ts';
import { deliverOrGiveUp } from './account.ts';

/**
 * Emails the code that proves the address of someone filling in a form, unless it was used or has expired.
 */
export async function sendFormCodeEmail(
  services: Services,
  { organizationId, startId }: EffectPayloads['svc/form.code_requested'],
  lastAttempt: boolean,
): Promise<void> {
  const found = await transaction(services.db, { organizationId }, async (tx) => {
    const start = await readFormStart(tx, startId);
    const form = start === null ? null : await readForm(tx, start.formId);
    const graph = form === null ? null : await readTemplate(tx, organizationId, form.templateId);
    return { start, graph, organization: await readOrganization(tx, organizationId) };
  });
  const { start, graph, organization } = found;
  if (start === null || graph === null || start.confirmedAt !== null) return;
  if (start.expiresAt.getTime() <= services.clock().getTime()) return;
  const rendered = MAIL_TEMPLATES['form-code']({
    branding: buildBranding(services, organization),
    language: start.language ?? DEFAULT_LANGUAGE,
    organizationName: getShownName(organization),
    documentName: graph.template.name,
    code: deriveCode(start.codeNonce, services.config.secretKeys.current.key),
  });
  // A name given by someone who has proved nothing is never sent to another person's mailbox.
  const to = { name: '', email: start.email };
  const mail = { organizationId, to, sender: null, rendered, identifier: startId, isCode: true };
  await deliverOrGiveUp(services, { ...mail, about: { about: 'account' } }, lastAttempt);
}
