import { describe, expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { insertPasskey } from '#server/db/accounts/passkeys.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { findLiveGrant, insertGrant } from '#server/db/oauth/oauth-grants.ts';
import { enroll, mutate, pass, PASSWORD, query, signUpPerson } from '../../support/account.ts';
import { callDashboard, refusalIn } from '../../support/session.ts';
import { useApi } from '../../support/api.ts';

const api = useApi();
const STEP_MS = 30_000;
const NEW = 'an entirely new password';

type Person = Awaited<ReturnType<typeof signUpPerson>>;

async function connectAgent({ userId, organizationId }: Person): Promise<() => Promise<boolean>> {
  const { services } = api;
  const id = services.newId('grant');
  const grant = { id, organizationId, userId, requestHash: null, createdAt: services.clock() };
  const client = { clientId: 'client', clientName: 'Robot', redirectHost: 'app.example' };
  await transaction(services.db, { organizationId }, (tx) =>
    insertGrant(tx, { ...grant, ...client, scopes: ['envelopes:read'], asksFirst: false }),
  );
  return async () =>
    (await transaction(services.db, { organizationId }, (tx) => findLiveGrant(tx, organizationId, id))) !==
    null;
}

async function addKey({ userId }: Person): Promise<string> {
  const id = `pk-${userId}`;
  const passkey = { id, userId, name: 'Phone', publicKey: 'AA', counter: 0, transports: [], backedUp: false };
  const dates = { createdAt: api.services.clock(), lastUsedAt: null };
  await api.services.db.drizzle.transaction((tx) => insertPasskey(tx, { ...passkey, ...dates }));
  return id;
}

/** A person with an authenticator app and a passkey. */
async function protectedPerson() {
  const person = await signUpPerson(api);
  const app = await enroll(api, person.cookie);
  const id = await addKey(person);
  pass(api, 2 * STEP_MS);
  return { ...person, ...app, id };
}

const CHANGES = ['changePassword', 'disableTotp', 'renewRecoveryCodes', 'removePasskey'] as const;

function inputOf(change: (typeof CHANGES)[number], id: string): object {
  if (change === 'changePassword') return { newPassword: NEW };
  return change === 'removePasskey' ? { id } : {};
}

describe.each(CHANGES)('%s', (change) => {
  it('requires a code of the app besides the password, and disconnects agents', async () => {
    const person = await protectedPerson();
    const isConnected = await connectAgent(person);
    const call = async (proof: object) => {
      const input = { ...inputOf(change, person.id), ...proof };
      return await callDashboard(api, 'mutation', `account.${change}`, { cookie: person.cookie, input });
    };
    const missing = refusalIn(await call({ password: PASSWORD }));
    expect(missing).toMatchObject({ details: { issues: [{ path: '/code', message: 'is required' }] } });
    const wrong = refusalIn(await call({ password: PASSWORD, code: 'nonsense' }));
    expect(wrong).toMatchObject({ details: { issues: [{ path: '/code' }] } });
    expect(await isConnected()).toBe(true);

    const proof = { password: PASSWORD, code: person.codeNow() };
    expect((await call(proof)).status).toBe(200);
    expect(await isConnected()).toBe(false);
  });
});

it('asks for a code of the app before it mails links to change the address', async () => {
  const { cookie } = await protectedPerson();
  const input = { password: PASSWORD, email: 'elsewhere@example.com' };
  expect(await mutate(api, cookie, 'account.changeEmail', input)).toBe('validation_failed');
});

it('takes a code only once, as signing in does', async () => {
  const { cookie, codeNow } = await protectedPerson();
  const proof = { password: PASSWORD, code: codeNow() };
  expect(await mutate(api, cookie, 'account.beginPasskey', proof)).toHaveProperty('options');
  expect(await mutate(api, cookie, 'account.beginPasskey', proof)).toBe('validation_failed');
});

it('takes a recovery code from someone whose app is lost', async () => {
  const { cookie, recoveryCodes } = await protectedPerson();
  const proof = { password: PASSWORD, code: recoveryCodes[0] };
  expect(await mutate(api, cookie, 'account.beginPasskey', proof)).toHaveProperty('options');
  expect(await query(api, cookie, 'account.get')).toMatchObject({
    recoveryCodesLeft: LIMITS.recoveryCodes - 1,
  });
});

it('disconnects agents when an authenticator app is added', async () => {
  const person = await signUpPerson(api);
  const isConnected = await connectAgent(person);
  await enroll(api, person.cookie);
  expect(await isConnected()).toBe(false);
});

it('asks for the password alone without an app', async () => {
  const { cookie } = await signUpPerson(api);
  const input = { password: PASSWORD, newPassword: NEW };
  expect(await mutate(api, cookie, 'account.changePassword', input)).toEqual({ done: true });
});
