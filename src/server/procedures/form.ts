import { z } from 'zod';
import { admitVisitor } from '#domain/envelope/authentication.ts';
import { type EnvelopeDocument, findDocument } from '#domain/envelope/graph.ts';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { OPENS_DOCUMENT } from '#domain/link/token.ts';
import { findLoss, type Loss } from '#domain/organization/may-still.ts';
import { determineStanding, refuseSending } from '#domain/organization/sending/standing.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import {
  FORM_STATES,
  FORM_TURNS,
  type FormState,
  getFormState,
  isAllowedAddress,
  isReadableByAll,
  listFormPeople,
  requestFormCode,
  requestFormLink,
} from '#domain/template/form.ts';
import { brandingSchema } from '#wire/signer-view.ts';
import { withDistinctName } from '#domain/template/distinct-name.ts';
import { formConfirmInput, formLinkInput, formRecipients, formStartInput } from '#wire/template-form.ts';
import { timestamp } from '#wire/text.ts';
import { commit } from '#server/commit.ts';
import { lockMember } from '#server/db/accounts/members.ts';
import { readMembership, readUser } from '#server/db/accounts/users.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { readOrganization } from '#server/db/organizations/organizations.ts';
import { lockTeamAccess } from '#server/db/organizations/teams.ts';
import { loadTemplate } from '#server/db/templates/change-template.ts';
import {
  confirmFormStart,
  countFormUse,
  type Form,
  insertFormStart,
  readForm,
  takeFormAttempt,
} from '#server/db/templates/forms.ts';
import { formatDocumentFilename, serveFile } from '#server/document/serve.ts';
import { writeFromTemplate } from '#server/envelopes/from-template.ts';
import { createCodeNonce, matchesSentCode } from '#server/envelopes/sent-code.ts';
import { mintToken } from '#server/envelopes/signer-link.ts';
import { buildBranding } from '#server/organizations/branding.ts';
import { collectFacts } from '#server/runtime/context.ts';
import type { Services } from '#server/runtime/services.ts';
import { visitorProcedure } from '#server/trpc/audience.ts';

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

/**
 * Emails a code to a visitor who wants to fill in a form. Nothing else happens until the code is confirmed.
 */
export const startForm = visitorProcedure
  .input(formStartInput)
  .output(z.object({ startId: z.string() }))
  .mutation(async ({ ctx: { services, audit }, input }) => {
    await services.rates.formNetwork.take(audit.ipAddress ?? 'unknown');
    const { form, state } = await loadOffer(services, input.id);
    if (state !== 'open') throw createClosedRefusal();
    if (!isAllowedAddress(input.email, form))
      throw createInvalidRefusal([
        { path: '/email', message: `must be an address at ${form.allowedDomains?.join(', ')}` },
      ]);
    await services.rates.formAddress.take(input.email.toLowerCase());
    const { organizationId } = form;
    const now = services.clock();
    const startId = services.newId('formStart');
    await transaction(services.db, { organizationId }, async (tx) => {
      const isStarted = await insertFormStart(tx, {
        ...{ id: startId, organizationId, formId: form.id, name: input.name, email: input.email },
        ...{ language: input.language ?? null, codeNonce: createCodeNonce(), attempts: 0, confirmedAt: null },
        expiresAt: new Date(now.getTime() + LIMITS.sentCodeLifeMs),
        createdAt: now,
      });
      if (!isStarted) throw createRefusal('not_found');
      await services.queue.enqueue(tx, [requestFormCode(organizationId, startId)]);
    });
    return { startId };
  });

