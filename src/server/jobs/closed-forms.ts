import type { EffectPayloads } from '#domain/effects.ts';
import { DEFAULT_LANGUAGE } from '#domain/language.ts';
import { getShownName } from '#domain/organization/shown-name.ts';
import { insertAdministrativeAction } from '#server/db/organizations/administrative-actions.ts';
import { announceClosedForm } from '#domain/template/form.ts';
import { readUser } from '#server/db/accounts/users.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { readOrganization } from '#server/db/organizations/organizations.ts';
import { readForm, takeClosedForm } from '#server/db/templates/forms.ts';
import { readTemplate } from '#server/db/templates/templates.ts';
import { MAIL_TEMPLATES } from '#server/mail/templates.ts';
import { buildBranding } from '#server/organizations/branding.ts';
import type { Services } from '#server/runtime/services.ts';
import { findDeciders } from './deciders.ts';
import { sendToAll } from './send-to-all.ts';

/**
 * Records in the audit log that forms closed because their publishers lost the right to send, and asks for
 * the emails. The database closes them in the transaction in which the right ends.
 */
export async function announceClosedForms(
  services: Services,
  closed: readonly { readonly organizationId: string; readonly id: string }[],
): Promise<void> {
  for (const { organizationId, id } of closed)
    await transaction(services.db, { organizationId }, async (tx) => {
      const form = await takeClosedForm(tx, id);
      const graph = form === null ? null : await readTemplate(tx, organizationId, form.templateId);
      if (form === null || form.closedReason === null || graph === null) return;
      await insertAdministrativeAction(tx, {
        id: services.newId('administrativeAction'),
        ...{ organizationId, actorId: null, actorName: 'Countersign', action: 'template.form_closed' },
        ...{ subjectId: form.templateId, subjectName: graph.template.name },
        details: { reason: form.closedReason },
        occurredAt: services.clock(),
        ...{ ipAddress: null, userAgent: null },
      });
      await services.queue.enqueue(tx, [announceClosedForm(organizationId, id)]);
    });
}

/** Emails the people who can decide that the service closed a form, unless it was published again. */
export async function sendFormClosedEmail(
  services: Services,
  { organizationId, formId }: EffectPayloads['svc/form.closed'],
  lastAttempt: boolean,
): Promise<void> {
  const found = await transaction(services.db, { organizationId }, async (tx) => {
    const form = await readForm(tx, formId);
    const graph = form === null ? null : await readTemplate(tx, organizationId, form.templateId);
    if (form === null || graph === null) return null;
    const deciders = await findDeciders(tx, graph.template, null);
    return { form, ...graph, ...deciders, organization: await readOrganization(tx, organizationId) };
  });
  if (found === null) return;
  const { form, template, people, seesIt, organization } = found;
  const { closedReason: why, closedAt } = form;
  if (why === null || closedAt === null) return;
  const publisher = await readUser(services.db.drizzle, form.createdBy);
  const { origin } = services.config.http;
  await sendToAll(services, people, ({ id, name, locale }) => ({
    organizationId,
    rendered: MAIL_TEMPLATES['form-closed']({
      branding: buildBranding(services, organization),
      language: locale ?? DEFAULT_LANGUAGE,
      recipientName: name,
      organizationName: getShownName(organization),
      who: publisher?.name ?? '–',
      why,
      form: seesIt ? template.name : null,
      page: seesIt ? `${origin}/templates/${template.id}` : `${origin}/settings/teams`,
    }),
    identifier: `${formId}.closed-${closedAt.getTime()}.${id}`,
    record: { about: 'form', lastAttempt },
  }));
}
