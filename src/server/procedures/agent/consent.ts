import { z } from 'zod';
import { consentChoice, consentDecided, consentRequest } from '#wire/session.ts';
import { pathId } from '#wire/text.ts';
import { REQUEST_COOKIE } from '#server/oauth/provider.ts';
import { sessionProcedure } from '#server/trpc/audience.ts';
import type { Context } from '#server/trpc/init.ts';
import {
  finishRequest,
  grantAccess,
  pickGrantableScopes,
  listGrantOrganizations,
  readRequest,
  createRequestOverRefusal,
} from './grant-access.ts';

const requestId = pathId
  .describe('ID of the request, from the URL of the consent page.')
  .meta({ examples: ['Zk3yTq0mWfR8sVb1xNcA5'] });

/** Returns a request for consent in the form that a person is shown. */
export const getConsentRequest = sessionProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/auth/consent/{id}',
      tags: ['Consent'],
      summary: 'Get a consent request',
      description:
        'Returns which app asks for access and what the person may grant in each of their organizations. Returns 404 after it was answered or has expired, and in any browser but the one that started it.',
    },
    rest: { errors: ['not_found'], needsSession: true },
  })
  .input(z.strictObject({ id: requestId }))
  .output(consentRequest)
  .query(async ({ ctx, input: { id } }) => {
    requireOwnRequest(ctx, id);
    const { services, session } = ctx;
    const { clientName, verifiedHost, target, scopes } = await readRequest(services, id);
    const organizations = await listGrantOrganizations(services, session);
    return {
      client: { name: clientName, verifiedHost, target },
      organizations: organizations.map(({ id: organizationId, name, role, agentsAskFirst, testOf }) => ({
        id: organizationId,
        name,
        testMode: testOf !== null,
        scopes: pickGrantableScopes(scopes, role),
        agentsAskFirst,
      })),
    };
  });

/** Grants an app the access that a person chose, and returns where the browser goes next. */
export const allowAgent = sessionProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/auth/consent/{id}/allow',
      tags: ['Consent'],
      summary: 'Allow an app',
      description:
        "Grants the chosen scopes in one organization: no more than the app asked for and the person's role allows. Send the browser to `redirectTo` next.",
    },
    rest: { errors: ['not_found'], needsSession: true },
  })
  .input(z.strictObject({ id: requestId, ...consentChoice }))
  .output(consentDecided)
  .mutation(async ({ ctx, input: { id, ...choice } }) => {
    requireOwnRequest(ctx, id);
    const { services, session, audit } = ctx;
    return { redirectTo: await grantAccess(services, { id, session, audit }, choice) };
  });

/** Denies an app access, informs the app, and returns where the browser goes next. */
export const denyAgent = sessionProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/auth/consent/{id}/deny',
      tags: ['Consent'],
      summary: 'Refuse an app',
      description: 'Denies the request and tells the app. Send the browser to `redirectTo` next.',
    },
    rest: { errors: ['not_found'], needsSession: true },
  })
  .input(z.strictObject({ id: requestId }))
  .output(consentDecided)
  .mutation(async ({ ctx, input: { id } }) => {
    requireOwnRequest(ctx, id);
    return { redirectTo: await finishRequest(ctx.services, id, { denied: true }) };
  });

/**
 * Refuses a browser that didn't start the request with `not_found`. Otherwise, someone could have another
 * person decide on a request of theirs and collect the answer themselves.
 */
function requireOwnRequest({ cookies }: Context, id: string): void {
  if (cookies.getForeign(REQUEST_COOKIE) !== id) throw createRequestOverRefusal();
}
