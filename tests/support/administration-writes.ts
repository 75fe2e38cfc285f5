import { expect } from 'vitest';
import { deriveAccountToken } from '#server/crypto/account-token.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { insertDomain, updateDomain } from '#server/db/single-sign-on/email-domains.ts';
import { mutate, PASSWORD, post } from './account.ts';
import { agentOf } from './agent.ts';
import type { Answer, Tenant, TestApi } from './api.ts';
import { ALICE, createDraft, sendDraft, SIGNATURE } from './envelopes.ts';
import { callDashboard, sessionOf } from './session.ts';

/** An organization with an owner who is signed in, as far as a write needs it. */
export type World = {
  readonly api: TestApi;
  readonly tenant: Tenant;
  readonly owner: string;
  readonly send: (method: string, path: string, body?: object) => Promise<Answer>;
};

/** Prepares what one write changes. Returns the call that makes the change. */
type Prepare = (world: World, unique: string) => Promise<() => Promise<Answer>> | (() => Promise<Answer>);

/** Returns an organization of its own. */
export async function makeWorld(api: TestApi): Promise<World> {
  const tenant = await api.tenant();
  const owner = await sessionOf(api, tenant.organizationId, 'owner');
  const send = (method: string, path: string, body?: object) =>
    api.call(method, `/api/v1${path}`, { key: tenant.apiKey, ...(body && { body }) });
  return { api, tenant, owner, send };
}

const act = ({ api, owner }: World, procedure: string, input: unknown = {}, cookie = owner) =>
  callDashboard(api, 'mutation', procedure, { cookie, input });

async function idOf(call: Promise<Answer>): Promise<string> {
  const { status, json } = await call;
  expect(status).toBeLessThan(300);
  return json.id ?? json.apiKey?.id ?? json.envelope?.id ?? json.result.data.id;
}

/** Adds a member. Returns their cookie and identifier. */
async function join({ api, tenant }: World, role: 'admin' | 'member' = 'member') {
  const cookie = await sessionOf(api, tenant.organizationId, role);
  const { json } = await api.call('GET', '/api/auth/session', { headers: { cookie } });
  return { cookie, userId: json.user.id as string };
}

const makeTeam = (world: World, unique: string, isPrivate = false) =>
  idOf(world.send('POST', '/teams', { name: `Team ${unique}`, isPrivate }));
const makeKey = (world: World, unique: string) =>
  idOf(world.send('POST', '/api-keys', { name: `Key ${unique}` }));
const invite = (world: World, unique: string) =>
  idOf(world.send('POST', '/invitations', { email: `${unique}@acme.example`, role: 'member' }));
const webhook = { url: 'https://example.com/hook' };
const provider = {
  name: 'Bank',
  issuer: 'https://id.example',
  clientId: 'a',
  clientSecret: 'b',
  match: 'email',
};

const connection = {
  settings: {
    ...{ kind: 'oidc', issuer: 'https://id.example', clientId: 'a', clientSecret: 'b' },
    trustEmail: false,
  },
  ...{ createsMembers: true, joiningRole: 'member' },
};

async function makeTemplate({ api, tenant, send }: World): Promise<string> {
  const one = { participants: [ALICE], fields: [{ ...SIGNATURE, participantIndex: 0 }] };
  const { envelope, participants } = (await createDraft(api, tenant.apiKey, one)).json;
  const roles = [{ name: 'Client', participantId: participants[0].id }];
  const { json } = await send('POST', '/templates', {
    sourceEnvelopeId: envelope.id,
    name: 'Agreement',
    roles,
  });
  return json.template.id as string;
}

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const directories = new WeakMap<World, ReturnType<typeof connectDirectory>>();

const domainOf = ({ organizationId }: Tenant) => `${organizationId.slice(4)}.example`;

/** Returns the world's only directory, because each has one token. */
async function directoryOf(world: World) {
  const found = directories.get(world) ?? connectDirectory(world);
  directories.set(world, found);
  return await found;
}

async function connectDirectory({ api, tenant, owner }: World) {
  const { services } = api;
  const { organizationId } = tenant;
  const [id, domain, now] = [services.newId('emailDomain'), domainOf(tenant), services.clock()];
  await transaction(services.db, { organizationId }, async (tx) => {
    await insertDomain(tx, { id, organizationId, domain, token: '-', connectionId: null, createdAt: now });
    await updateDomain(tx, { organizationId, id }, { verifiedAt: now });
  });
  const { token } = await mutate(api, owner, 'singleSignOn.createToken', {});
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' };
  const ask = (method: string, path: string, body: object) =>
    api.call(method, `/scim/v2/${path}`, { headers, body });
  return { domain, ask };
}

