import { z } from 'zod';
import { findLoss } from '#domain/organization/may-still.ts';
import { createArchivedRefusal } from '#domain/template/archive.ts';
import { validateForm } from '#domain/template/form.ts';
import { getTemplateVariables } from '#domain/template/variables.ts';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { formAnswer, formBody, formRecipients, type WireTemplateForm } from '#wire/template-form.ts';
import { lockMember } from '#server/db/accounts/members.ts';
import { deleteForm, putForm, readTemplateForm, type Form } from '#server/db/templates/forms.ts';
import { lockTemplate, readTemplate } from '#server/db/templates/templates.ts';
import { loadTemplate } from '#server/db/templates/change-template.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { lockTeamAccess } from '#server/db/organizations/teams.ts';
import { findCrowdedFields } from '#server/envelopes/long-values.ts';
import { recordAction } from '#server/trpc/administration.ts';
import { memberProcedure, type Member } from '#server/trpc/audience.ts';
import type { Services } from '#server/runtime/services.ts';

const path = '/api/v1/templates/{id}/form' as const;
const id = createPathIdSchema('template');

/** Returns a template's form. */
export const getTemplateForm = memberProcedure('read')
  .meta({
    openapi: {
      method: 'GET',
      path,
      tags: ['Templates'],
      summary: 'Get the public form',
      description: 'Returns how the template is published; 404 if it never was.',
    },
    rest: { errors: ['not_found'] },
    agent: { scopes: ['templates:read'], rest: true },
  })
  .input(z.strictObject({ id }))
  .output(formAnswer)
  .query(async ({ ctx: { services, member }, input }) => {
    const { organizationId } = member;
    const form = await transaction(services.db, { organizationId }, (tx) => readTemplateForm(tx, input.id));
    if (form === null) throw createRefusal('not_found');
    return toWireForm(services, form);
  });

/** Publishes a template, or changes how it is published. */
export const putTemplateForm = memberProcedure('send')
  .meta({
    openapi: {
      method: 'PUT',
      path,
      tags: ['Templates'],
      summary: 'Publish a form',
      description:
        'Anyone with the link gives a name and an email address, proves the address by an emailed code, fills in their role and signs. The other roles follow. You are the sender. The link stays the same when you change the settings.',
    },
    rest: { errors: ['not_found', 'invalid_state'] },
    agent: { scopes: ['templates:write', 'envelopes:send'], rest: true },
  })
  .input(z.strictObject({ id, ...formBody }))
  .output(formAnswer)
  .mutation(async ({ ctx, input }) => {
    const { services, member } = ctx;
    const { organizationId, sender } = member;
    const now = services.clock();
    const crowded = await findCrowdedFields(services, await loadTemplate(services, organizationId, input.id));
    return await transaction(services.db, { organizationId }, async (tx) => {
      const template = await lockForPublisher(tx, member, input.id);
      if (template.template.archivedAt !== null) throw createArchivedRefusal();
      const before = await readTemplateForm(tx, input.id);
      const { enabled, roleApiName, recipients = {}, expiresAt = null, maxUses = null } = input;
      const allowedDomains = input.allowedDomains ?? null;
      const uses = before?.uses ?? 0;
      const settings = { roleApiName, expiresAt, maxUses, allowedDomains, recipients };
      const issues = validateForm(template.roles, settings, {
        uses,
        now: now.toISOString(),
        hasVariables: getTemplateVariables(template).length > 0,
      });
      if (issues.length + crowded.length > 0) throw createInvalidRefusal([...issues, ...crowded]);
      const form: Form = {
        ...{ enabled, roleApiName, maxUses, allowedDomains, recipients, uses, organizationId },
        thankYou: input.thankYou ? { text: input.thankYou.text, url: input.thankYou.url ?? null } : null,
        id: before?.id ?? services.newId('templateForm'),
        templateId: input.id,
        expiresAt: expiresAt === null ? null : new Date(expiresAt),
        createdBy: sender.userId,
        createdAt: before?.createdAt ?? now,
        // The person who saves the form becomes the one whose rights decide whether it's open.
        ...{ closedReason: null, closedAt: null, isDue: false },
        updatedAt: now,
      };
      await putForm(tx, form);
      const subject = { id: input.id, name: template.template.name };
      await recordAction(tx, ctx, { action: 'template.form_published', subject });
      return toWireForm(services, form);
    });
  });

/** Ends a template's form. Envelopes that were sent with it go on. */
export const deleteTemplateForm = memberProcedure('send')
  .meta({
    openapi: {
      method: 'DELETE',
      path,
      tags: ['Templates'],
      summary: 'Delete the public form',
      description: 'The link stops working for good. Envelopes that were sent with it go on.',
    },
    rest: { success: 204, errors: ['not_found'] },
    agent: { scopes: ['templates:write'], rest: true },
  })
  .input(z.strictObject({ id }))
  .output(z.void())
  .mutation(async ({ ctx, input }) => {
    const { services, member } = ctx;
    const { organizationId } = member;
    await transaction(services.db, { organizationId }, async (tx) => {
      const template = await readTemplate(tx, organizationId, input.id);
      if (template === null || !(await deleteForm(tx, input.id))) throw createRefusal('not_found');
      const subject = { id: input.id, name: template.template.name };
      await recordAction(tx, ctx, { action: 'template.form_deleted', subject });
    });
  });

/**
 * Locks and returns a template that the caller publishes. If their right to it ends at this moment, that happens
 * either before, or afterwards together with the form.
 */
async function lockForPublisher(tx: Transaction, { organizationId, sender }: Member, id: string) {
  const found = await readTemplate(tx, organizationId, id);
  const person = await lockMember(tx, organizationId, sender.userId);
  const requireAccess = async (read: typeof found): Promise<NonNullable<typeof found>> => {
    const seesTeam = read !== null && (await lockTeamAccess(tx, read.template.teamId, sender.userId));
    if (!seesTeam) throw createRefusal('not_found');
    if (findLoss({ role: person?.role ?? null }, { kind: 'send', seesTeam }) !== null)
      throw createRefusal('forbidden');
    return read;
  };
  const { teamId } = (await requireAccess(found)).template;
  await lockTemplate(tx, organizationId, id);
  const locked = await readTemplate(tx, organizationId, id);
  // Somebody may have moved it to another team.
  return locked?.template.teamId === teamId ? locked : await requireAccess(locked);
}

function toWireForm({ config }: Pick<Services, 'config'>, form: Form): WireTemplateForm {
  const { enabled, roleApiName, expiresAt, maxUses, uses, allowedDomains, recipients, closedReason } = form;
  const { thankYou } = form;
  return {
    url: `${config.http.webOrigin}/forms/${form.id}`,
    ...{ enabled, roleApiName, maxUses, uses, allowedDomains, closedReason, thankYou },
    closedAt: form.closedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
    recipients: formRecipients.parse(recipients),
  };
}
