import { decline } from '#domain/envelope/decline.ts';
import { declineInput, statusAnswer } from '#wire/signer.ts';
import { requireRightTime } from '#server/envelopes/right-time.ts';
import { signerProcedure } from '#server/trpc/audience.ts';
import { commitAsSigner, loadSignerEnvelope } from './load-signer-envelope.ts';

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
