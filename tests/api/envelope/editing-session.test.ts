import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { transaction } from '#server/db/client/transaction.ts';
import { ROUTES } from '#server/http/rest/routes.ts';
import { expectError } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import {
  draftForEditing,
  EDITED_URL,
  editedPage,
  openEditing,
  requestEditing,
} from '../../support/editing.ts';
import { sendDraft } from '../../support/envelopes.ts';
import { APP, registerOrigins, requestSession, sentForSession, tokenIn } from '../../support/sessions.ts';
import { mutate, pass, whoIs } from '../../support/account.ts';
import { sessionOf } from '../../support/session.ts';
import { eventsOf } from '../../support/traces.ts';

const api = useApi();
const OVER = { reason: 'session_over' };
const get = (token: string) => api.call('GET', '/api/editing/envelope', { key: token });
const draft = async () => await draftForEditing(api, await api.tenant());

describe('POST /api/v1/envelopes/{id}/session', () => {
  it('returns a URL that opens the editor', async () => {
    const answer = await requestEditing(api, await draft());
    expect(answer.status).toBe(201);
    expect(answer.json).toEqual({
      url: expect.stringMatching(/^http:\/\/localhost:3000\/edit\/session\/ses_\w+#token=.+\..+$/),
      expiresAt: new Date(api.clock.now.getTime() + 5 * 60_000).toISOString(),
    });
  });

  it('refuses what is not a draft with a document', async () => {
    const { apiKey: key } = await api.tenant();
    await registerOrigins(api, key, [APP]);
    const sent = (await sendDraft(api, key)) as { envelope: { id: string } };
    expectError(await requestEditing(api, { key, id: sent.envelope.id }), 'invalid_state', {
      status: 'in_progress',
    });
    const empty = await api.call('POST', '/api/v1/envelopes', { key, body: { originalFilename: 'a.pdf' } });
    expectError(await requestEditing(api, { key, id: empty.json.envelope.id }), 'invalid_state', {
      status: 'draft',
      reason: 'document_missing',
    });
  });

  it.each([
    [{ returnUrl: 'https://evil.example' }, '/returnUrl'],
    [{ returnUrl: EDITED_URL, frameOrigin: 'https://evil.example' }, '/frameOrigin'],
    [{ returnUrl: EDITED_URL, userName: '' }, '/userName'],
    [{ returnUrl: EDITED_URL, sender: 'x' }, '/sender'],
  ])('refuses %j', async (body, path) => {
    const answer = await requestEditing(api, await draft(), body);
    expect(answer.status).toBe(422);
    expect(answer.json.details.issues).toEqual([{ path, message: expect.any(String) }]);
  });
});

describe('the rights of the person who requested a session', () => {
  /**
   * A page for editing a private team's draft, opened with the key of an administrator who belongs to the
   * team.
   */
  async function pageOfAdministrator() {
    const tenant = await api.tenant();
    const { apiKey: key, organizationId } = tenant;
    await registerOrigins(api, key, [APP]);
    const cookie = await sessionOf(api, organizationId, 'admin');
    const maker = (await whoIs(api, cookie)).json.user.id as string;
    const team = await mutate(api, cookie, 'team.create', { name: 'Board', isPrivate: true });
    const made = await mutate(api, cookie, 'apiKey.create', {
      name: 'App',
      teamId: team.id,
      expiresInDays: 1,
    });
    const draftOf = await draftForEditing(api, { apiKey: made.secret });
    const requested = { key: made.secret as string, id: draftOf.id };
    const page = await editedPage(api, requested);
    const unopened = tokenIn(await requestEditing(api, requested));
    const asOwner = (method: string, rest: string, body?: unknown) =>
      api.call(method, `/api/v1${rest}`, { key, ...(body === undefined ? {} : { body }) });
    expect((await get(page)).status).toBe(200);
    const expectOver = async () => {
      expectError(await get(page), 'unauthorized', OVER);
      expectError(await openEditing(api, unopened), 'unauthorized', OVER);
    };
    return { maker, team, asOwner, expectOver, organizationId, page };
  }

  it('end it when they leave the private team of the draft', async () => {
    const { asOwner, team, maker, expectOver } = await pageOfAdministrator();
    expect((await asOwner('DELETE', `/teams/${team.id}/members/${maker}`)).status).toBe(204);
    await expectOver();
  });

  it('end it when they leave the organization', async () => {
    const { asOwner, maker, expectOver } = await pageOfAdministrator();
    expect((await asOwner('DELETE', `/members/${maker}`)).status).toBe(204);
    await expectOver();
  });

  it('end it when they may no longer send', async () => {
    const { asOwner, maker, expectOver } = await pageOfAdministrator();
    expect((await asOwner('PATCH', `/members/${maker}`, { role: 'viewer' })).status).toBe(204);
    await expectOver();
  });

  it('end it when their key expires', async () => {
    const { organizationId, maker, expectOver } = await pageOfAdministrator();
    const soon = new Date(api.clock.now.getTime() + 60_000).toISOString();
    await transaction(api.services.db, { organizationId }, (tx) =>
      tx.execute(sql`update api_keys set expires_at = ${soon} where created_by = ${maker}`),
    );
    pass(api, 61_000);
    await expectOver();
  });

  it('end it while they lack the second factor that the organization requires', async () => {
    const { organizationId, expectOver } = await pageOfAdministrator();
    await transaction(api.services.db, { organizationId }, (tx) =>
      tx.execute(sql`update organizations set require_second_factor = true`),
    );
    await expectOver();
  });

  it('leave it alone while they may', async () => {
    const { asOwner, maker, page } = await pageOfAdministrator();
    expect((await asOwner('PATCH', `/members/${maker}`, { role: 'member' })).status).toBe(204);
    expect((await get(page)).status).toBe(200);
  });
});

describe('the session of an editor', () => {
  it('reads, saves and sends its draft, and the log says for whom', async () => {
    const made = await draft();
    const body = { returnUrl: EDITED_URL, frameOrigin: APP, userName: 'Grace Hopper' };
    const opened = await openEditing(api, tokenIn(await requestEditing(api, made, body)));
    expect(opened.json).toEqual({
      token: expect.any(String),
      expiresAt: new Date(api.clock.now.getTime() + 2 * 3_600_000).toISOString(),
      returnUrl: EDITED_URL,
      defaults: expect.objectContaining({ canDelegate: true }),
    });
    const { token } = opened.json;
    expect((await get(token)).json).toEqual(made.graph);
    const document = await api.call('GET', '/api/editing/document', { key: token });
    expect(document.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const saved = await api.call('PUT', '/api/editing/draft', {
      key: token,
      body: { displayName: 'Renamed', expectedVersion: 1 },
    });
    expect(saved.json.envelope).toMatchObject({
      displayName: 'Renamed',
      version: 2,
      senderName: 'Olga Owner',
    });
    const sent = await api.call('POST', '/api/editing/send', { key: token, body: { expectedVersion: 2 } });
    expect(sent.json.envelope.status).toBe('in_progress');
    const log = await eventsOf(api, made.key, made.id);
    const own = log.filter(({ actorType }) => actorType === 'application');
    expect(own.map(({ action }) => action)).toEqual([
      'envelope.editing_opened',
      'envelope.draft_updated',
      'envelope.sent',
      'participant.link_issued',
    ]);
    expect(own[0]?.payload).toEqual({
      sessionId: own[0]?.actorId,
      application: 'Acme GmbH',
      userName: 'Grace Hopper',
      frameOrigin: APP,
    });
    expect(new Set(own.map(({ actorId }) => actorId)).size).toBe(1);
    expectError(await get(token), 'unauthorized', OVER);
  });

  it('refuses an outdated version and properties that an editor has no use for', async () => {
    const token = await editedPage(api, await draft());
    const save = (body: object) => api.call('PUT', '/api/editing/draft', { key: token, body });
    expectError(await save({ displayName: 'x', expectedVersion: 7 }), 'version_conflict', {
      currentVersion: 1,
    });
    for (const body of [
      { expectedVersion: 1, sender: { name: 'Eve', email: 'eve@example.com' } },
      { expectedVersion: 1, id: 'env_1' },
      { displayName: 'x' },
    ])
      expect((await save(body)).status, JSON.stringify(body)).toBe(422);
  });

  it('works for nothing else', async () => {
    const { key, id, graph } = await draft();
    const url = tokenIn(await requestEditing(api, { key, id }));
    const page = await editedPage(api, { key, id });
    const own = (path: string) => path.startsWith('/api/editing/');
    const filled = (path: string) =>
      path
        .replace('{id}', id)
        .replace('{participantId}', graph.participants[0].id)
        .replaceAll(/\{\w+\}/g, 'x');
    for (const { method, path, type, rest } of ROUTES) {
      const needsNobody = path.startsWith('/api/auth/') && rest.needsSession !== true;
      if (own(path) || needsNobody) continue;
      for (const token of [url, page]) {
        const answer = await api.call(method, filled(path), {
          key: token,
          ...(type === 'mutation' && rest.body !== 'bytes' ? { body: {} } : {}),
        });
        expect([method, path, answer.status]).toEqual([method, path, 401]);
        const asQuery = await api.call('GET', `${filled(path)}?token=${token}`);
        expect([path, asQuery.status]).not.toEqual([path, 200]);
      }
    }
    for (const path of ['/api/trpc/envelope.get', '/api/trpc/envelope.list', '/api/live', '/mcp'])
      expect((await api.call('GET', path, { key: page })).status, path).not.toBe(200);
    for (const path of ['envelope', 'document'])
      expectError(await api.call('GET', `/api/editing/${path}`, { key: url }), 'unauthorized', OVER);
    expectError(await openEditing(api, page), 'unauthorized', OVER);
  });

  it('opens once, also when two arrive at the same moment', async () => {
    for (let round = 0; round < 10; round++) {
      const token = tokenIn(await requestEditing(api, await draft()));
      const answers = await Promise.all([1, 2, 3].map(() => openEditing(api, token)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    }
  });

  it('is over after five minutes unopened, and after two hours', async () => {
    const made = await draft();
    const started = api.clock.now;
    const late = tokenIn(await requestEditing(api, made));
    try {
      api.clock.now = new Date(started.getTime() + 5 * 60_000);
      expectError(await openEditing(api, late), 'unauthorized', OVER);
      const page = await editedPage(api, made);
      api.clock.now = new Date(api.clock.now.getTime() + 2 * 3_600_000);
      expectError(await get(page), 'unauthorized', OVER);
    } finally {
      api.clock.now = started;
    }
  });

  it.each(['send', 'void', 'delete'])('ends with a %s from elsewhere, opened or not', async (way) => {
    const made = await draft();
    const { key, id } = made;
    const page = await editedPage(api, made);
    const unopened = tokenIn(await requestEditing(api, made));
    const ended =
      way === 'delete'
        ? await api.call('DELETE', `/api/v1/envelopes/${id}`, { key })
        : await api.call('POST', `/api/v1/envelopes/${id}/${way}`, { key, body: { expectedVersion: 1 } });
    expect(ended.status).toBeLessThan(300);
    expectError(await get(page), 'unauthorized', OVER);
    expectError(await openEditing(api, unopened), 'unauthorized', OVER);
  });

  it('stays over after a recall', async () => {
    const made = await draft();
    const { key, id } = made;
    const page = await editedPage(api, made);
    const sent = await api.call('POST', '/api/editing/send', { key: page, body: { expectedVersion: 1 } });
    const body = { expectedVersion: sent.json.envelope.version };
    const recalled = await api.call('POST', `/api/v1/envelopes/${id}/recall`, { key, body });
    expect(recalled.json.envelope.status).toBe('draft');
    expectError(await get(page), 'unauthorized', OVER);
  });

  it('is refused once the origin of its frame or its return is removed, like that of a signer', async () => {
    const tenant = await api.tenant();
    const made = await draftForEditing(api, tenant);
    const { key } = made;
    const framed = await editedPage(api, made, { returnUrl: EDITED_URL, frameOrigin: APP });
    const returning = await editedPage(api, made);
    const home = await editedPage(api, made, { returnUrl: 'http://localhost:3000/envelopes' });
    await registerOrigins(api, key, ['https://new.example.com']);
    expectError(await get(framed), 'unauthorized', OVER);
    expectError(await get(returning), 'unauthorized', OVER);
    expect((await get(home)).status).toBe(200);
  });

  it('takes no session of a participant, and the reverse', async () => {
    const sent = await sentForSession(api);
    const signing = tokenIn(await requestSession(api, sent));
    expectError(await openEditing(api, signing), 'unauthorized', OVER);
    const made = await draftForEditing(api, { apiKey: sent.key });
    const editing = tokenIn(await requestEditing(api, made));
    expect((await api.call('POST', '/api/signer/session', { key: editing, body: {} })).status).toBe(401);
  });

  it('keeps to what the database allows', async () => {
    const { organizationId, ...tenant } = await api.tenant();
    const made = await draftForEditing(api, tenant);
    await editedPage(api, made);
    const change = (set: string) =>
      transaction(api.services.db, { organizationId }, (tx) =>
        tx.execute(sql.raw(`update page_sessions set ${set} where envelope_id = '${made.id}'`)),
      );
    for (const set of ["user_name = 'Eve'", "return_url = 'https://evil.example'", 'opened_at = now()'])
      await expect(change(set), set).rejects.toThrow();
  });
});
