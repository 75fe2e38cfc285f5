import { describe, expect, it } from 'vitest';
import { openProxyWatch } from '#server/http/node/proxy-signs.ts';
import { readConfig } from '#server/runtime/config.ts';

type Sent = { readonly from: string; readonly headers: Record<string, string> };

/** Returns what a server with these settings makes of requests, and what it logs. */
function watch(env: Record<string, string>, ...requests: readonly Sent[]) {
  const logged: unknown[] = [];
  const log = { warn: (facts: unknown) => logged.push(facts) };
  const config = readConfig({ DATA_DIR: '/nowhere', SECRET_KEY: 'x'.repeat(40), ...env });
  const { note, read } = openProxyWatch(config, log as never);
  for (const { from, headers } of requests) note({ headers, socket: { remoteAddress: from } } as never);
  return { ...read(), logged };
}

const ORIGIN = 'https://sign.example.com';
const forwarded = (from: string): Sent => ({ from, headers: { 'x-forwarded-for': '203.0.113.7' } });
const posted = (origin: string, site: string): Sent => ({
  from: '127.0.0.1',
  headers: { origin, 'sec-fetch-site': site },
});

describe('a proxy that TRUSTED_PROXIES does not name', () => {
  it('is noticed once, by its address', () => {
    const all = [forwarded('::ffff:127.0.0.1'), forwarded('127.0.0.1')];
    expect(watch({ ORIGIN }, ...all)).toMatchObject({
      untrustedProxy: '127.0.0.1',
      logged: [{ address: '127.0.0.1' }],
    });
    expect(watch({ ORIGIN: 'http://sign.internal' }, forwarded('10.1.2.3')).untrustedProxy).toBe('10.1.2.3');
  });

  it('is neither a trusted one nor a stranger who sends the header', () => {
    expect(watch({ ORIGIN, TRUSTED_PROXIES: '127.0.0.1' }, forwarded('127.0.0.1')).untrustedProxy).toBeNull();
    expect(watch({ ORIGIN: 'http://sign.internal' }, forwarded('198.51.100.4')).untrustedProxy).toBeNull();
    expect(watch({ ORIGIN }, { from: '127.0.0.1', headers: {} }).untrustedProxy).toBeNull();
  });
});

describe('an ORIGIN that browsers do not use', () => {
  it('is noticed once, by what a browser sends to where its page came from', () => {
    const other = posted('https://esign.example.com', 'same-origin');
    expect(watch({ ORIGIN }, other, other)).toMatchObject({
      otherOrigin: 'https://esign.example.com',
      logged: [{ seen: 'https://esign.example.com', origin: ORIGIN }],
    });
  });

  it.each([
    posted(ORIGIN, 'same-origin'),
    posted('https://attacker.example', 'cross-site'),
    posted('https://attacker.example/path', 'same-origin'),
    posted(`https://${'x'.repeat(400)}.example`, 'same-origin'),
  ])('is not what $headers.origin says ($headers.sec-fetch-site)', (sent) => {
    expect(watch({ ORIGIN }, sent)).toMatchObject({ otherOrigin: null, logged: [] });
  });
});
