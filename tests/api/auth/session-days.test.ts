import { expect, it } from 'vitest';
import { expectCode, signUpPerson, whoIs } from '../../support/account.ts';
import { useApi } from '../../support/api.ts';
import { DAY_MS, pass } from '../../support/moments.ts';

const api = useApi({ env: { SESSION_DAYS: '3', SESSION_IDLE_DAYS: '1' } });

it('ends after SESSION_IDLE_DAYS without use', async () => {
  const { cookie } = await signUpPerson(api);
  pass(api, DAY_MS);
  expect((await whoIs(api, cookie)).status).toBe(200);
  pass(api, DAY_MS + 1);
  expectCode(await whoIs(api, cookie), 'unauthorized');
});

it('ends after SESSION_DAYS, however much it is used', async () => {
  const { cookie } = await signUpPerson(api);
  for (let day = 0; day < 3; day += 1) {
    pass(api, DAY_MS);
    expect((await whoIs(api, cookie)).status).toBe(200);
  }
  pass(api, 1);
  expectCode(await whoIs(api, cookie), 'unauthorized');
});
