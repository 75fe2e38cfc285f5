import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { signerRouter } from '#server/procedures/router.ts';
import type { Meta } from '#server/trpc/init.ts';
import { pass } from '../../support/account.ts';
import type { ErrorCode } from '#domain/errors.ts';
import { ERRORS } from '#domain/errors.ts';
import { useApi, type Answer } from '../../support/api.ts';
import {
  ACCESS_CODE,
  attemptsOf,
  mailedCode,
  sentWith,
  startCode,
  tryCode,
} from '../../support/authentication.ts';
import { ALICE } from '../../support/envelopes.ts';
import { SIGNER_BODIES, tokenOf, withQuery } from '../../support/signer.ts';
import { actionsOf, eventsOf } from '../../support/traces.ts';

const api = useApi({ work: true });
const byCode = { method: 'access_code', code: ACCESS_CODE };
const byEmail = { method: 'email_code' };

function expectError(
  { status, json }: Pick<Answer, 'status' | 'json'>,
  code: ErrorCode,
  details: object = {},
): void {
  expect({ status, ...json }).toMatchObject({ status: ERRORS[code].status, code, details });
}

/** Every operation for signers, as the router declares it. */
const OPERATIONS = Object.values(signerRouter._def.procedures).map((procedure) => {
  const { openapi, rest } = (procedure._def.meta ?? {}) as Meta;
  if (openapi === undefined) throw new Error('a signer operation without a path');
  return { method: openapi.method, path: openapi.path, isOpen: rest?.beforeAuthentication === true };
});

/** A body that the operation accepts. */
function bodyFor(path: string): object {
  return path.endsWith('/authenticate') ? { code: ACCESS_CODE } : (SIGNER_BODIES[path] ?? {});
}

describe('before a participant has proved who they are', () => {
  it('opens four operations and refuses all others, whatever their body', async () => {
    const { token, key, id } = await sentWith(api, byCode);
    const before = await actionsOf(api, key, id);
    const open = OPERATIONS.filter(({ isOpen }) => isOpen).map(({ path }) => path);
    expect(open.sort()).toEqual([
      '/api/signer/authenticate',
      '/api/signer/authenticate/start',
      '/api/signer/invitation',
      // It accepts only tokens of session URLs, which open nothing else.
      '/api/signer/session',
    ]);
    const closed = OPERATIONS.filter(({ isOpen }) => !isOpen);
    expect(closed.length).toBeGreaterThanOrEqual(6);
    for (const { method, path } of closed) {
      const call = method === 'POST' ? { key: token, body: {} } : { key: token };
      expectError(await api.call(method, path, call), 'unauthorized', {
        reason: 'authentication_required',
        method: 'access_code',
      });
    }
    expect(await actionsOf(api, key, id)).toEqual(before);
  });

  it('refuses the document also to links for it and for the copy', async () => {
    const { graph } = await sentWith(api, byCode);
    for (const purpose of ['document', 'copy'] as const) {
      const token = await tokenOf(api, graph, ALICE.email, purpose);
      expectError(await api.call('GET', `/api/signer/document?token=${token}`), 'unauthorized', {
        reason: 'authentication_required',
        method: 'access_code',
      });
    }
  });

  it('says so in the invitation, and in the one by the new token that it has been done', async () => {
    const { token } = await sentWith(api, byCode);
    const state = async (key: string) =>
      (await api.ask('GET /api/signer/invitation', { key })).json.authentication;
    expect(await state(token)).toEqual({
      method: 'access_code',
      state: 'required',
      phone: null,
      providerName: null,
    });
    const { json } = await tryCode(api, token, ACCESS_CODE);
    expect(await state(json.token)).toEqual({
      method: 'access_code',
      state: 'passed',
      phone: null,
      providerName: null,
    });
    expect(await state(token)).toEqual({
      method: 'access_code',
      state: 'required',
      phone: null,
      providerName: null,
    });
  });
});

