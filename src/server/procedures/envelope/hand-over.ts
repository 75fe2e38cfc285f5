import { z } from 'zod';
import { refusal } from '#domain/errors.ts';
import { pathIdOf } from '#wire/identifier.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { newPageSession } from './page-session.ts';

/**
 * Returns the URL that opens the document for a participant who signs in person, and locks the browser's session: whoever
 * holds the device must not reach the dashboard. The way back asks the host to prove who they are.
 */
export const handOverDevice = memberProcedure('send')
  .input(z.strictObject({ id: pathIdOf('envelope'), participantId: pathIdOf('participant') }))
  .output(z.object({ url: z.string() }))
  .mutation(async ({ ctx: { services, member, principal, cookies }, input }) => {
    const token = cookies.get('session');
    if (principal.kind !== 'session' || token === null) throw refusal('unauthorized');
    const { id: envelopeId, participantId } = input;
    const returnUrl = `${services.config.http.webOrigin}/envelopes/${envelopeId}/in-person`;
    // First, so that nobody is locked out for a participant whose turn it isn't.
    const { url } = await newPageSession(services, member, { ...input, returnUrl });
    const locked = await services.sessions.lock(token, { envelopeId, participantId });
    if (locked === null) throw refusal('unauthorized');
    cookies.set('session', locked);
    return { url };
  });