/** Every write of administrators and of the organization's own settings, by name. */
export const WRITES = {
  'create an API key': (world, unique) => () => world.send('POST', '/api-keys', { name: `Key ${unique}` }),
  'revoke an API key': async (world, unique) => {
    const id = await makeKey(world, unique);
    return () => world.send('DELETE', `/api-keys/${id}`);
  },
  'create a team': (world, unique) => () =>
    world.send('POST', '/teams', { name: `New ${unique}`, isPrivate: true }),
  'rename a team': async (world, unique) => {
    const id = await makeTeam(world, unique);
    return () => world.send('PATCH', `/teams/${id}`, { name: `Law ${unique}` });
  },
  'make a team private': async (world, unique) => {
    const id = await makeTeam(world, unique);
    return () => world.send('PATCH', `/teams/${id}`, { isPrivate: true });
  },
  'delete a team': async (world, unique) => {
    const id = await makeTeam(world, unique);
    return () => world.send('DELETE', `/teams/${id}`);
  },
  'add a member to a team': async (world, unique) => {
    const [id, { userId }] = [await makeTeam(world, unique, true), await join(world)];
    return () => world.send('PUT', `/teams/${id}/members/${userId}`);
  },
  'remove a member from a team': async (world, unique) => {
    const [id, { userId }] = [await makeTeam(world, unique, true), await join(world)];
    await world.send('PUT', `/teams/${id}/members/${userId}`);
    return () => world.send('DELETE', `/teams/${id}/members/${userId}`);
  },
  'invite somebody': (world, unique) => () =>
    world.send('POST', '/invitations', { email: `new-${unique}@acme.example`, role: 'member' }),
  'resend an invitation': async (world, unique) => {
    const id = await invite(world, unique);
    return () => world.send('POST', `/invitations/${id}/resend`);
  },
  'revoke an invitation': async (world, unique) => {
    const id = await invite(world, unique);
    return () => world.send('DELETE', `/invitations/${id}`);
  },
  'join by an invitation': async (world, unique) => {
    const id = await invite(world, unique);
    const { key } = world.api.services.config.secretKeys.current;
    const token = deriveAccountToken(key, 'invitation', `${id}.1`);
    return () => post(world.api, 'invitation/join', { token, name: 'New', password: PASSWORD });
  },
  'give a role': async (world) => {
    const { userId } = await join(world);
    return () => world.send('PATCH', `/members/${userId}`, { role: 'admin' });
  },
  'demote an administrator with keys and invitations': async (world, unique) => {
    const { userId, cookie } = await join(world, 'admin');
    await mutate(world.api, cookie, 'apiKey.create', { name: 'Theirs' });
    await mutate(world.api, cookie, 'member.invite', { email: `by-${unique}@acme.example`, role: 'admin' });
    return () => world.send('PATCH', `/members/${userId}`, { role: 'viewer' });
  },
  'remove an administrator with keys and invitations': async (world, unique) => {
    const { userId, cookie } = await join(world, 'admin');
    await mutate(world.api, cookie, 'apiKey.create', { name: 'Theirs' });
    await mutate(world.api, cookie, 'member.invite', { email: `by-${unique}@acme.example`, role: 'admin' });
    return () => world.send('DELETE', `/members/${userId}`);
  },
  'leave the organization': async (world) => {
    const { cookie } = await join(world);
    return () => act(world, 'organization.leave', {}, cookie);
  },
  'create a webhook': (world) => () => world.send('POST', '/webhooks', webhook),
  'change a webhook': async (world) => {
    const id = await idOf(world.send('POST', '/webhooks', webhook));
    return () => world.send('PATCH', `/webhooks/${id}`, { description: 'Ours', events: ['envelope.sent'] });
  },
  'rotate the secret of a webhook': async (world) => {
    const id = await idOf(world.send('POST', '/webhooks', webhook));
    return () => world.send('POST', `/webhooks/${id}/rotate-secret`, {});
  },
  'delete a webhook': async (world) => {
    const id = await idOf(world.send('POST', '/webhooks', webhook));
    return () => world.send('DELETE', `/webhooks/${id}`);
  },
  'create an identity provider': (world, unique) => () =>
    world.send('POST', '/identity-providers', { ...provider, name: `Bank ${unique}` }),
  'change an identity provider': async (world, unique) => {
    const id = await idOf(world.send('POST', '/identity-providers', { ...provider, name: `B ${unique}` }));
    return () => world.send('PATCH', `/identity-providers/${id}`, { enabled: false });
  },
  'delete an identity provider': async (world, unique) => {
    const id = await idOf(world.send('POST', '/identity-providers', { ...provider, name: `B ${unique}` }));
    return () => world.send('DELETE', `/identity-providers/${id}`);
  },
  'change branding': (world, unique) => () =>
    world.send('PATCH', '/branding', { accentColor: `#1122${unique.padStart(2, '0').slice(-2)}` }),
  'change embedding': (world, unique) => () =>
    world.send('PUT', '/embedding', { origins: [`https://app${unique}.example`] }),
  'create a label': (world, unique) => () => world.send('POST', '/labels', { name: `Label ${unique}` }),
  'delete a label': async (world, unique) => {
    const id = await idOf(world.send('POST', '/labels', { name: `Old ${unique}` }));
    return () => world.send('DELETE', `/labels/${id}`);
  },
  'rename the organization': (world, unique) => () =>
    act(world, 'organization.rename', { name: `Acme ${unique}` }),
  'change the defaults': (world, unique) => () =>
    act(world, 'organization.changeDefaults', {
      ...{ legalFramework: 'esign_ueta', consumerDisclosure: false, expiryDays: Number(unique) + 1 },
      ...{ reminderPolicy: null, canDelegate: true, textTags: false, attachSealed: false },
      makeArchivable: false,
    }),
  'change the rules for members': (world, unique) => () =>
    act(world, 'organization.changeMembershipRules', {
      domains: ['acme.example', `acme${unique}.example`, domainOf(world.tenant)],
    }),
  'change the retention': (world, unique) => () =>
    act(world, 'retention.change', { years: Number(unique) + 1 }),
  'change the rules for agents': (world, unique) => () =>
    act(world, 'agent.changeRules', { askFirst: Number(unique) % 2 === 0 }),
  'disconnect an agent': async (world) => {
    const { grantId } = await agentOf(world.api, world.tenant.organizationId);
    return () => act(world, 'agent.end', { id: grantId });
  },
  'enter test mode': (world) => () => act(world, 'organization.enterTestMode'),
  'save a view': (world, unique) => () => act(world, 'view.create', { name: `View ${unique}`, query: '' }),
  'rename oneself': (world, unique) => () => act(world, 'account.rename', { name: `Olga ${unique}` }),
  'add a domain': (world, unique) => () =>
    act(world, 'singleSignOn.addDomain', { domain: `domain${unique}.example` }),
  'remove a domain': async (world, unique) => {
    const id = await idOf(act(world, 'singleSignOn.addDomain', { domain: `old${unique}.example` }));
    return () => act(world, 'singleSignOn.removeDomain', { id });
  },
  'create a connection': (world, unique) => () =>
    act(world, 'singleSignOn.create', { ...connection, name: `ID ${unique}` }),
  'change a connection': async (world, unique) => {
    const id = await idOf(act(world, 'singleSignOn.create', { ...connection, name: `ID ${unique}` }));
    return () => act(world, 'singleSignOn.change', { ...connection, id, name: `New ${unique}` });
  },
  'delete a connection': async (world, unique) => {
    const id = await idOf(act(world, 'singleSignOn.create', { ...connection, name: `ID ${unique}` }));
    return () => act(world, 'singleSignOn.delete', { id });
  },
  'create the token of a directory': (world) => () => act(world, 'singleSignOn.createToken'),
  'let a directory create somebody': async (world, unique) => {
    const { ask, domain } = await directoryOf(world);
    return () => ask('POST', 'Users', { schemas: [USER], userName: `new${unique}@${domain}` });
  },
  'let a directory deactivate somebody': async (world, unique) => {
    const { ask, domain } = await directoryOf(world);
    const made = await ask('POST', 'Users', { schemas: [USER], userName: `ada${unique}@${domain}` });
    expect(made.status).toBe(201);
    const Operations = [{ op: 'replace', path: 'active', value: false }];
    return () =>
      ask('PATCH', `Users/${JSON.parse(made.bytes.toString()).id}`, { schemas: [PATCH], Operations });
  },
  'start an export': (world) => () => act(world, 'export.start'),
  'publish a form': async (world) => {
    const id = await makeTemplate(world);
    const body = { enabled: true, roleApiName: 'client' };
    return () => world.send('PUT', `/templates/${id}/form`, body);
  },
  'move a template into a private team': async (world, unique) => {
    const [id, teamId] = [await makeTemplate(world), await makeTeam(world, unique, true)];
    return () => world.send('PATCH', `/templates/${id}`, { teamId });
  },
  'send an envelope': async (world) => {
    const { json } = await createDraft(world.api, world.tenant.apiKey);
    return () => world.send('POST', `/envelopes/${json.envelope.id}/send`, { expectedVersion: 1 });
  },
  'void an envelope': async (world) => {
    const { envelope } = await sendDraft(world.api, world.tenant.apiKey);
    const body = { expectedVersion: envelope.version, reason: 'Other' };
    return () => world.send('POST', `/envelopes/${envelope.id}/void`, body);
  },
} as const satisfies Record<string, Prepare>;

export type WriteName = keyof typeof WRITES;
export const WRITE_NAMES = Object.keys(WRITES) as readonly WriteName[];

/** Makes some of each of these writes at once in a new organization. Returns the responses by write. */
export async function writeAtOnce(
  api: TestApi,
  names: readonly WriteName[],
  each: number,
): Promise<ReadonlyMap<WriteName, readonly number[]>> {
  const world = await makeWorld(api);
  const calls: { readonly name: WriteName; readonly call: () => Promise<Answer> }[] = [];
  for (let n = 0; n < each; n++)
    for (const [at, name] of names.entries())
      calls.push({ name, call: await WRITES[name](world, String(n * names.length + at)) });
  const answers = await Promise.all(
    calls.map(async ({ name, call }) => ({ name, status: (await call()).status })),
  );
  return new Map(
    names.map((name) => [name, answers.filter((one) => one.name === name).map(({ status }) => status)]),
  );
}
