import { createRefusal } from '#domain/errors.ts';
import { expandScopes, listKeyRoles } from '#domain/organization/key-scope.ts';
import { findOperationScopes } from '#domain/organization/operation-scopes.ts';
import { listManagedRoles, may, type Right, type Role } from '#domain/organization/role.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import { refuseSending } from '#domain/organization/sending/standing.ts';
import type { Facts } from '#domain/envelope/facts.ts';
import { collectFacts } from '#server/runtime/context.ts';
import type { EditingClaims } from '#server/crypto/tokens/editing-token.ts';
import type { Services } from '#server/runtime/services.ts';
import { withViewer } from '#server/db/client/client.ts';
import type { Agent, Principal, Session } from '#server/surface/principal.ts';
import { createSecondFactorRefusal } from '#server/surface/credentials.ts';
import { admitSigner, requireLiveSession } from './links.ts';
import { procedure, storable, type Context, type Meta } from './init.ts';
import { buildRateHeaders } from '#server/rates/rate-limit.ts';
import { createPersonSendsRefusal, requireScopes, listNeededScopes } from './scopes.ts';

/**
 * The party that acts for an organization: an API key, a dashboard user, or an agent that a user authorized.
 */
export type Member = {
  readonly organizationId: string;
  /** Whether the organization is a test environment. */
  readonly isTest: boolean;
  /**
   * The API key's team. Null for people and agents, who either name a team or get the oldest one that isn't
   * private.
   */
  readonly teamId: string | null;
  /** Null for people and agents. */
  readonly apiKeyId: string | null;
  readonly sender: { readonly userId: string; readonly name: string; readonly email: string };
  /** The current role of the person who acts, or of the person that the key or agent acts for. */
  readonly role: Role;
  /** Whether the member may administer members and teams. A key also needs the scope, and agents never may. */
  readonly administers: boolean;
  /**
   * The roles that the member may give, change and take away. What is decided under a lock asks the current
   * role as well.
   */
  readonly managedRoles: readonly Role[];
  readonly facts: () => Facts;
};

/** Anyone, signed in or not. */
export const visitorProcedure = procedure
  .use(({ ctx, next }) =>
    next({ ctx: { session: ctx.principal.kind === 'session' ? ctx.principal.session : null } }),
  )
  .use(storable);

/**
 * Anyone who tries to prove who they are. Attempts are counted by address before their input is looked at.
 */
export const attemptProcedure = visitorProcedure.use(async ({ ctx, next }) => {
  const rate = await ctx.services.rates.login.take(ctx.audit.ipAddress ?? 'unknown');
  for (const [name, value] of Object.entries(buildRateHeaders(rate))) ctx.replyHeaders.set(name, value);
  return await next();
});

/** Dashboard users who administer their organization. Not available to API keys. */
export const adminProcedure = createSessionProcedure('administer');

/**
 * Owners. Only they decide who else gets access and on what terms, and only they can see everything,
 * including private teams.
 */
export const ownerProcedure = createSessionProcedure('own');

/**
 * People who run the instance, with a second factor, because their actions affect every organization. Queries
 * across all organizations take the scope of `administratorId`, which the database checks itself.
 */
export const operatorProcedure = procedure
  .use(({ ctx, next }) => {
    const { principal, audit } = ctx;
    if (principal.kind !== 'session') throw createRefusal('unauthorized');
    const { session } = principal;
    if (!session.administersInstance) throw createRefusal('not_found');
    if (!session.hasSecondFactor) throw createSecondFactorRefusal();
    return next({ ctx: { operator: { id: session.user.id, name: session.user.name }, audit } });
  })
  .use(storable);

/**
 * Dashboard users of any role, acting on their own account. They don't need the second factor that their
 * organization requires.
 */
export const accountProcedure = createSessionProcedure(null);

/** Dashboard users of any role. */
export const sessionProcedure = createSessionProcedure('read');