describe('an access code', () => {
  it('opens the envelope, its document and signing for two hours', async () => {
    const { token, key, id, alice } = await sentWith(api, byCode);
    const started = api.clock.now.getTime();
    const { status, json } = await tryCode(api, token, ` ${ACCESS_CODE} `);
    expect(status).toBe(200);
    expect(Date.parse(json.expiresAt)).toBe(started + LIMITS.authenticatedTokenLifeMs);
    const view = await api.ask('GET /api/signer/envelope', { key: json.token });
    expect(view.status).toBe(200);
    const url = new URL(view.json.documentUrl ?? '');
    expect((await api.call('GET', url.pathname + url.search)).status).toBe(200);
    expectError(await api.call('GET', '/api/signer/envelope', { key: token }), 'unauthorized');
    const body = { values: [], signature: { kind: 'typed', text: 'Alice' } };
    expect((await api.call('POST', '/api/signer/sign', { key: json.token, body })).json).toEqual({
      status: 'completed',
    });
    const events = await eventsOf(api, key, id);
    expect(events.filter(({ action }) => action === 'participant.authenticated')).toMatchObject([
      {
        actorType: 'signer',
        ipAddress: '192.0.2.7',
        payload: { participantId: alice, method: 'access_code' },
      },
    ]);
  });

  it('has to be entered again after two hours, with the same link', async () => {
    const { token } = await sentWith(api, byCode);
    const { json } = await tryCode(api, token, ACCESS_CODE);
    pass(api, LIMITS.authenticatedTokenLifeMs + 1000);
    expectError(await api.call('GET', '/api/signer/envelope', { key: json.token }), 'unauthorized', {
      reason: 'authentication_required',
      method: 'access_code',
    });
    expect((await tryCode(api, token, ACCESS_CODE)).status).toBe(200);
  });

  it('is stored as a hash, and in no answer or event', async () => {
    const { key, graph, id, organizationId } = await sentWith(api, byCode);
    expect(graph.participants[0]).toMatchObject({
      authentication: { method: 'access_code' },
      authenticatedAt: null,
    });
    const texts = JSON.stringify([graph, await eventsOf(api, key, id)]);
    expect(texts).not.toContain(ACCESS_CODE);
    expect(texts).not.toContain('argon2');
    const [row] = await transaction(api.services.db, { organizationId }, (tx) =>
      tx.execute<{ hash: string }>(
        sql`select access_code_hash as hash from participants where envelope_id = ${id}`,
      ),
    );
    expect(row?.hash).toMatch(/^\$argon2id\$/);
  });

  it('locks the link for 15 minutes after five wrong ones, and says so in the log once', async () => {
    const { token, key, id, alice } = await sentWith(api, byCode);
    for (const attemptsLeft of [4, 3, 2, 1, 0])
      expectError(await tryCode(api, token, 'a wrong code'), 'unauthorized', {
        reason: 'wrong_code',
        attemptsLeft,
      });
    const refused = await tryCode(api, token, ACCESS_CODE);
    expectError(refused, 'rate_limited', { reason: 'locked', retryAfterSeconds: 900 });
    expect(refused.headers.get('retry-after')).toBe('900');
    const failed = (await eventsOf(api, key, id)).filter(
      ({ action }) => action === 'participant.authentication_failed',
    );
    expect(failed).toMatchObject([
      { actorType: 'signer', payload: { participantId: alice, method: 'access_code' } },
    ]);
    pass(api, LIMITS.linkLockMs);
    expectError(await tryCode(api, token, 'a wrong code'), 'unauthorized', {
      reason: 'wrong_code',
      attemptsLeft: 4,
    });
    expect((await tryCode(api, token, ACCESS_CODE)).status).toBe(200);
    expectError(await tryCode(api, token, 'a wrong code'), 'unauthorized', {
      reason: 'wrong_code',
      attemptsLeft: 4,
    });
  });

  it('is compared five times at most, also when 50 guesses arrive at once', async () => {
    const { token, key, id, alice, organizationId } = await sentWith(api, byCode);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => tryCode(api, token, `wrong code ${i}`)),
    );
    const left = answers.flatMap(({ status, json }) => (status === 401 ? [json.details.attemptsLeft] : []));
    expect(left.sort()).toEqual([0, 1, 2, 3, 4]);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(45);
    expect((await attemptsOf(api, organizationId, alice))?.attempts).toBe(5);
    const actions = await actionsOf(api, key, id);
    expect(actions.filter((action) => action === 'participant.authentication_failed')).toHaveLength(1);
  });

  it('is asked for again with a new link, which has attempts of its own', async () => {
    const { token, key, id, alice, graph } = await sentWith(api, byCode);
    const { json } = await tryCode(api, token, ACCESS_CODE);
    for (let i = 0; i < 5; i++) await tryCode(api, token, 'a wrong code');
    const resent = await api.ask('POST /api/v1/envelopes/{id}/participants/{participantId}/resend-link', {
      key,
      path: { id, participantId: alice },
      body: { expectedVersion: graph.envelope['version'] },
    });
    expect(resent.status).toBe(200);
    expectError(await api.call('GET', '/api/signer/envelope', { key: json.token }), 'unauthorized', {
      reason: 'link_replaced',
    });
    expect((await tryCode(api, await tokenOf(api, graph, ALICE.email), ACCESS_CODE)).status).toBe(200);
  });

  it('opens nothing after a recall, also once the envelope has been sent again', async () => {
    const { token, key, id, graph } = await sentWith(api, byCode);
    const proved = (await tryCode(api, token, ACCESS_CODE)).json.token as string;
    expect((await api.call('GET', '/api/signer/envelope', { key: proved })).status).toBe(200);
    const version = graph.envelope['version'] as number;
    const recalled = await api.ask('POST /api/v1/envelopes/{id}/recall', {
      key,
      path: { id },
      body: { expectedVersion: version },
    });
    expect(recalled.json.participants[0]?.authenticatedAt).toBeNull();
    const expectDead = async () => {
      for (const { method, path } of OPERATIONS) {
        if (path === '/api/signer/new-link' || path === '/api/signer/session') continue;
        const call = method === 'POST' ? { key: proved, body: bodyFor(path) } : { key: proved };
        expectError(await api.call(method, withQuery(path), call), 'unauthorized');
      }
    };
    await expectDead();
    const body = { expectedVersion: recalled.json.envelope.version };
    const sent = await api.ask('POST /api/v1/envelopes/{id}/send', { key, path: { id }, body });
    expect(sent.status).toBe(200);
    await expectDead();
    const current = await tokenOf(api, sent.json as never, ALICE.email);
    expectError(await api.call('GET', '/api/signer/envelope', { key: current }), 'unauthorized', {
      reason: 'authentication_required',
    });
    expect((await tryCode(api, current, ACCESS_CODE)).status).toBe(200);
  });

  it('does not keep an expired link from being renewed', async () => {
    const { token } = await sentWith(api, byCode);
    pass(api, LIMITS.signerTokenLifeMs + 1000);
    expectError(await tryCode(api, token, ACCESS_CODE), 'unauthorized', { reason: 'link_expired' });
    const answer = await api.ask('POST /api/signer/new-link', { key: token, body: {} });
    expect(answer.json).toEqual({ accepted: true });
  });
});

