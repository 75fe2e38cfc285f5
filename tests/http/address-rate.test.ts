import { expect, it } from 'vitest';
import { openAddressRateLimiter } from '#server/rates/rate-limit.ts';

const LIMITED = { code: 'rate_limited' };

it('counts an IPv6 /64 network as one address, and each IPv4 address separately', async () => {
  const { take, left } = openAddressRateLimiter(1);
  await take('2001:db8::1');
  expect(await left('2001:db8::9')).toMatchObject({ remaining: 0 });
  for (const same of [
    '2001:db8::2',
    '2001:0DB8:0:0:ffff::1',
    '2001:db8:0:0:1:2:3:4',
    '2001:db8::5:6:192.0.2.1',
  ])
    await expect(take(same)).rejects.toMatchObject(LIMITED);
  for (const other of ['2001:db8:0:1::1', '2001:db8:1::', '::1', '192.0.2.1', '192.0.2.2', 'unknown'])
    expect(await take(other)).toMatchObject({ remaining: 0 });
});
