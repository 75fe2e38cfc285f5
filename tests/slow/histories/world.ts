import type postgres from 'postgres';
import { expect } from 'vitest';
import { deriveAccountToken } from '#server/crypto/account-token.ts';
import { generateApiKey, hashApiKey } from '#server/crypto/api-key.ts';
import { insertMembership, insertUser } from '#server/db/accounts/users.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { insertGrant } from '#server/db/oauth/oauth-grants.ts';
import { deriveCode } from '#server/envelopes/sent-code.ts';
import { actOnAllDue } from '#server/jobs/sweep.ts';
import { getCookieName } from '#server/surface/cookies.ts';
import { tokenOf } from '../../support/agent.ts';
import type { Tenant, TestApi } from '../../support/api.ts';
import { createDraft } from '../../support/envelopes.ts';
import { ORIGIN } from '../../support/session.ts';
import { openVisitor } from '../../support/visitor.ts';
import type { Outcome } from './histories.ts';
import { type Act, FACTORED, PEOPLE, type Person, type Slot, type State, TEAMS, type Team } from './model.ts';
import type { KillableServer } from './server.ts';

const HOUR_MS = 3_600_000;
const ZOE = { name: 'Zoe', email: 'zoe@client.example' };
const AUDIT = { ipAddress: null, userAgent: null };
/** The only domain that may join while domains are restricted. */
const DOMAIN = 'acme.example';
let worlds = 0;

/** What histories are played in: a database that a server of its own serves, and a home for everyone. */
export type Stage = {
  readonly api: TestApi;
  readonly sql: postgres.Sql;
  readonly server: KillableServer;
  readonly home: Tenant;
};

/** An organization in which a history is played. */
export type World = {
  /** Tries an act. */
  readonly attempt: (act: Act) => Promise<Outcome>;
  /** Lets two hours pass, so that what was scheduled is sent. */
  readonly pass: () => Promise<void>;
  /** Signs in everyone, and connects an agent for everyone, whom an act made a member. */
  readonly equip: (state: State) => Promise<void>;
  /** What the database says. */
  readonly observe: () => Promise<Observed>;
};

/** The part of a state that can be read from the database. */
type Observed = Readonly<Record<string, unknown>>;

/** Reduces a state to what can be observed. */
export function project(state: State): Observed {
  const list = (kind: 'key' | 'agent') =>
    Object.keys(state.credentials)
      .filter((slot) => state.credentials[slot]?.kind === kind && state.credentials[slot]?.isLive === true)
      .toSorted();
  return {
    roles: state.roles,
    invitations: Object.values(state.invitations)
      .map(({ to, role, by, epoch }) => `${to} ${role} ${by} ${epoch}`)
      .toSorted(),
    keys: list('key'),
    agents: list('agent'),
    teams: { first: state.teams.first?.toSorted() ?? null, second: state.teams.second?.toSorted() ?? null },
    drafts: Object.fromEntries(
      TEAMS.map((team) => {
        const { state: draft, by } = state.drafts[team];
        return [team, draft === 'scheduled' ? `scheduled by ${by}` : draft];
      }),
    ),
    form: state.form,
    rules: state.rules,
  };
}