describe('an emailed code', () => {
  it('opens the envelope once', async () => {
    const { token, organizationId } = await sentWith(api, byEmail);
    expect((await startCode(api, token)).status).toBe(204);
    const code = await mailedCode(api, organizationId);
    const mail = (await api.mails(organizationId, 0)).find(({ text }) => text.includes(code));
    expect(mail).toMatchObject({ recipient: ALICE.email });
    expect(`${mail?.text} ${mail?.html}`).not.toContain('#token=');
    expect(mail?.subject).toMatch(new RegExp(`^${code} `));
    const answers = await Promise.all([code, code, code].map((one) => tryCode(api, token, one)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    expectError(await tryCode(api, token, code), 'unauthorized');
  });

  it('stops working after 10 minutes, and when another is sent', async () => {
    const { token, organizationId } = await sentWith(api, byEmail);
    await startCode(api, token);
    const first = await mailedCode(api, organizationId);
    const again = await startCode(api, token);
    expectError(again, 'rate_limited', { reason: 'code_just_sent', retryAfterSeconds: 30 });
    expect(again.headers.get('retry-after')).toBe('30');
    pass(api, LIMITS.sentCodeAgainMs);
    expect((await startCode(api, token)).status).toBe(204);
    const second = await mailedCode(api, organizationId, 2);
    // Codes coincide once in a million.
    if (first !== second)
      expectError(await tryCode(api, token, first), 'unauthorized', { reason: 'wrong_code' });
    pass(api, LIMITS.sentCodeLifeMs);
    expectError(await tryCode(api, token, second), 'unauthorized', { reason: 'wrong_code' });
  });

  it('is not sent while the link is locked, and five guesses count across codes', async () => {
    const { token, organizationId } = await sentWith(api, byEmail);
    await startCode(api, token);
    const code = await mailedCode(api, organizationId);
    for (let i = 0; i < 3; i++) await tryCode(api, token, 'no code');
    pass(api, LIMITS.sentCodeAgainMs);
    await startCode(api, token);
    await mailedCode(api, organizationId, 2);
    for (const attemptsLeft of [1, 0])
      expectError(await tryCode(api, token, 'no code'), 'unauthorized', {
        reason: 'wrong_code',
        attemptsLeft,
      });
    pass(api, LIMITS.sentCodeAgainMs);
    expectError(await startCode(api, token), 'rate_limited', { reason: 'locked' });
    expectError(await tryCode(api, token, code), 'rate_limited', { reason: 'locked' });
  });

  it('is not in the database or the queue', async () => {
    const { token, organizationId, alice } = await sentWith(api, byEmail);
    await startCode(api, token);
    const code = await mailedCode(api, organizationId);
    expect(JSON.stringify(await attemptsOf(api, organizationId, alice))).not.toContain(code);
  });

  it('can be entered with spaces', async () => {
    const { token, organizationId } = await sentWith(api, byEmail);
    await startCode(api, token);
    const code = await mailedCode(api, organizationId);
    expect((await tryCode(api, token, `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200);
  });
});

describe('409', () => {
  it('to a code or a request for one where the link is enough, and to a request for an access code', async () => {
    const { token } = await sentWith(api, { method: 'link' });
    expectError(await startCode(api, token), 'invalid_state');
    expectError(await tryCode(api, token, '123456'), 'invalid_state');
    expectError(await startCode(api, (await sentWith(api, byCode)).token), 'invalid_state');
  });
});