/**
 * The holder of a signing link. They must have proved who they are, unless the operation is open before that.
 */
export const signerProcedure = procedure
  .use(async ({ ctx, next, meta }) => {
    if (ctx.principal.kind !== 'signer') throw createRefusal('unauthorized');
    const { claims } = ctx.principal;
    const isOpen = meta?.rest?.beforeAuthentication === true;
    return await next({ ctx: { claims, linked: await admitSigner(ctx.services, claims, isOpen) } });
  })
  .use(storable);

/** The page that edits one draft for another application's user. Its token is for `use`. */
export function editorProcedure(use: EditingClaims['use']) {
  return procedure
    .use(async ({ ctx, next }) => {
      const { principal, services, audit } = ctx;
      if (principal.kind !== 'editor') throw createRefusal('unauthorized');
      const { org: organizationId, env: envelopeId, sid } = principal.claims;
      if (principal.claims.use !== use) throw createRefusal('unauthorized', { reason: 'session_over' });
      const { session, organization } = await requireLiveSession(services, organizationId, sid);
      if (session.participantId !== null || session.envelopeId !== envelopeId)
        throw createRefusal('unauthorized', { reason: 'session_over' });
      const getFacts = () => collectFacts({ type: 'application', id: sid }, services, audit);
      return await next({
        ctx: { editing: { organizationId, envelopeId, session, organization, facts: getFacts } },
      });
    })
    .use(storable);
}

/**
 * The holder of a document link. It opens only what can still be seen by the person whose agent requested the
 * link.
 */
export const documentLinkProcedure = procedure.use(({ ctx, next }) => {
  if (ctx.principal.kind !== 'document_link') throw createRefusal('unauthorized');
  const { claims, userId } = ctx.principal;
  const { services } = ctx;
  return next({ ctx: { claims, services: { ...services, db: withViewer(services.db, userId) } } });
});

/** Members of an organization with `right`: API keys, sessions or agents. */
export function memberProcedure(right: Right) {
  return procedure
    .use(async ({ ctx, next, meta, getRawInput }) => {
      const { principal } = ctx;
      if (principal.kind === 'session') {
        requireSecondFactor(principal.session);
        if (!may(principal.session.role, right)) throw createRefusal('forbidden');
        if (right === 'send') requireNotSuspended(principal.session);
      }
      if (principal.kind === 'api_key') admitKey(principal, right, meta, await getRawInput());
      if (principal.kind === 'agent') admitAgent(principal, right, meta, await getRawInput());
      return next({ ctx: toMemberContext(ctx) });
    })
    .use(storable);
}

/**
 * Admits dashboard users with a right, and with the second factor that their organization requires; null
 * admits everyone who is signed in. Nothing looks at the input before that.
 */
function createSessionProcedure(right: Right | null) {
  return procedure
    .use(({ ctx, next }) => {
      if (ctx.principal.kind !== 'session') throw createRefusal('unauthorized');
      const { session } = ctx.principal;
      if (right !== null) requireSecondFactor(session);
      if (right !== null && !may(session.role, right)) throw createRefusal('forbidden');
      return next({ ctx: { ...toMemberContext(ctx), session } });
    })
    .use(storable);
}

function requireSecondFactor({ needsSecondFactor }: Session): void {
  if (needsSecondFactor) throw createSecondFactorRefusal();
}

/**
 * Refuses changes in a test environment to what is managed in the live organization: who belongs to it, and
 * what protects it.
 */
export function requireLive({ isTest }: Member): void {
  if (isTest) throw createRefusal('forbidden', { reason: 'test_environment' }, REFUSAL_MESSAGES.live_only);
}

/**
 * Refuses with `forbidden` what a key does to roles that it doesn't manage, which are fewer than those of its
 * maker.
 */
