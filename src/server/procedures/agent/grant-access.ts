import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import type { Role } from '#domain/organization/role.ts';
import { listRoleScopes, type Scope } from '#domain/organization/scope.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import type { Audit } from '#server/runtime/context.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { touchOAuthClient } from '#server/db/oauth/oauth-clients.ts';
import { grantOfRequest, insertGrant } from '#server/db/oauth/oauth-grants.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { listOrganizationIds, readMembership } from '#server/db/accounts/users.ts';
import type { AuthorizationRequest } from '#server/oauth/authorization-server.ts';
import { mayEnter } from '#server/procedures/single-sign-on/password-gate.ts';
import type { Session } from '#server/surface/principal.ts';
import { recordActorAction } from '#server/trpc/administration.ts';
import type { Services } from '#server/runtime/services.ts';

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
    const membership = await readMembership(tx, organizationId, person.id);
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
export async function readRequest(services: Services, id: string): Promise<AuthorizationRequest> {
  const request = await services.authorization.request(id);
  if (request === null) throw createRequestOverRefusal();
  return request;
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

/** Returns the scopes that a person in a role may grant, out of those that an app requested. */
export function pickGrantableScopes(requested: readonly Scope[], role: Role): Scope[] {
  const allowed = listRoleScopes(role);
  return requested.filter((scope) => allowed.includes(scope));
}

/** Lists a person's organizations, starting with the one they are in. */
export async function listGrantOrganizations(
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
export function createRequestOverRefusal() {
  return createRefusal('not_found', undefined, REFUSAL_MESSAGES.consent_expired);
}
