import { z } from 'zod';
import { createRefusal } from '#domain/errors.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { startPageSession } from './page-session.ts';

/**
 * Returns the URL that opens the document for a participant who signs in person, and locks the browser's
 * session so that whoever holds the device can't reach the dashboard. To get back, the host has to prove who
 * they are.
 */
export const handOverDevice = memberProcedure('send')
  .input(
    z.strictObject({ id: createPathIdSchema('envelope'), participantId: createPathIdSchema('participant') }),
  )
  .output(z.object({ url: z.string() }))
  .mutation(async ({ ctx: { services, member, principal, cookies }, input }) => {
    const token = cookies.get('session');
    if (principal.kind !== 'session' || token === null) throw createRefusal('unauthorized');
    const { id: envelopeId, participantId } = input;
    const returnUrl = `${services.config.http.webOrigin}/envelopes/${envelopeId}/in-person`;
    // This comes first, so that the session isn't locked for a participant whose turn it isn't.
    const { url } = await startPageSession(services, member, { ...input, returnUrl });
    const locked = await services.sessions.lock(token, { envelopeId, participantId });
    if (locked === null) throw createRefusal('unauthorized');
    cookies.set('session', locked);
    return { url };
  });
