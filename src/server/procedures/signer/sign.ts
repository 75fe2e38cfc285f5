import { consent } from '#domain/envelope/visit.ts';
import { decline } from '#domain/envelope/decline.ts';
import { delegate } from '#domain/envelope/delegate.ts';
import { sign } from '#domain/envelope/sign.ts';
import { LIMITS } from '#domain/limits.ts';
import {
  consentInput,
  declineInput,
  delegateAnswer,
  delegateInput,
  signInput,
  statusAnswer,
  withoutPasskey,
} from '#wire/signer.ts';
import { requireRightTime } from '#server/envelopes/right-time.ts';
import { withAttachmentsLimit } from '#server/procedures/attachment.ts';
import { signerProcedure } from '#server/trpc/audience.ts';
import { commitAsSigner, loadSignerEnvelope } from './load-signer-envelope.ts';
import { readSignInput, readStatement } from './sign-input.ts';

/** Records the signer's consent to electronic records and signatures. */
export const giveConsent = signerProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/signer/consent',
      tags: ['Signer'],
      summary: 'Consent to sign electronically',
      description: 'Required before signing if consumerDisclosure is true. Repeating it changes nothing.',
    },
    rest: { errors: ['not_your_turn', 'invalid_state', 'clock_wrong'] },
  })
  .input(consentInput)
  .output(statusAnswer)
  .mutation(async ({ ctx }) => {
    const { organization } = await loadSignerEnvelope(ctx, ['sign']);
    await requireRightTime(ctx.services);
    const graph = await commitAsSigner(ctx, organization.id, (current, facts) =>
      consent(current, ctx.claims.part, facts),
    );
    return { status: graph.envelope.status };
  });

/** Signs with all of the signer's values at once. */
export const signEnvelope = signerProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/signer/sign',
      tags: ['Signer'],
      summary: 'Sign',
      description:
        'Submits all values of the signer at once. Repeating the call after success returns the same response. For someone who signs with a passkey, use `POST /api/signer/sign/start`: this call returns 409 `invalid_state` with the reason proof_required. If `consumerDisclosure` is true, the signer must consent first; otherwise the call returns 409 `invalid_state` with the reason consent_required. Send the `language` of your page, so that the log records which statement the person agreed to, and the `pages` that it has shown.',
    },
    rest: {
      errors: ['not_your_turn', 'invalid_state', 'clock_wrong', 'payload_too_large'],
      maxBodyBytes: LIMITS.signBodyMaxBytes,
    },
  })
  .input(signInput.extend({ withoutPasskey }))
  .output(statusAnswer)
  .mutation(async ({ ctx, input }) => {
    const { services, claims } = ctx;
    const { graph: before, participant, organization } = await loadSignerEnvelope(ctx, ['sign']);
    if (participant.status === 'signed') return { status: before.envelope.status };
    await requireRightTime(services);
    const signed = await readSignInput(ctx, before, organization, input);
    const graph = await withAttachmentsLimit(() =>
      commitAsSigner(ctx, organization.id, (current, facts) => {
        const statement = readStatement(current, participant, input.language);
        return sign(
          current,
          claims.part,
          { ...signed, statement, withoutPasskey: input.withoutPasskey === true },
          facts,
        );
      }),
    );
    return { status: graph.envelope.status };
  });

/** Declines to sign when it is the signer's turn. */
export const declineEnvelope = signerProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/signer/decline',
      tags: ['Signer'],
      summary: 'Decline to sign',
      description: 'Ends the envelope. The sender and everyone who has signed are notified.',
    },
    rest: { errors: ['not_your_turn', 'invalid_state', 'clock_wrong'], sanitizes: ['/reason'] },
  })
  .input(declineInput)
  .output(statusAnswer)
  .mutation(async ({ ctx, input }) => {
    const { organization } = await loadSignerEnvelope(ctx, ['sign']);
    await requireRightTime(ctx.services);
    const reason = input.reason === undefined || input.reason === '' ? null : input.reason;
    const graph = await commitAsSigner(ctx, organization.id, (current, facts) =>
      decline(current, ctx.claims.part, reason, facts),
    );
    return { status: graph.envelope.status };
  });

/** Hands the signer's turn over to another person. */
export const delegateEnvelope = signerProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/signer/delegate',
      tags: ['Signer'],
      summary: 'Ask someone else to sign',
      description:
        "Hands the turn over to another person, who gets a link by email. The caller's link stops working, and the sender is notified. The other person consents and proves who they are again: an emailed code goes to their address, a texted one to their own `phone`, and an access code stays the same. Refused with `details.reason` delegation_not_allowed if the sender doesn't allow it or the turn has been handed over three times.",
    },
    rest: { errors: ['not_your_turn', 'invalid_state', 'clock_wrong'], sanitizes: ['/reason'] },
  })
  .input(delegateInput)
  .output(delegateAnswer)
  .mutation(async ({ ctx, input: { name, email, phone, reason } }) => {
    const { organization } = await loadSignerEnvelope(ctx, ['sign']);
    await requireRightTime(ctx.services);
    const to = {
      name,
      email,
      phone: phone ?? null,
      reason: reason === undefined || reason === '' ? null : reason,
    };
    await commitAsSigner(ctx, organization.id, (current, facts) =>
      delegate(current, ctx.claims.part, to, facts),
    );
    return { status: 'delegated' as const };
  });
