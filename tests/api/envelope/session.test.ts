import { describe, expect, it } from 'vitest';
import { expectError, expectInvalidState, expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { ALICE, createDraft } from '../../support/envelopes.ts';
import {
  APP,
  openedPage,
  registerOrigins,
  requestSession,
  RETURN_URL,
  sentForSession,
  tokenIn,
} from '../../support/sessions.ts';
import { signAs } from '../../support/signer.ts';
import { actionsOf } from '../../support/traces.ts';

const api = useApi();

describe('POST /api/v1/envelopes/{id}/participants/{participantId}/session', () => {
  it('answers a URL that works for five minutes, and changes nothing else', async () => {
    const sent = await sentForSession(api);
    const before = await actionsOf(api, sent.key, sent.id);
    const answer = await requestSession(api, sent, { returnUrl: RETURN_URL, frameOrigin: APP });
    expect([answer.status, Object.keys(answer.json).sort()]).toEqual([201, ['expiresAt', 'url']]);
    expect(answer.json.url).toMatch(
      /^http:\/\/localhost:3000\/sign\/session\/ses_[0-9a-z]{26}#token=[\w.-]+$/,
    );
    expect(answer.json.expiresAt).toBe(new Date(api.clock.now.getTime() + 5 * 60_000).toISOString());
    expect(await actionsOf(api, sent.key, sent.id)).toEqual(before);
  });

  it('is for participants who are not emailed', async () => {
    const sent = await sentForSession(api, { delivery: 'email' });
    expectInvalidState(await requestSession(api, sent), 'in_progress', 'emailed');
    const { status } = await requestSession(api, await sentForSession(api, { delivery: 'in_person' }));
    expect(status).toBe(201);
  });

  it('is for those whose turn it is, while the envelope is in progress', async () => {
    const sent = await sentForSession(api);
    expectInvalidState(
      await requestSession(api, { ...sent, alice: sent.bob }),
      'in_progress',
      'not_their_turn',
    );
    await signAs(api, sent.graph, ALICE);
    expectInvalidState(await requestSession(api, sent), 'in_progress', 'not_their_turn');
    const body = { expectedVersion: 4 };
    await api.ask('POST /api/v1/envelopes/{id}/void', { key: sent.key, path: { id: sent.id }, body });
    expectInvalidState(await requestSession(api, sent), 'voided');
    const { json } = await createDraft(api, sent.key, {
      participants: [{ ...ALICE, delivery: 'embedded' }],
      fields: [],
    });
    expectInvalidState(
      await requestSession(api, { ...sent, id: json.envelope.id, alice: json.participants[0].id }),
      'draft',
    );
  });

  it('leads back only to registered origins, or to the dashboard', async () => {
    const sent = await sentForSession(api);
    for (const returnUrl of [
      'https://evil.example/',
      'https://app.example.com.evil.example/',
      'http://app.example.com/',
      'https://app.example.com:8443/',
      'https://someone@app.example.com/',
      'javascript:alert(1)//https://app.example.com',
      'data:text/html,x',
      `blob:${APP}/9115d58c`,
      'blob:http://localhost:3000/9115d58c',
    ])
      expectIssues(await requestSession(api, sent, { returnUrl }), ['/returnUrl']);
    for (const returnUrl of ['', 'contracts/4711', '//app.example.com/'])
      expectIssues(await requestSession(api, sent, { returnUrl }), ['/returnUrl']);
    expect((await requestSession(api, sent, { returnUrl: 'http://localhost:3000/envelopes' })).status).toBe(
      201,
    );
  });

  it('is shown in a frame only by a registered origin', async () => {
    const sent = await sentForSession(api);
    const framed = (frameOrigin: string) => requestSession(api, sent, { returnUrl: RETURN_URL, frameOrigin });
    for (const frameOrigin of ['https://evil.example', 'https://*.example.com', '*', "'self'", `${APP}/`])
      expectIssues(await framed(frameOrigin), ['/frameOrigin']);
    expect((await framed(APP)).status).toBe(201);
    await registerOrigins(api, sent.key, []);
    expectIssues(await framed(APP), ['/frameOrigin', '/returnUrl']);
  });

  it('ends the earlier sessions of the participant, opened or not', async () => {
    const sent = await sentForSession(api);
    const unopened = tokenIn(await requestSession(api, sent));
    const page = await openedPage(api, sent);
    for (const token of [unopened, page]) {
      const invitation = await api.call('GET', '/api/signer/invitation', { key: token });
      if (token === page) expect(invitation.status).toBe(200);
      else expectError(invitation, 'unauthorized', { reason: 'session_over' });
    }
    await requestSession(api, sent);
    for (const path of ['invitation', 'envelope', 'document'])
      expectError(await api.call('GET', `/api/signer/${path}`, { key: page }), 'unauthorized', {
        reason: 'session_over',
      });
  });

  it('keeps one live session, however many are requested at once', async () => {
    const sent = await sentForSession(api);
    const answers = await Promise.all(Array.from({ length: 8 }, () => requestSession(api, sent)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
    const opened = await Promise.all(
      answers.map((answer) => api.call('POST', '/api/signer/session', { key: tokenIn(answer), body: {} })),
    );
    expect(opened.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('/api/v1/embedding', () => {
  it('answers what was registered, each once', async () => {
    const { apiKey: key } = await api.tenant();
    expect((await api.call('GET', '/api/v1/embedding', { key })).json).toEqual({ origins: [] });
    const origins = [
      'https://b.example',
      'https://a.example:8443',
      'https://b.example',
      'http://localhost:5173',
    ];
    const changed = await registerOrigins(api, key, origins);
    expect(changed.json).toEqual({
      origins: ['http://localhost:5173', 'https://a.example:8443', 'https://b.example'],
    });
    expect((await api.call('GET', '/api/v1/embedding', { key })).json).toEqual(changed.json);
  });

  it.each([
    'http://app.example.com',
    'https://app.example.com/',
    'https://app.example.com/path',
    'https://APP.example.com',
    'https://app.example.com:443',
    'https://*.example.com',
    'https://me@app.example.com',
    "https://a.example;script-src'unsafe-inline'",
    'https://a.example,https://b.example',
    'null',
    '*',
    'https:',
    'file:///tmp',
  ])('refuses %s', async (origin) => {
    const { apiKey: key } = await api.tenant();
    expectIssues(await registerOrigins(api, key, [APP, origin]), ['/origins/1']);
    expect((await api.call('GET', '/api/v1/embedding', { key })).json).toEqual({ origins: [] });
  });
});
