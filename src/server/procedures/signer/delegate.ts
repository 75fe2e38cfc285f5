import { delegate } from '#domain/envelope/delegate.ts';
import { delegateAnswer, delegateInput } from '#wire/signer.ts';
import { requireRightTime } from '#server/envelopes/right-time.ts';
import { signerProcedure } from '#server/trpc/audience.ts';
import { commitAsSigner, loadSignerEnvelope } from './load-signer-envelope.ts';

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
