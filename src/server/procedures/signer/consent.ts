import { consent } from '#domain/envelope/consent.ts';
import { consentInput, statusAnswer } from '#wire/signer.ts';
import { requireRightTime } from '#server/envelopes/right-time.ts';
import { signerProcedure } from '#server/trpc/audience.ts';
import { commitAsSigner, loadSignerEnvelope } from './load-signer-envelope.ts';

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
