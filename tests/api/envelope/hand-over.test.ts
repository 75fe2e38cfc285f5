import { describe, expect, it } from 'vitest';
import { enterMembership } from '#server/db/accounts/members.ts';
import { insertMembership } from '#server/db/accounts/users.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { toWireError } from '#wire/error.ts';
import { useApi } from '../../support/api.ts';
import { enroll, pass, whoIs } from '../../support/account.ts';
import { openBrowser } from '../../support/caller.ts';
import { PASSWORD } from '../../support/password.ts';
import { callDashboard, ORIGIN, refusalIn, sessionOf } from '../../support/session.ts';
import { openSession, requestSession, sentForSession } from '../../support/sessions.ts';
import { eventsOf } from '../../support/traces.ts';

const api = useApi();

async function handed(participant: 'alice' | 'bob' = 'alice', role: 'member' | 'viewer' = 'member') {
  const sent = await sentForSession(api, { delivery: 'in_person' });
  const cookie = await sessionOf(api, sent.organizationId, role);
  const input = { id: sent.id, participantId: sent[participant] };
  const answer = await callDashboard(api, 'mutation', 'envelope.handOver', { cookie, input });
  return { sent, cookie, input, answer, locked: cookieIn(answer.headers) };
}

/** The session cookie that a response sets. */
function cookieIn(headers: Headers): string {
  const [pair = ''] = /countersign_session=[^;]*/.exec(headers.get('set-cookie') ?? '') ?? [];
  return pair;
}

const isSignedIn = async (cookie: string) =>
  (await callDashboard(api, 'query', 'envelope.list', { cookie })).status === 200;

async function unlock(cookie: string, proof: { password: string; code?: string } = { password: PASSWORD }) {
  const { caller, replyHeaders } = await openBrowser(api, cookie);
  await caller.deviceLock.unlock(proof);
  return cookieIn(replyHeaders);
}

const refusedUnlock = (cookie: string, proof?: { password: string; code?: string }) =>
  unlock(cookie, proof).then(
    () => null,
    (thrown: unknown) => toWireError(thrown)?.code,
  );

