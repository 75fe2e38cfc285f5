import { z } from 'zod';
import { findDocument, type EnvelopeDocument } from '#domain/envelope/graph.ts';
import { createRefusal } from '#domain/errors.ts';
import { refuseSending, determineStanding } from '#domain/organization/sending/standing.ts';
import { FORM_STATES, FORM_TURNS, listFormPeople, isReadableByAll } from '#domain/template/form.ts';
import { formRecipients } from '#wire/template-form.ts';
import { brandingSchema } from '#wire/signer-view.ts';
import { timestamp } from '#wire/text.ts';
import type { Services } from '#server/runtime/services.ts';
import { readUser } from '#server/db/accounts/users.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { readOrganization } from '#server/db/organizations/organizations.ts';
import { loadTemplate } from '#server/db/templates/change-template.ts';
import { formatDocumentFilename, serveFile } from '#server/document/serve.ts';
import { buildBranding } from '#server/organizations/branding.ts';
import { visitorProcedure } from '#server/trpc/audience.ts';
import { loadForm, getCurrentFormState } from './load-form.ts';

const formInput = z.strictObject({ id: z.string().max(100) });

/** Returns what a public form shows before it asks for anything. */
export const viewForm = visitorProcedure
  .input(formInput)
  .output(
    z.object({
      state: z.enum(FORM_STATES),
      name: z.string(),
      expiresAt: timestamp.nullable(),
      branding: brandingSchema,
      /** What people can read before they say who they are; null if reading requires an accepted address. */
      preview: z
        .object({
          pageCount: z.int().nullable(),
          message: z.string().nullable(),
          people: z.array(z.object({ name: z.string().nullable(), turn: z.enum(FORM_TURNS) })),
        })
        .nullable(),
    }),
  )
  .query(async ({ ctx: { services }, input }) => {
    const { form, graph, organization, state, readable } = await loadOffer(services, input.id);
    const { template, roles } = graph;
    const recipients = formRecipients.parse(form.recipients);
    const sender = readable === null ? null : await readUser(services.db.drizzle, form.createdBy);
    return {
      state,
      name: template.name,
      expiresAt: form.expiresAt?.toISOString() ?? null,
      branding: buildBranding(services, organization),
      preview:
        readable === null || sender === null
          ? null
          : {
              pageCount: readable.pageCount,
              message: template.message?.body ?? null,
              people: listFormPeople(roles, { roleApiName: form.roleApiName, recipients }, sender),
            },
    };
  });

/** Serves a public form's document, which people can read before the form asks for anything. */
export const getFormDocument = visitorProcedure
  .input(formInput)
  .output(z.instanceof(Response))
  .query(async ({ ctx: { services }, input }) => {
    const { graph, readable } = await loadOffer(services, input.id);
    if (readable === null) throw createRefusal('not_found');
    const filename = formatDocumentFilename(graph.template.name, 'prepared');
    return await serveFile(services, readable, { filename, disposition: 'inline' });
  });

/** Loads a form with its template. The document is null unless anyone may read it now. */
async function loadOffer(services: Services, formId: string) {
  const form = await loadForm(services, formId);
  const { organizationId } = form;
  const [graph, organization] = await Promise.all([
    loadTemplate(services, organizationId, form.templateId),
    transaction(services.db, { organizationId }, (tx) => readOrganization(tx, organizationId)),
  ]);
  const isOffered =
    graph.template.archivedAt === null && refuseSending(determineStanding(organization)) === null;
  const state = isOffered ? getCurrentFormState(services, form) : 'closed';
  const readable: EnvelopeDocument | null =
    state === 'open' && isReadableByAll(form) ? findDocument(graph, 'prepared') : null;
  return { form, graph, organization, state, readable };
}
