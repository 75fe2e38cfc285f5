import { z } from 'zod';
import { passAuthentication } from '#domain/envelope/authentication.ts';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { OPENS_DOCUMENT } from '#domain/link/token.ts';
import { mayStill } from '#domain/organization/may-still.ts';
import { refuseSending, determineStanding } from '#domain/organization/sending/standing.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import { requestFormCode, isAllowedAddress } from '#domain/template/form.ts';
import { formConfirmInput, formRecipients, formStartInput } from '#wire/template-form.ts';
import { commit } from '#server/commit.ts';
import { collectFacts } from '#server/runtime/context.ts';
import { lockMember } from '#server/db/accounts/members.ts';
import { readUser } from '#server/db/accounts/users.ts';
import { readStanding } from '#server/db/organizations/standings.ts';
import { lockTeamAccess } from '#server/db/organizations/teams.ts';
import { loadTemplate } from '#server/db/templates/change-template.ts';
import {
  confirmFormStart,
  countFormUse,
  insertFormStart,
  takeFormAttempt,
} from '#server/db/templates/forms.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { matchesSentCode, createCodeNonce } from '#server/envelopes/sent-code.ts';
import { writeFromTemplate } from '#server/envelopes/from-template.ts';
import { mintToken } from '#server/envelopes/signer-link.ts';
import { visitorProcedure } from '#server/trpc/audience.ts';
import { loadForm, getCurrentFormState } from './load-form.ts';

/** Emails a code to whoever wants to fill in a form. Nothing else happens until the code is confirmed. */
export const startForm = visitorProcedure
  .input(formStartInput)
  .output(z.object({ startId: z.string() }))
  .mutation(async ({ ctx: { services, audit }, input }) => {
    await services.rates.formNetwork.take(audit.ipAddress ?? 'unknown');
    const form = await loadForm(services, input.id);
    if (getCurrentFormState(services, form) !== 'open') throw createClosedRefusal();
    if (!isAllowedAddress(input.email, form))
      throw createInvalidRefusal([
        { path: '/email', message: `must be an address at ${form.allowedDomains?.join(', ')}` },
      ]);
    await services.rates.formAddress.take(input.email.toLowerCase());
    const { organizationId } = form;
    const standing = await transaction(services.db, { organizationId }, (tx) =>
      readStanding(tx, organizationId),
    );
    if (refuseSending(determineStanding(standing)) !== null) throw createClosedRefusal();
    const now = services.clock();
    const startId = services.newId('formStart');
    await transaction(services.db, { organizationId }, async (tx) => {
      await insertFormStart(tx, {
        ...{ id: startId, organizationId, formId: form.id, name: input.name, email: input.email },
        ...{ language: input.language ?? null, codeNonce: createCodeNonce(), attempts: 0, confirmedAt: null },
        expiresAt: new Date(now.getTime() + LIMITS.sentCodeLifeMs),
        createdAt: now,
      });
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
      template,
      { recipients: { ...formRecipients.parse(form.recipients), [roleApiName]: person } },
      { userId, name: sender.name, email: sender.email },
      collectFacts({ type: 'sender', id: userId }, services, audit),
      async (tx, { envelope }) => {
        const member = await lockMember(tx, organizationId, userId);
        const seesTeam = await lockTeamAccess(tx, envelope.teamId, userId);
        if (!mayStill({ role: member?.role ?? null }, { kind: 'send', seesTeam }))
          throw createClosedRefusal();
        if (!(await confirmFormStart(tx, start.id, now))) throw createWrongCodeRefusal();
        if (!(await countFormUse(tx, form.id, now))) throw createClosedRefusal();
      },
    );
    const participant = graph.participants.find(({ apiRoleName }) => apiRoleName === roleApiName);
    if (participant === undefined) throw new Error('the form’s role has no participant');
    const facts = collectFacts({ type: 'signer', id: participant.id }, services, audit);
    const target = { organizationId, envelopeId: graph.envelope.id };
    await commit(services, target, facts, (current) => passAuthentication(current, participant.id, facts));
    const token = mintToken(services, graph.envelope, participant, 'sign', { passed: 'email_code' });
    return { url: `${services.config.http.webOrigin}/sign#token=${token}&${OPENS_DOCUMENT}` };
  });

function createClosedRefusal() {
  return createRefusal('invalid_state', { reason: 'form_closed' }, REFUSAL_MESSAGES.form_closed);
}

function createWrongCodeRefusal() {
  return createInvalidRefusal([{ path: '/code', message: 'is wrong or has expired' }]);
}