/** Sends the form's envelope once the person has proved their address, and opens it for them. */
export const confirmForm = visitorProcedure
  .input(formConfirmInput)
  .output(z.object({ url: z.string() }))
  .mutation(async ({ ctx: { services, audit }, input }) => {
    const form = await loadForm(services, input.id);
    const { organizationId, createdBy: userId, roleApiName } = form;
    const now = services.clock();
    const start = await transaction(services.db, { organizationId }, (tx) =>
      takeFormAttempt(tx, { id: input.startId, formId: form.id }, now),
    );
    const code = input.code.replaceAll(/\s/g, '');
    if (start === null || !matchesSentCode(start.codeNonce, code, services.config.secretKeys))
      throw createWrongCodeRefusal();
    const sender = await readUser(services.db.drizzle, userId);
    if (sender === null) throw createClosedRefusal();
    const template = await loadTemplate(services, organizationId, form.templateId);
    const { name, email, language } = start;
    const person = {
      name,
      email,
      language,
      delivery: 'email',
      authentication: { method: 'email_code' },
    } as const;
    const graph = await writeFromTemplate(
      services,
      withDistinctName(template),
      { recipients: { ...formRecipients.parse(form.recipients), [roleApiName]: person } },
      { userId, name: sender.name, email: sender.email },
      collectFacts({ type: 'sender', id: userId }, services, audit),
      async (tx, { envelope }) => {
        await lockMember(tx, organizationId, userId);
        if ((await findMakerLoss(tx, form, envelope.teamId)) !== null) throw createClosedRefusal();
        if (!(await confirmFormStart(tx, start.id, now))) throw createWrongCodeRefusal();
        if (!(await countFormUse(tx, form.id, now))) throw createClosedRefusal();
      },
    );
    const participant = graph.participants.find(({ apiRoleName }) => apiRoleName === roleApiName);
    if (participant === undefined) throw new Error('the form’s role has no participant');
    const facts = collectFacts({ type: 'signer', id: participant.id }, services, audit);
    const target = { organizationId, envelopeId: graph.envelope.id };
    await commit(services, target, facts, (current) => admitVisitor(current, participant.id, facts));
    const token = mintToken(services, graph.envelope, participant, 'sign', { passed: 'email_code' });
    return { url: `${services.config.http.webOrigin}/sign#token=${token}&${OPENS_DOCUMENT}` };
  });

/**
 * Emails the links to what someone has begun to fill in, even after the form has ended. A job looks for it,
 * so neither the response nor its timing reveals who signs.
 */
export const sendFormLink = visitorProcedure
  .input(formLinkInput)
  .output(z.object({ accepted: z.literal(true) }))
  .mutation(async ({ ctx: { services, audit }, input }) => {
    await services.rates.formNetwork.take(audit.ipAddress ?? 'unknown');
    const { id: formId, organizationId } = await loadForm(services, input.id);
    await services.rates.formAddress.take(input.email.toLowerCase());
    const now = services.clock();
    const startId = services.newId('formStart');
    await transaction(services.db, { organizationId }, async (tx) => {
      const isStarted = await insertFormStart(tx, {
        ...{ id: startId, organizationId, formId, name: '', email: input.email, language: null },
        // No code was emailed, so none is accepted.
        ...{ codeNonce: createCodeNonce(), attempts: LIMITS.wrongCodesMax, confirmedAt: null },
        expiresAt: new Date(now.getTime() + LIMITS.sentCodeLifeMs),
        createdAt: now,
      });
      if (!isStarted) throw createRefusal('not_found');
      await services.queue.enqueue(tx, [requestFormLink(organizationId, startId)]);
    });
    return { accepted: true as const };
  });

/** Loads a form with its template. The document is null unless anyone may read it now. */
async function loadOffer(services: Services, formId: string) {
  const form = await loadForm(services, formId);
  const { organizationId } = form;
  const graph = await loadTemplate(services, organizationId, form.templateId);
  const { archivedAt, teamId } = graph.template;
  const [organization, loss] = await transaction(services.db, { organizationId }, async (tx) => [
    await readOrganization(tx, organizationId),
    await findMakerLoss(tx, form, teamId),
  ]);
  const isOffered =
    archivedAt === null && loss === null && refuseSending(determineStanding(organization)) === null;
  const state = isOffered ? getCurrentFormState(services, form) : 'closed';
  const readable: EnvelopeDocument | null =
    state === 'open' && isReadableByAll(form) ? findDocument(graph, 'prepared') : null;
  return { form, graph, organization, state, readable };
}

/** Returns why the person who published a form may no longer send what it sends; null if they may. */
async function findMakerLoss(
  tx: Transaction,
  { organizationId, createdBy }: Form,
  teamId: string,
): Promise<Loss | null> {
  const member = await readMembership(tx, organizationId, createdBy);
  const seesTeam = await lockTeamAccess(tx, teamId, createdBy);
  return findLoss({ role: member?.role ?? null }, { kind: 'send', seesTeam });
}

function createClosedRefusal() {
  return createRefusal('invalid_state', { reason: 'form_closed' }, REFUSAL_MESSAGES.form_closed);
}

function createWrongCodeRefusal() {
  return createInvalidRefusal([{ path: '/code', message: 'is wrong or has expired' }]);
}

/** Returns a form by its public identifier; refuses with `not_found`. */
async function loadForm({ db }: Pick<Services, 'db'>, formId: string): Promise<Form> {
  const form = await transaction(db, { formId }, (tx) => readForm(tx, formId));
  if (form === null) throw createRefusal('not_found');
  return form;
}

/** Returns the form's present state, which says whether it can be used. */
function getCurrentFormState({ clock }: Pick<Services, 'clock'>, form: Form): FormState {
  return getFormState({ ...form, expiresAt: form.expiresAt?.toISOString() ?? null }, clock().toISOString());
}
