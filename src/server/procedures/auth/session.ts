import { z } from 'zod';
import { currentSession } from '#wire/session.ts';
import { accountProcedure, visitorProcedure } from '#server/trpc/audience.ts';

/** Returns who is signed in, and in which organization. */
export const getSession = accountProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/auth/session',
      tags: ['Sessions'],
      summary: 'Get the current session',
      description: 'Returns the person who is signed in, their organization and their role in it.',
    },
    rest: { errors: [], needsSession: true },
  })
  .input(z.strictObject({}))
  .output(currentSession)
  .query(({ ctx: { session } }) => {
    const { user, organization, role } = session;
    return { user, organization: { id: organization.id, name: organization.name }, role };
  });

/** Ends this browser's session. */
export const signOut = visitorProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/auth/logout',
      tags: ['Sessions'],
      summary: 'Sign out',
      description: 'Ends the session and clears its cookie. Also succeeds without a session.',
    },
    rest: { success: 204, errors: [] },
  })
  .input(z.strictObject({}))
  .output(z.undefined())
  .mutation(async ({ ctx: { services, cookies } }) => {
    const token = cookies.get('session');
    if (token !== null) await services.sessions.end(token);
    cookies.clear('session');
  });
