import { invalid, refusal } from '#domain/errors.ts';
import type { RedirectTarget } from '#domain/organization/redirect.ts';
import type { Role } from '#domain/organization/role.ts';
import { scopesOfRole, type Scope } from '#domain/organization/scope.ts';
import type { Audit } from '#server/app/context.ts';
import { sha256Hex } from '#server/crypto/hash.ts';
import { touchOAuthClient } from '#server/db/oauth/oauth-clients.ts';
import { grantOfRequest, insertGrant } from '#server/db/oauth/oauth-grants.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { organizationIdsOf, readMembership } from '#server/db/accounts/users.ts';
import type { AuthorizationRequest } from '#server/oauth/authorization-server.ts';
import type { Session } from '#server/surface/principal.ts';
import { recordActionOf } from '#server/trpc/administration.ts';
import type { Services } from '#server/app/services.ts';

/** What a person decides on: which app asks, and what they could let it do in each of their organizations. */
export type ConsentRequest = {
  readonly client: {
    readonly name: string;
    readonly verifiedHost: string | null;
    readonly target: RedirectTarget;
  };
  readonly organizations: readonly {
    readonly id: string;
    readonly name: string;
    /** What was asked for and the person's role there lets them pass on. */
    readonly scopes: readonly Scope[];
  }[];
};

/** A request for consent, as it is shown to a person. `not_found` when it is decided or has expired. */
export async function readConsentRequest(
  services: Services,
  id: string,
  session: Session,
): Promise<ConsentRequest> {
  const { clientName, verifiedHost, target, scopes } = await undecided(services, id);
  const organizations = await organizationsOf(services, session);
  return {
    client: { name: clientName, verifiedHost, target },
    organizations: organizations.map(({ id: organizationId, name, role }) => ({
      id: organizationId,
      name,
      scopes: offered(scopes, role),
    })),
  };
}

/**
 * Lets an agent in as a person decided, and answers where their browser goes on to. Nothing is granted that was not
 * asked for or that the person's role does not allow, and nothing twice: two presses at the same moment
 * make one grant.
 * `not_found` for a request that is decided or has expired.
 */
export async function allowAgent(
  services: Services,
  id: string,
  { user }: Session,
  choice: { readonly organizationId: string; readonly scopes: readonly Scope[] },
  audit: Audit,
): Promise<string> {
  const { organizationId } = choice;
  const request = await services.authorization.request(id);
  if (request === null) return await decidedBefore(services, id, organizationId, user.id);
  const now = services.clock();
  const grant = await transaction(services.db, { organizationId }, async (tx) => {
    const membership = await readMembership(tx, organizationId, user.id);
    if (membership === null)
      throw invalid([{ path: '/organizationId', message: 'choose one of your organizations' }]);
    const granted = offered(request.scopes, membership.role).filter((scope) => choice.scopes.includes(scope));
    if (granted.length === 0)
      throw invalid([{ path: '/scopes', message: 'choose at least one thing that it may do' }]);
    const { clientId, clientName, target } = request;
    const grantId = services.newId('grant');
    const made = { id: grantId, organizationId, userId: user.id, clientId, clientName, createdAt: now };
    const requestHash = sha256Hex(`consent ${id}`);
    if (!(await insertGrant(tx, { ...made, redirectHost: target.host, scopes: granted, requestHash }))) {
      // The other of two presses, or one whose process died before the app was told: the first one counts.
      const first = await grantOfRequest(tx, organizationId, requestHash);
      if (first?.userId !== user.id) throw refusal('not_found');
      return { grantId: first.id, scopes: first.scopes };
    }
    await touchOAuthClient(tx, clientId, now);
    await recordActionOf(
      tx,
      services,
      { organizationId, person: user, audit },
      {
        action: 'agent.allowed',
        subject: { id: grantId, name: clientName },
        details: { scopes: granted.join(' '), answersTo: target.host },
      },
    );
    return { grantId, scopes: granted };
  });
  return await decided(services, id, { ...grant, userId: user.id });
}

/** Refuses an agent, and answers where the person's browser goes on to: the app is told. */
export async function denyAgent(services: Services, id: string): Promise<string> {
  return await decided(services, id, { denied: true });
}

/** The later of two presses goes on where the first one does; for any other there is nothing to decide. */
async function decidedBefore(
  services: Services,
  id: string,
  organizationId: string,
  userId: string,
): Promise<string> {
  const first = await transaction(services.db, { organizationId }, (tx) =>
    grantOfRequest(tx, organizationId, sha256Hex(`consent ${id}`)),
  );
  if (first?.userId !== userId) throw refusal('not_found');
  return await decided(services, id, { grantId: first.id, userId, scopes: first.scopes });
}

async function undecided(services: Services, id: string): Promise<AuthorizationRequest> {
  const request = await services.authorization.request(id);
  if (request === null) throw refusal('not_found');
  return request;
}

async function decided(
  services: Services,
  id: string,
  decision: Parameters<Services['authorization']['decide']>[1],
): Promise<string> {
  const next = await services.authorization.decide(id, decision);
  if (next === null) throw refusal('not_found');
  return next;
}

function offered(asked: readonly Scope[], role: Role): Scope[] {
  const allowed = scopesOfRole(role);
  return asked.filter((scope) => allowed.includes(scope));
}

/** The person's organizations, the one that they are looking at first. */
async function organizationsOf(
  services: Services,
  { user, organization }: Session,
): Promise<{ id: string; name: string; role: Role }[]> {
  const ids = await transaction(services.db, { userId: user.id }, (tx) => organizationIdsOf(tx, user.id));
  const others = ids.filter((id) => id !== organization.id);
  const found = await Promise.all(
    [organization.id, ...others].map(async (organizationId) => {
      const membership = await transaction(services.db, { organizationId }, (tx) =>
        readMembership(tx, organizationId, user.id),
      );
      return membership === null
        ? []
        : [{ id: organizationId, name: membership.organizationName, role: membership.role }];
    }),
  );
  return found.flat();
}
