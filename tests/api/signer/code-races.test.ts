import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { openServices, type OpenServices } from '#server/main/open-services.ts';
import { answerApi } from '#server/http/api.ts';
import { pass } from '../../support/account.ts';
import { useApi } from '../../support/api.ts';
import { ACCESS_CODE, attemptsOf, sentWith } from '../../support/authentication.ts';
import { actionsOf } from '../../support/traces.ts';

const ROUNDS = Array.from({ length: 10 }, (_, round) => round);
const api = useApi();
let other: OpenServices;
beforeAll(async () => {
  other = await openServices(api.services.config, api.services.clock);
});
afterAll(() => other?.close());

/** Tries codes at the same time, every other one in another process with its own connections. */
async function tryAtOnce(token: string, codes: readonly string[]) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answers = await Promise.all(
    codes.map((code, index) =>
      answerApi(
        index % 2 === 0 ? api.services : other.services,
        new Request('http://localhost:3000/api/signer/authenticate', {
          method: 'POST',
          headers,
          body: JSON.stringify({ code }),
        }),
        '192.0.2.7',
      ),
    ),
  );
  return await Promise.all(
    answers.map(async (answer) => ({
      status: answer.status,
      retryAfter: answer.headers.get('retry-after'),
      json: (await answer.json()) as { token?: string; details?: { reason?: string; attemptsLeft?: number } },
    })),
  );
}

const locks = async (key: string, id: string) =>
  (await actionsOf(api, key, id)).filter((action) => action === 'participant.authentication_failed').length;

describe('codes that two processes get at the same moment', () => {
  it.each(ROUNDS)('are compared five times, then the link is locked for 15 minutes (%s)', async () => {
    const { token, key, id, alice, organizationId } = await sentWith(api, {
      method: 'access_code',
      code: ACCESS_CODE,
    });
    const wrong = Array.from({ length: 12 }, (_, index) => `wrong code ${index}`);
    const answers = await tryAtOnce(token, wrong);
    const left = answers.flatMap(({ json: { details } }) => details?.attemptsLeft ?? []);
    expect(left.sort()).toEqual([0, 1, 2, 3, 4]);
    const locked = answers.filter(({ status }) => status === 429);
    expect(locked.map(({ json: { details }, retryAfter }) => [details?.reason, retryAfter])).toEqual(
      Array.from({ length: 7 }, () => ['locked', '900']),
    );
    expect(await locks(key, id)).toBe(1);
    expect((await attemptsOf(api, organizationId, alice))?.attempts).toBe(5);

    pass(api, LIMITS.linkLockMs - 1000);
    expect((await tryAtOnce(token, [ACCESS_CODE, ACCESS_CODE])).map(({ status }) => status)).toEqual([
      429, 429,
    ]);
    pass(api, 1000);
    expect((await tryAtOnce(token, [ACCESS_CODE])).map(({ status }) => status)).toEqual([200]);
    expect(await locks(key, id)).toBe(1);
  });

  it.each(ROUNDS)('let in whoever is right before the lock, and count the others (%s)', async () => {
    const { token, key, id } = await sentWith(api, { method: 'access_code', code: ACCESS_CODE });
    const answers = await tryAtOnce(token, ['wrong 1', ACCESS_CODE, 'wrong 2', 'wrong 3', 'wrong 4']);
    expect(answers.map(({ status }) => status)).toEqual([401, 200, 401, 401, 401]);
    expect(answers[1]?.json.token).toEqual(expect.any(String));
    const passed = (await actionsOf(api, key, id)).filter((action) => action === 'participant.authenticated');
    expect(passed).toHaveLength(1);
  });
});