/** Founds an organization whose owner is Ada, with two teams, a draft in each and a template. */
export async function openWorld({ api, sql, server, home }: Stage): Promise<World> {
  const { services } = api;
  const tenant = await api.tenant();
  const { organizationId, apiKey } = tenant;
  worlds += 1;
  const people = await populate();
  const nameOf = (userId: string) => PEOPLE.find((one) => people[one] === userId) ?? userId;
  const second = await api.call('POST', '/api/v1/teams', { key: apiKey, body: { name: 'Second' } });
  const teams = { first: tenant.teamId, second: String(second.json.id) };
  const { drafts, template } = await prepare();
  await sql`update api_keys set revoked_at = now() where organization_id = ${organizationId}`;
  /** What acts made, by the slot of the act: identifiers, and the text of credentials. */
  const ids = new Map<Slot, string>();
  const secrets = new Map<Slot, string>();

  async function populate(): Promise<Record<Person, string>> {
    const made = { ada: tenant.userId } as Record<Person, string>;
    const now = services.clock();
    for (const person of PEOPLE) {
      if (person !== 'ada') {
        made[person] = services.newId('user');
        const email = `${person}${worlds}@${person === 'eve' ? 'other.example' : DOMAIN}`;
        const account = { id: made[person], email, name: person, passwordHash: '-' };
        await transaction(services.db, null, (tx) => insertUser(tx, account, now));
      }
      const member = { organizationId: home.organizationId, userId: made[person], role: 'viewer' } as const;
      await transaction(services.db, member, (tx) => insertMembership(tx, member, now));
      if (FACTORED.includes(person))
        await sql`insert into totp_secrets (user_id, secret_box, created_at, confirmed_at) values (${made[person]}, '-', now(), now())`;
    }
    return made;
  }

  /** Makes a draft in each team, and a template in the second one, all from one document. */
  async function prepare() {
    const field = { type: 'signature', page: 1, x: 0.1, y: 0.7, width: 0.3, height: 0.06 };
    const made = await createDraft(api, apiKey, {
      teamId: teams.first,
      participants: [ZOE],
      fields: [{ ...field, participantIndex: 0 }],
    });
    expect(made.status, JSON.stringify(made.json)).toBe(201);
    const { envelope, participants } = made.json;
    const saved = await api.call('POST', '/api/v1/templates', {
      key: apiKey,
      body: {
        sourceEnvelopeId: envelope.id,
        name: 'Agreement',
        roles: [{ name: 'Client', participantId: participants[0].id }],
      },
    });
    expect(saved.status, JSON.stringify(saved.json)).toBe(201);
    const id = String(saved.json.template.id);
    // What is made of a template is in the template's team.
    await sql`update templates set team_id = ${teams.second} where id = ${id}`;
    const used = await api.call('POST', `/api/v1/templates/${id}/envelopes`, {
      key: apiKey,
      body: { recipients: { client: ZOE }, autoSend: false },
    });
    expect(used.status, JSON.stringify(used.json)).toBe(201);
    return {
      drafts: { first: String(envelope.id), second: String(used.json.envelope.id) },
      template: { id },
    };
  }

  async function startSession(person: Person, organization = organizationId): Promise<string> {
    const starting = {
      userId: people[person],
      organizationId: organization,
      secondFactor: FACTORED.includes(person),
    };
    return `${getCookieName('session', ORIGIN)}=${(await services.sessions.start(starting, AUDIT)).token}`;
  }

  const addressOf = async (person: Person) =>
    (await sql`select email from users where id = ${people[person]}`)[0]?.['email'] as string;

  /** Returns how an act is called: the dashboard's procedure, or the path of the API, with their input. */
  async function describe(act: Exclude<Act, { kind: 'join' | 'fillIn' | 'fire' }>) {
    switch (act.kind) {
      case 'invite':
        return call('member.invite', 'POST /api/v1/invitations', {
          email: await addressOf(act.to),
          role: act.role,
        });
      case 'resend':
        return call('member.resendInvitation', 'POST /api/v1/invitations/{id}/resend', {
          id: ids.get(act.invitation),
        });
      case 'revoke':
        return call('member.revokeInvitation', 'DELETE /api/v1/invitations/{id}', {
          id: ids.get(act.invitation),
        });
      case 'changeRole':
        return call('member.changeRole', 'PATCH /api/v1/members/{userId}', {
          userId: people[act.target],
          role: act.role,
        });
      case 'remove':
        return call('member.remove', 'DELETE /api/v1/members/{userId}', { userId: people[act.target] });
      case 'leave':
        return call('organization.leave', '', {});
      case 'createKey':
        return call('apiKey.create', '', {
          name: act.slot,
          ...(act.reads ? { scopes: ['envelopes:read'] } : {}),
        });
      case 'revokeKey':
        return call('apiKey.revoke', 'DELETE /api/v1/api-keys/{id}', { id: ids.get(act.credential) });
      case 'endAgent':
        return call('agent.end', '', { id: ids.get(act.credential) });
      case 'setPrivacy':
        return call('team.change', 'PATCH /api/v1/teams/{id}', {
          id: teams[act.team],
          isPrivate: act.isPrivate,
        });
      case 'addToTeam':
        return call('team.addMember', 'PUT /api/v1/teams/{id}/members/{userId}', {
          id: teams[act.team],
          userId: people[act.target],
        });
      case 'dropFromTeam':
        return call('team.removeMember', 'DELETE /api/v1/teams/{id}/members/{userId}', {
          id: teams[act.team],
          userId: people[act.target],
        });
      case 'read':
        return call('envelope.events', 'GET /api/v1/envelopes/{id}/events', { id: drafts[act.team] });
      case 'schedule':
        return call('envelope.send', 'POST /api/v1/envelopes/{id}/send', {
          id: drafts[act.team],
          expectedVersion: await versionOf(act.team),
          sendAt: new Date(api.clock.now.getTime() + HOUR_MS).toISOString(),
        });
      case 'unschedule':
        return call('envelope.unschedule', 'POST /api/v1/envelopes/{id}/unschedule', {
          id: drafts[act.team],
          expectedVersion: await versionOf(act.team),
        });
      case 'publish':
        return call('template.putForm', 'PUT /api/v1/templates/{id}/form', {
          id: template.id,
          enabled: true,
          roleApiName: 'client',
        });
      case 'unpublish':
        return call('template.deleteForm', 'DELETE /api/v1/templates/{id}/form', { id: template.id });
      case 'setRules':
        return call('organization.changeMembershipRules', '', {
          requireSecondFactor: act.secondFactor,
          domains: act.domains ? [DOMAIN] : [],
        });
    }
  }

  const versionOf = async (team: Team) =>
    Number((await sql`select version from envelopes where id = ${drafts[team]}`)[0]?.['version']);

  async function attempt(act: Act): Promise<Outcome> {
    if (act.kind === 'fire') return 'done';
    if (act.kind === 'fillIn') return await fillIn();
    if (act.kind === 'join') return await join(act);
    const described = await describe(act);
    const secret = secrets.get(act.by) ?? '';
    const answer = await (secret.includes('=') ? asPerson(described, secret) : asProgram(described, secret));
    if (answer === null) return 'cut';
    // Someone else changed the draft at the same moment. Whether that's permitted is what matters here.
    if (answer.code === 'version_conflict') return await attempt(act);
    if (!answer.ok) return 'refused';
    const made = answer.data as { id?: string; apiKey?: { id: string }; secret?: string } | undefined;
    if (act.kind === 'invite') ids.set(act.slot, String(made?.id));
    if (act.kind === 'createKey') {
      ids.set(act.slot, String(made?.apiKey?.id));
      secrets.set(act.slot, String(made?.secret));
    }
    return 'done';
  }

  async function asPerson({ procedure, input }: Called, cookie: string): Promise<Answered | null> {
    const isQuery = procedure === 'envelope.events';
    const query = isQuery ? `?input=${encodeURIComponent(JSON.stringify(input))}` : '';
    const answer = await send(server, isQuery ? 'GET' : 'POST', `/api/trpc/${procedure}${query}`, {
      headers: { cookie, origin: ORIGIN },
      body: isQuery ? undefined : input,
    });
    if (answer === null) return null;
    const { status, json } = answer;
    return { ok: status < 300, data: json?.result?.data, code: json?.error?.data?.refusal?.code };
  }

  async function asProgram({ operation, input }: Called, bearer: string): Promise<Answered | null> {
    const [method = 'GET', path = ''] = operation.split(' ');
    const rest = { ...input };
    const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
      const value = String(rest[name]);
      delete rest[name];
      return encodeURIComponent(value);
    });
    const answer = await send(server, method, filled, {
      headers: { authorization: `Bearer ${bearer}` },
      body: method === 'GET' || method === 'DELETE' ? undefined : rest,
    });
    return answer === null ? null : { ok: answer.status < 300, data: answer.json, code: answer.json?.code };
  }

  async function join({ person, slot, invitation, epoch }: Act & { kind: 'join' }): Promise<Outcome> {
    const cookie = await startSession(person, home.organizationId);
    const secretKey = services.config.secretKeys.current.key;
    const token = deriveAccountToken(secretKey, 'invitation', `${ids.get(invitation)}.${epoch}`);
    const headers = { cookie, origin: ORIGIN };
    const answer = await send(server, 'POST', '/api/auth/invitation/accept', { headers, body: { token } });
    if (answer === null) return 'cut';
    if (answer.status >= 300) return 'refused';
    secrets.set(slot, cookie);
    return 'done';
  }

  /** Fills in the public form as a visitor, up to the envelope that it makes. */
  async function fillIn(): Promise<Outcome> {
    const [form] = await sql`select id from template_forms where template_id = ${template.id}`;
    // Each world has a network of its own, because a network fills in few forms an hour.
    const visitor = openVisitor(api, `10.${worlds >> 16}.${(worlds >> 8) % 256}.${worlds % 256}`);
    const id = String(form?.['id'] ?? 'form_none');
    try {
      const { startId } = await visitor.start({ id, name: 'Vic', email: `vic${worlds}@client.example` });
      const [start] = await sql`select code_nonce from form_starts where id = ${startId}`;
      const code = deriveCode(String(start?.['code_nonce']), services.config.secretKeys.current.key);
      await visitor.confirm({ id, startId, code });
      return 'done';
    } catch (error) {
      if (
        ['not_found', 'invalid_state'].includes(String((error as { cause?: { code?: string } }).cause?.code))
      )
        return 'refused';
      throw error;
    }
  }

  async function equip(state: State): Promise<void> {
    for (const [slot, { kind, person, isLive }] of Object.entries(state.credentials)) {
      if (!isLive || secrets.has(slot)) continue;
      if (kind === 'session') secrets.set(slot, await startSession(person));
      if (kind === 'agent') await connectAgent(slot, person);
      if (kind === 'key') secrets.set(slot, await replaceKey(slot));
    }
    for (const [slot, { kind, person }] of Object.entries(state.credentials))
      if (kind === 'agent' && ids.has(slot)) secrets.set(slot, await agentToken(slot, person));
    const rows = await sql`select id, email, role from invitations
      where organization_id = ${organizationId} and accepted_at is null and revoked_at is null`;
    for (const [slot, { to }] of Object.entries(state.invitations))
      if (!ids.has(slot)) {
        const address = await addressOf(to);
        ids.set(slot, String(rows.find((row) => row['email'] === address)?.['id']));
      }
    for (const [slot, { kind }] of Object.entries(state.credentials))
      if (kind === 'key' && !ids.has(slot)) {
        const [row] =
          await sql`select id from api_keys where organization_id = ${organizationId} and name = ${slot}`;
        ids.set(slot, String(row?.['id']));
      }
  }

  /** Gives a key another text. That of a key that was made while the server died was told nobody. */
  async function replaceKey(slot: Slot): Promise<string> {
    const secret = generateApiKey(false);
    await sql`update api_keys set hash = ${hashApiKey(secret)} where organization_id = ${organizationId} and name = ${slot}`;
    return secret;
  }

  const agentClient = 'https://agent.example/client.json';

  async function connectAgent(slot: Slot, person: Person): Promise<void> {
    const grant = services.newId('grant');
    await transaction(services.db, { organizationId }, (tx) =>
      insertGrant(tx, {
        ...{ id: grant, organizationId, userId: people[person], clientId: agentClient },
        ...{ clientName: slot, redirectHost: 'agent.example', scopes: ['envelopes:read'] },
        ...{ asksFirst: false, createdAt: services.clock(), requestHash: null },
      }),
    );
    // Without a token to renew it with, a grant ends after an hour.
    const until = new Date(api.clock.now.getTime() + 1000 * HOUR_MS);
    await sql`insert into oauth_records (id, kind, grant_id, payload, expires_at) values (${grant}, 'RefreshToken', ${grant}, '{}', ${until})`;
    ids.set(slot, grant);
  }

  async function agentToken(slot: Slot, person: Person): Promise<string> {
    // Longer than usual: two hours may pass while it's used.
    const exp = Math.floor(api.clock.now.getTime() / 1000) + 36_000;
    const claims = { sub: people[person], client_id: agentClient, scope: 'envelopes:read', exp };
    return await tokenOf(api, { ...claims, grant: ids.get(slot), org: organizationId });
  }

  async function observe(): Promise<Observed> {
    const inside = sql`organization_id = ${organizationId}`;
    const members = await sql`select user_id, role from memberships where ${inside}`;
    const invitations = await sql`select i.role, i.epoch, i.invited_by, u.id as user_id from invitations i
      join users u on u.email = i.email where i.organization_id = ${organizationId} and accepted_at is null and revoked_at is null`;
    const keys = await sql`select name from api_keys where ${inside} and revoked_at is null order by name`;
    const agents =
      await sql`select client_name from oauth_grants where ${inside} and ended_at is null order by client_name`;
    const privacy = await sql`select id, is_private from teams where ${inside}`;
    const inTeams = await sql`select team_id, user_id from team_members where ${inside}`;
    const sent =
      await sql`select id, status, scheduled_send_at, scheduled_by, schedule_failed_at from envelopes
      where id in ${sql(Object.values(drafts))}`;
    const [form] =
      await sql`select created_by, enabled from template_forms where template_id = ${template.id}`;
    const [rules] =
      await sql`select require_second_factor, cardinality(member_domains) > 0 as restricted from organizations where id = ${organizationId}`;
    const draftOf = (team: Team) => {
      const row = sent.find(({ id }) => id === drafts[team]);
      if (row?.['status'] !== 'draft') return 'sent';
      if (row['scheduled_send_at'] !== null) return `scheduled by ${nameOf(String(row['scheduled_by']))}`;
      return row['schedule_failed_at'] === null ? 'draft' : 'held';
    };
    const membersOf = (team: Team) =>
      privacy.find(({ id }) => id === teams[team])?.['is_private'] === true
        ? inTeams
            .filter((row) => row['team_id'] === teams[team])
            .map((row) => nameOf(String(row['user_id'])))
            .toSorted()
        : null;
    return {
      roles: Object.fromEntries(members.map((row) => [nameOf(String(row['user_id'])), row['role']])),
      invitations: invitations
        .map(
          (row) =>
            `${nameOf(String(row['user_id']))} ${row['role']} ${nameOf(String(row['invited_by']))} ${row['epoch']}`,
        )
        .toSorted(),
      keys: keys.map((row) => row['name']).toSorted(),
      agents: agents.map((row) => row['client_name']).toSorted(),
      teams: { first: membersOf('first'), second: membersOf('second') },
      drafts: { first: draftOf('first'), second: draftOf('second') },
      form:
        form === undefined
          ? null
          : { by: nameOf(String(form['created_by'])), isOpen: form['enabled'] === true },
      rules: {
        secondFactor: rules?.['require_second_factor'],
        domains: rules?.['restricted'],
      },
    };
  }

  return {
    attempt,
    equip,
    observe,
    pass: async () => {
      api.clock.now = new Date(api.clock.now.getTime() + 2 * HOUR_MS);
      await server.setTime();
      await actOnAllDue(services);
    },
  };
}

type Called = {
  readonly procedure: string;
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
};
type Answered = { readonly ok: boolean; readonly data: unknown; readonly code: unknown };

function call(procedure: string, operation: string, input: Readonly<Record<string, unknown>>): Called {
  return { procedure, operation, input };
}

/** Sends a request to the server. Returns null if it died meanwhile. */
async function send(
  server: KillableServer,
  method: string,
  path: string,
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: unknown },
) {
  try {
    const answer = await fetch(`${server.origin()}${path}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (answer.status >= 500) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return { status: answer.status, json: text === '' ? null : JSON.parse(text) };
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