export function requireKeyRoles(
  { managedRoles, apiKeyId }: Pick<Member, 'managedRoles' | 'apiKeyId'>,
  ...roles: readonly Role[]
): void {
  if (apiKeyId === null || roles.every((role) => managedRoles.includes(role))) return;
  throw createRefusal('forbidden', undefined, KEY_ROLE_REFUSED);
}

const KEY_ROLE_REFUSED =
  "This API key can't give this role, or change people who have it. Administrators take a key with all scopes, and owners take a person.";

/** Refuses live organizations with `not_found`, for features that only test environments have. */
export function requireTest({ isTest }: Member): void {
  if (!isTest) throw createRefusal('not_found', undefined, 'This exists only in test mode. Use a test key.');
}

/** Members of a suspended organization can read and export, but can't prepare or send anything. */
function requireNotSuspended({ organization }: Session): void {
  const refused = organization.standing === 'suspended' ? refuseSending('suspended') : null;
  if (refused !== null) throw createRefusal(refused.code, refused.details, refused.message);
}

function admitAgent(agent: Agent, right: Right, meta: Meta | undefined, input: unknown): void {
  if (meta?.agent === undefined)
    throw createRefusal('unauthorized', undefined, 'Agents have no access to this.');
  if (!may(agent.role, right)) throw createRefusal('forbidden');
  const needed = listNeededScopes(meta.agent, input);
  requireScopes('token', agent.scopes, needed);
  if (agent.asksFirst && needed.includes('envelopes:send') && meta.agent.followsUp !== true)
    throw createPersonSendsRefusal();
}

function admitKey(
  { role, scopes }: Extract<Principal, { kind: 'api_key' }>,
  right: Right,
  meta: Meta | undefined,
  input: unknown,
): void {
  const needed = meta?.openapi === undefined ? null : findOperationScopes(meta.openapi);
  if (needed === null) throw createRefusal('unauthorized', undefined, 'API keys have no access to this.');
  if (!may(role, right)) throw createRefusal('forbidden');
  const forInput = meta?.agent?.alsoFor?.(input) ?? [];
  requireScopes('key', scopes, [...needed, ...forInput]);
}

/**
 * Returns the context of a member's operation. In every transaction, policies hide the private teams of
 * others.
 */
function toMemberContext(ctx: Context): { readonly member: Member; readonly services: Services } {
  const member = toMember(ctx);
  const { services } = ctx;
  return { member, services: { ...services, db: withViewer(services.db, member.sender.userId) } };
}

function toMember({ principal, services, audit }: Context): Member {
  switch (principal.kind) {
    case 'api_key': {
      const { keyId, organizationId, isTest, teamId, sender, role, scopes } = principal;
      return {
        organizationId,
        isTest,
        teamId,
        apiKeyId: keyId,
        sender,
        role,
        administers: may(role, 'administer') && expandScopes(scopes).has('members'),
        managedRoles: listKeyRoles(role, scopes),
        facts: () => collectFacts({ type: 'api_key', id: keyId }, services, audit),
      };
    }
    case 'agent': {
      const { grantId, organizationId, isTest, sender, role } = principal;
      return {
        organizationId,
        isTest,
        teamId: null,
        apiKeyId: null,
        sender,
        role,
        administers: false,
        managedRoles: [],
        facts: () => collectFacts({ type: 'agent', id: grantId }, services, audit),
      };
    }
    case 'session': {
      const { user, organization, role } = principal.session;
      return {
        organizationId: organization.id,
        isTest: organization.testOf !== null,
        teamId: null,
        apiKeyId: null,
        sender: { userId: user.id, name: user.name, email: user.email },
        role,
        administers: may(role, 'administer'),
        managedRoles: listManagedRoles(role),
        facts: () => collectFacts({ type: 'sender', id: user.id }, services, audit),
      };
    }
    case 'signer':
    case 'editor':
    case 'document_link':
    case 'upload_link':
    case 'directory':
    case 'nobody':
      throw createRefusal('unauthorized');
    default:
      return principal satisfies never;
  }
}
