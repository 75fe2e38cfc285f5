import { z } from 'zod';
import { refusal } from '#domain/errors.ts';
import { pathIdOf } from '#wire/identifier.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { newPageSession } from './page-session.ts';

/**
 * Returns the URL that opens the document for a participant who signs in person, and signs the browser out: whoever holds
 * the device must not reach the dashboard. The way back asks the host to sign in again.
 */
export const handOverDevice = memberProcedure('send')
  .input(z.strictObject({ id: pathIdOf('envelope'), participantId: pathIdOf('participant') }))
  .output(z.object({ url: z.string() }))
  .mutation(async ({ ctx: { services, member, principal, cookies }, input }) => {
    const token = cookies.get('session');
    if (principal.kind !== 'session' || token === null) throw refusal('unauthorized');
    const returnUrl = `${services.config.http.webOrigin}/envelopes/${input.id}`;
    // First, so that nobody is signed out for a participant whose turn it isn't.
    const { url } = await newPageSession(services, member, { ...input, returnUrl });
    await services.sessions.end(token);
    cookies.clear('session');
    return { url };
  });
