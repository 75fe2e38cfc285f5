import { z } from 'zod';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import type { Role } from '#domain/organization/role.ts';
import { listRoleScopes, type Scope } from '#domain/organization/scope.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import { consentChoice, consentDecided, consentRequest } from '#wire/session.ts';
import { pathId } from '#wire/text.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { lockMember } from '#server/db/accounts/members.ts';
import { listOrganizationIds, readMembership } from '#server/db/accounts/users.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { touchOAuthClient } from '#server/db/oauth/oauth-clients.ts';
import { grantOfRequest, insertGrant } from '#server/db/oauth/oauth-grants.ts';
import type { AuthorizationRequest } from '#server/oauth/authorization-server.ts';
import { REQUEST_COOKIE } from '#server/oauth/provider.ts';
import { mayEnter } from '#server/procedures/single-sign-on/password-gate.ts';
import type { Audit } from '#server/runtime/context.ts';
import type { Services } from '#server/runtime/services.ts';
import type { Session } from '#server/surface/principal.ts';
import { recordActorAction } from '#server/trpc/administration.ts';
import { sessionProcedure } from '#server/trpc/audience.ts';
import type { Context } from '#server/trpc/init.ts';

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

type Decider = {
  readonly id: string;
  readonly session: Session;
  readonly audit: Audit;
};

type Choice = {
  readonly organizationId: string;
  readonly scopes: readonly Scope[];
  readonly asksFirst: boolean;
};

/**
 * Grants an app access as a person decided, and returns where their browser goes next. Two clicks at the same
 * moment create one grant. Refuses a request that is already decided or expired with `not_found`.
 */
export async function grantAccess(
  services: Services,
  { id, session, audit }: Decider,
  choice: Choice,
): Promise<string> {
  const { organizationId, asksFirst } = choice;
  const person = session.user;
  if (!(await mayEnter(services.db, session, organizationId)))
    throw createInvalidRefusal([{ path: '/organizationId', message: 'must be one that you signed in to' }]);
  const request = await services.authorization.request(id);
  if (request === null) return await repeatDecision(services, id, organizationId, person.id);
  const now = services.clock();
  const requestHash = hashRequestId(id);
  const grant = await transaction(services.db, { organizationId }, async (tx) => {
    // A request that removes the person waits for this one, and then ends this grant as well.
    const membership = await lockMember(tx, organizationId, person.id);
    if (membership === null)
      throw createInvalidRefusal([{ path: '/organizationId', message: 'must be one of your organizations' }]);
    const scopes = pickGrantableScopes(request.scopes, membership.role).filter((scope) =>
      choice.scopes.includes(scope),
    );
    if (scopes.length === 0)
      throw createInvalidRefusal([{ path: '/scopes', message: 'must include at least one scope' }]);
    const { clientId, clientName, target } = request;
    const grantId = services.newId('grant');
    const made = { id: grantId, organizationId, userId: person.id, clientId, clientName, createdAt: now };
    if (!(await insertGrant(tx, { ...made, redirectHost: target.host, scopes, asksFirst, requestHash }))) {
      // This is the second of two clicks, or a retry after the process died before it told the app. The first
      // decision counts.
      const first = await grantOfRequest(tx, organizationId, requestHash);
      if (first?.userId !== person.id) throw createRequestOverRefusal();
      return { grantId: first.id, scopes: first.scopes };
    }
    await touchOAuthClient(tx, clientId, now);
    await recordActorAction(
      tx,
      services,
      { organizationId, person, audit },
      {
        action: 'agent.allowed',
        subject: { id: grantId, name: clientName },
        details: {
          scopes: scopes.join(' '),
          answersTo: target.host,
          sending: asksFirst ? 'asks first' : 'by itself',
        },
      },
    );
    return { grantId, scopes };
  });
  return await finishRequest(services, id, { ...grant, userId: person.id });
}

/** Records a decision with the authorization server, and returns where the browser goes next. */
export async function finishRequest(
  services: Services,
  id: string,
  decision: Parameters<Services['authorization']['decide']>[1],
): Promise<string> {
  const next = await services.authorization.decide(id, decision);
  if (next === null) throw createRequestOverRefusal();
  return next;
}

/**
 * Refuses a browser that didn't start the request with `not_found`. Otherwise, someone could have another
 * person decide on a request of theirs and collect the answer themselves.
 */
function requireOwnRequest({ cookies }: Context, id: string): void {
  if (cookies.getForeign(REQUEST_COOKIE) !== id) throw createRequestOverRefusal();
}

/** Sends the second of two clicks to where the first one went. Refuses anyone else with `not_found`. */
async function repeatDecision(
  services: Services,
  id: string,
  organizationId: string,
  userId: string,
): Promise<string> {
  const first = await transaction(services.db, { organizationId }, (tx) =>
    grantOfRequest(tx, organizationId, hashRequestId(id)),
  );
  if (first?.userId !== userId) throw createRequestOverRefusal();
  return await finishRequest(services, id, { grantId: first.id, userId, scopes: first.scopes });
}

/** Returns a request that is waiting for a decision. Refuses with `not_found` if it is decided or expired. */
async function readRequest(services: Services, id: string): Promise<AuthorizationRequest> {
  const request = await services.authorization.request(id);
  if (request === null) throw createRequestOverRefusal();
  return request;
}

/** Returns the scopes that a person in a role may grant, out of those that an app requested. */
function pickGrantableScopes(requested: readonly Scope[], role: Role): Scope[] {
  const allowed = listRoleScopes(role);
  return requested.filter((scope) => allowed.includes(scope));
}

/** Lists a person's organizations, starting with the one they are in. */
async function listGrantOrganizations(
  services: Services,
  session: Session,
): Promise<{ id: string; name: string; role: Role; agentsAskFirst: boolean; testOf: string | null }[]> {
  const { user, organization } = session;
  const ids = await transaction(services.db, { userId: user.id }, (tx) => listOrganizationIds(tx, user.id));
  const others = ids.filter((id) => id !== organization.id);
  const found = await Promise.all(
    [organization.id, ...others].map(async (organizationId) => {
      if (!(await mayEnter(services.db, session, organizationId))) return [];
      const membership = await transaction(services.db, { organizationId }, (tx) =>
        readMembership(tx, organizationId, user.id),
      );
      return membership === null ? [] : [{ id: organizationId, ...membership }];
    }),
  );
  return found.flat();
}

function hashRequestId(id: string): string {
  return computeSha256Hex(`consent ${id}`);
}

/** Creates the same refusal for a request that is unknown, decided or expired. */
function createRequestOverRefusal() {
  return createRefusal('not_found', undefined, REFUSAL_MESSAGES.consent_expired);
}
