import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import {
  expectCode,
  cookieIn,
  enroll,
  logIn,
  mutate,
  pass,
  PASSWORD,
  post,
  query,
  signUpPerson,
  whoIs,
} from '../../support/account.ts';
import { useApi } from '../../support/api.ts';

const api = useApi();
const STEP = 30_000;

async function enrolled() {
  const person = await signUpPerson(api);
  const app = await enroll(api, person.cookie);
  pass(api, 2 * STEP);
  const half = async () => {
    const answer = await logIn(api, person.email);
    expect(answer.json).toMatchObject({ secondFactorRequired: true });
    return cookieIn(answer);
  };
  const offer = (cookie: string, code: string) => post(api, 'login/second-factor', { code }, cookie);
  return { ...person, ...app, half, offer };
}

describe('an authenticator app', () => {
  it('takes effect once a code was confirmed, with an encrypted secret', async () => {
    const { email, cookie } = await signUpPerson(api);
    expect(await mutate(api, cookie, 'account.beginTotp', { password: 'wrong' })).toBe('validation_failed');
    const { secret, url } = await mutate(api, cookie, 'account.beginTotp', { password: PASSWORD });
    expect(url).toContain(`otpauth://totp/Countersign:${encodeURIComponent(email)}`);
    expect((await logIn(api, email)).json.secondFactorRequired).toBeUndefined();
    expect(await mutate(api, cookie, 'account.confirmTotp', { code: '000' })).toBe('validation_failed');
    const [row] = await api.services.db.drizzle.execute(sql`select * from totp_secrets`);
    expect(JSON.stringify(row)).not.toContain(secret);
    expect(await mutate(api, cookie, 'account.renewRecoveryCodes', { password: PASSWORD })).toBe(
      'invalid_state',
    );
    const { recoveryCodes } = await enroll(api, cookie);
    expect(new Set(recoveryCodes).size).toBe(LIMITS.recoveryCodes);
    expect((await logIn(api, email)).json.secondFactorRequired).toBe(true);
    expect(await mutate(api, cookie, 'account.beginTotp', { password: PASSWORD })).toBe('invalid_state');
  });

  it('completes a sign-in in two steps; the pending one grants nothing', async () => {
    const { half, offer, codeNow } = await enrolled();
    const cookie = await half();
    expectCode(await whoIs(api, cookie), 'unauthorized');
    expectCode(await whoIs(api, cookie.replace('second_factor', 'session')), 'unauthorized');
    const wrong = await offer(cookie, codeNow() === '123456' ? '654321' : '123456');
    expectCode(wrong, 'unauthorized');
    expect(wrong.json.details.reason).toBe('wrong_code');
    const right = await offer(cookie, codeNow());
    expect(right.status).toBe(200);
    expect((await whoIs(api, cookieIn(right))).status).toBe(200);
    expectCode(await offer(cookie, codeNow()), 'unauthorized');
  });

  it('accepts a time step once, also by two logins at the same moment', async () => {
    const { half, offer, codeNow } = await enrolled();
    const [one, two] = [await half(), await half()];
    const answers = await Promise.all([offer(one, codeNow()), offer(two, codeNow())]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    pass(api, STEP);
    expect((await offer(await half(), codeNow())).status).toBe(200);
  });

  it('accepts five codes per pending sign-in, and none after it expires', async () => {
    const { half, offer, codeNow } = await enrolled();
    const tired = await half();
    const wrong = codeNow() === '111111' ? '222222' : '111111';
    for (let i = 0; i < LIMITS.pendingSignInAttemptsMax; i++) await offer(tired, wrong);
    const refused = await offer(tired, codeNow());
    expect(refused.json.details.reason).toBe('login_over');
    const late = await half();
    pass(api, LIMITS.pendingSignInLifeMs + 1);
    expect((await offer(late, codeNow())).json.details.reason).toBe('login_over');
    expectCode(await post(api, 'login/second-factor', { code: codeNow() }), 'unauthorized');
  });

  it('takes so many codes an hour of one account, over all of its pending sign-ins', async () => {
    const { userId, half, offer, codeNow } = await enrolled();
    for (let i = 0; i < LIMITS.codesPerHour; i++) await api.services.rates.code.take(userId);
    expectCode(await offer(await half(), codeNow()), 'rate_limited');
  });

  it('can be replaced by a recovery code, which works once in any formatting', async () => {
    const { half, offer, recoveryCodes, cookie, codeNow } = await enrolled();
    const code = recoveryCodes[0] ?? '';
    const [one, two] = [await half(), await half()];
    const answers = await Promise.all([
      offer(one, code.toUpperCase().replaceAll('-', ' ')),
      offer(two, code),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await query(api, cookie, 'account.get')).recoveryCodesLeft).toBe(LIMITS.recoveryCodes - 1);
    const proof = { password: PASSWORD, code: codeNow() };
    const renewed = await mutate(api, cookie, 'account.renewRecoveryCodes', proof);
    expect(renewed.recoveryCodes).toHaveLength(LIMITS.recoveryCodes);
    expectCode(await offer(await half(), recoveryCodes[1] ?? ''), 'unauthorized');
  });

  it('is removed with the password and a code, and its recovery codes with it', async () => {
    const { email, cookie, codeNow } = await enrolled();
    const remove = (proof: object) => mutate(api, cookie, 'account.disableTotp', proof);
    const code = codeNow();
    expect(await remove({ password: 'wrong', code })).toBe('validation_failed');
    expect(await remove({ password: PASSWORD })).toBe('validation_failed');
    expect(await remove({ password: PASSWORD, code })).toEqual({ done: true });
    expect(await query(api, cookie, 'account.get')).toMatchObject({ totpSince: null, recoveryCodesLeft: 0 });
    expect((await logIn(api, email)).json.secondFactorRequired).toBeUndefined();
  });
});

describe('sessions', () => {
  it('are listed with device, address and last use, and ended one by one or all but this', async () => {
    const { email, cookie } = await signUpPerson(api);
    const [second, third] = [cookieIn(await logIn(api, email)), cookieIn(await logIn(api, email))];
    const { sessions } = await query(api, cookie, 'account.get');
    expect(sessions).toHaveLength(3);
    expect(sessions.filter(({ isThis }: { isThis: boolean }) => isThis)).toHaveLength(1);
    expect(sessions[0]).toMatchObject({ ipAddress: '192.0.2.7', lastUsedAt: api.clock.now.toISOString() });
    const stranger = await signUpPerson(api);
    const foreign = sessions.find(({ isThis }: { isThis: boolean }) => !isThis).id;
    expect(await mutate(api, stranger.cookie, 'account.endSession', { id: foreign })).toBe('not_found');
    expect(await mutate(api, cookie, 'account.endSession', { id: foreign })).toEqual({ done: true });
    expect(await mutate(api, cookie, 'account.endSession', { id: foreign })).toBe('not_found');
    const left = await Promise.all([second, third].map((one) => whoIs(api, one)));
    expect(left.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(await mutate(api, cookie, 'account.endOtherSessions')).toEqual({ done: true });
    for (const one of [second, third]) expectCode(await whoIs(api, one), 'unauthorized');
    expect((await whoIs(api, cookie)).status).toBe(200);
  });

  it('note their last use by the minute', async () => {
    const { cookie } = await signUpPerson(api);
    pass(api, 10 * 60_000);
    await whoIs(api, cookie);
    const { sessions } = await query(api, cookie, 'account.get');
    expect(sessions[0].lastUsedAt).toBe(api.clock.now.toISOString());
    expect(await mutate(api, cookie, 'account.rename', { name: ' Pia Neu ' })).toEqual({ done: true });
    expect((await whoIs(api, cookie)).json.user.name).toBe('Pia Neu');
  });
});

it('refuses an unknown passkey', async () => {
  const limited = await post(api, 'passkey/challenge', {});
  expect(limited.json).toMatchObject({ userVerification: 'required', rpId: 'localhost' });
  const forged = { id: 'x', rawId: 'x', type: 'public-key', clientExtensionResults: {} };
  const response = { ...forged, response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' } };
  expectCode(await post(api, 'passkey/login', { response }, cookieIn(limited)), 'unauthorized');
});