describe('handing over the device', () => {
  it('opens the document and locks the session, under a new token', async () => {
    const { sent, cookie, locked, answer } = await handed();
    const { url } = answer.json.result.data;
    expect(locked).not.toBe(cookie);
    expect([await isSignedIn(cookie), await isSignedIn(locked)]).toEqual([false, false]);
    const opened = await openSession(api, new URL(url).hash.replace('#token=', ''));
    expect(opened.json).toMatchObject({
      delivery: 'in_person',
      returnUrl: `http://localhost:3000/envelopes/${sent.id}/in-person`,
    });
    expect((await eventsOf(api, sent.key, sent.id)).at(-1)?.payload).toMatchObject({ host: 'Rita member' });
  });

  it('locks nobody out for a participant whose turn it is not, or without the right to send', async () => {
    const early = await handed('bob');
    expect(refusalIn(early.answer)).toMatchObject({ code: 'invalid_state' });
    expect(await isSignedIn(early.cookie)).toBe(true);
    const viewer = await handed('alice', 'viewer');
    expect(refusalIn(viewer.answer)?.code).toBe('forbidden');
    expect(await isSignedIn(viewer.cookie)).toBe(true);
  });

  it('takes over from an earlier session of the participant', async () => {
    const { sent } = await handed();
    const later = await requestSession(api, sent, { returnUrl: 'http://localhost:3000/envelopes' });
    expect(later.status).toBe(201);
  });

  it('happens once, of two at the same time', async () => {
    const sent = await sentForSession(api, { delivery: 'in_person' });
    const cookie = await sessionOf(api, sent.organizationId, 'member');
    const input = { id: sent.id, participantId: sent.alice };
    const call = () => callDashboard(api, 'mutation', 'envelope.handOver', { cookie, input });
    const answers = await Promise.all([call(), call()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(await isSignedIn(cookie)).toBe(false);
  });
});

describe('a locked session', () => {
  it('answers no operation of the dashboard, and no page of it', async () => {
    const { locked, input } = await handed();
    for (const [kind, procedure] of [
      ['query', 'envelope.get'],
      ['query', 'account.get'],
      ['mutation', 'envelope.handOver'],
      ['mutation', 'apiKey.create'],
    ] as const)
      expect((await callDashboard(api, kind, procedure, { cookie: locked, input })).status, procedure).toBe(
        401,
      );
    const live = await api.call('GET', '/api/live', { headers: { cookie: locked } });
    const session = await api.call('GET', '/api/auth/session', { headers: { cookie: locked } });
    expect([live.status, session.status]).toEqual([401, 401]);
    const { caller } = await openBrowser(api, locked);
    const refused = await caller.envelope.list({}).then(
      () => null,
      (thrown: unknown) => toWireError(thrown)?.code,
    );
    expect(refused).toBe('unauthorized');
  });

  it('tells the lock screen only who unlocks it and who had the device', async () => {
    const { locked, sent } = await handed();
    const { caller } = await openBrowser(api, locked);
    expect(await caller.deviceLock.check({})).toEqual({
      name: 'Rita member',
      hasPasskey: false,
      needsCode: false,
      envelopeId: sent.id,
      handed: { name: 'Alice Ångström', status: 'pending' },
      next: null,
    });
    const stranger = await openBrowser(api, 'countersign_session=unknown');
    expect(await stranger.caller.deviceLock.check({})).toBeNull();
  });

  it('is unlocked by the password, which ends the page of whoever had the device', async () => {
    const { locked, answer } = await handed();
    const opened = await openSession(api, new URL(answer.json.result.data.url).hash.replace('#token=', ''));
    const page = () => api.call('GET', '/api/signer/envelope', { key: opened.json.token });
    expect((await page()).status).toBe(200);
    expect(await refusedUnlock(locked, { password: 'wrong' })).toBe('validation_failed');
    expect((await page()).status).toBe(200);
    const unlocked = await unlock(locked);
    expect([await isSignedIn(unlocked), await isSignedIn(locked)]).toEqual([true, false]);
    expect((await page()).status).toBe(401);
  });

  it('requires a code of the authenticator app, if there is one', async () => {
    const sent = await sentForSession(api, { delivery: 'in_person' });
    const cookie = await sessionOf(api, sent.organizationId, 'member');
    const app = await enroll(api, cookie, PASSWORD);
    pass(api, 60_000);
    const input = { id: sent.id, participantId: sent.alice };
    const answer = await callDashboard(api, 'mutation', 'envelope.handOver', { cookie, input });
    const locked = cookieIn(answer.headers);
    expect(await refusedUnlock(locked)).toBe('validation_failed');
    expect(await refusedUnlock(locked, { password: PASSWORD, code: '000000' })).toBe('validation_failed');
    const [code = ''] = app.recoveryCodes;
    expect(await isSignedIn(await unlock(locked, { password: PASSWORD, code }))).toBe(true);
  });

  it('is unlocked once, of two at the same time', async () => {
    const { locked } = await handed();
    const outcomes = await Promise.all([refusedUnlock(locked), refusedUnlock(locked)]);
    expect(outcomes.sort()).toEqual([null, 'unauthorized'].sort());
  });

  it('ends with the sessions that a person ends', async () => {
    const { locked, cookie } = await handed();
    expect(await refusedUnlock(cookie)).toBe('unauthorized');
    const { caller } = await openBrowser(api, locked);
    await caller.auth.signOut({});
    expect(await refusedUnlock(locked)).toBe('unauthorized');
  });

  it('gives way to signing in, in the organization that it was locked in', async () => {
    const { locked, sent, email, userId } = await handedByMemberOfTwo();
    const body = { email, password: PASSWORD };
    const elsewhere = await api.call('POST', '/api/auth/login', { headers: { origin: ORIGIN }, body });
    const here = await api.call('POST', '/api/auth/login', {
      headers: { origin: ORIGIN, cookie: locked },
      body,
    });
    expect((await whoIs(api, cookieIn(elsewhere.headers))).json.organization.id).not.toBe(
      sent.organizationId,
    );
    expect((await whoIs(api, cookieIn(here.headers))).json).toMatchObject({
      user: { id: userId },
      organization: { id: sent.organizationId },
    });
    expect(await refusedUnlock(locked)).toBe('unauthorized');
  });
});

/** Hands over a device whose owner has since switched to another of their organizations. */
async function handedByMemberOfTwo() {
  const sent = await sentForSession(api, { delivery: 'in_person' });
  const cookie = await sessionOf(api, sent.organizationId, 'member');
  const { id: userId, email } = (await whoIs(api, cookie)).json.user as { id: string; email: string };
  const { organizationId } = await api.tenant();
  const now = api.services.clock();
  await transaction(api.services.db, { organizationId }, async (tx) => {
    await insertMembership(tx, { organizationId, userId, role: 'member' }, now);
    await enterMembership(tx, organizationId, userId, now);
  });
  const input = { id: sent.id, participantId: sent.alice };
  const answer = await callDashboard(api, 'mutation', 'envelope.handOver', { cookie, input });
  return { sent, email, userId, locked: cookieIn(answer.headers) };
}
