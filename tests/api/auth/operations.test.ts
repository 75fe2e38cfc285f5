import { describe, expect, it } from 'vitest';
import { ROUTES } from '#server/http/rest/routes.ts';
import { expectCode } from '../../support/account.ts';
import { useApi } from '../../support/api.ts';
import { ORIGIN } from '../../support/session.ts';

const api = useApi();
const headers = { origin: ORIGIN };

const OPERATIONS = ROUTES.filter(({ name }) => name.startsWith('auth.')).map((route) => ({
  ...route,
  url: route.path.replace('{id}', 'x'),
  needsSession: route.rest.needsSession === true,
  isOpen: route.rest.needsSession !== true && route.method === 'POST',
}));

describe.each(OPERATIONS)('$method $path', ({ method, url, needsSession }) => {
  it(needsSession ? 'answers 401 without a session' : 'is open to visitors', async () => {
    const answer = await api.call(method, url, { headers });
    if (needsSession) expectCode(answer, 'unauthorized');
    else expect([200, 204, 422]).toContain(answer.status);
  });
});

describe.each(OPERATIONS.filter(({ isOpen }) => isOpen))('$method $path', ({ url }) => {
  it('answers 403 to a page of another site', async () => {
    const answer = await api.call('POST', url, { headers: { origin: 'https://evil.example' }, body: {} });
    expectCode(answer, 'forbidden');
  });
});

it('covers every account operation', () => {
  expect(OPERATIONS.map(({ name }) => name.replace('auth.', '')).sort()).toEqual(
    [
      'acceptInvitation',
      'allowAgent',
      'checkPendingSignIn',
      'checkResetLink',
      'checkSignUpLink',
      'confirmEmail',
      'confirmSecondFactor',
      'confirmSignUp',
      'denyAgent',
      'getConsentRequest',
      'getSession',
      'joinByInvitation',
      'readInvitation',
      'requestPasswordReset',
      'resendVerification',
      'resetPassword',
      'signIn',
      'signInWithPasskey',
      'signOut',
      'signUp',
      'startPasskeySignIn',
    ].sort(),
  );
});
