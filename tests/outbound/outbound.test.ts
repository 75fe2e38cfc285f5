import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { openOutbound } from '#server/outbound/outbound.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';

const LOCAL = { networks: [{ address: '127.0.0.0', prefix: 8, family: 'ipv4' }] } as const;
const PUBLIC_ONLY = { networks: [] };
const get = { method: 'GET', timeoutMs: 5000, maxBytes: 1000 } as const;
const open: Receiver[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((receiver) => receiver.close()));
});

async function receiver(...options: Parameters<typeof startReceiver>): Promise<Receiver> {
  const started = await startReceiver(...options);
  open.push(started);
  return started;
}

describe('an exchange', () => {
  it('sends method, path, query, headers and body, and returns any status', async () => {
    const { port, requests } = await receiver((_received, _request, response) =>
      response.writeHead(418, { 'x-kettle': 'on' }).end('short and stout'),
    );
    const answer = await openOutbound(LOCAL)({
      ...get,
      method: 'POST',
      url: `http://localhost:${port}/hook?a=1#fragment`,
      headers: { 'content-type': 'application/json' },
      body: '{"ä":1}',
    });
    expect(answer).toMatchObject({ status: 418, truncated: false, headers: { 'x-kettle': 'on' } });
    expect(answer.body.toString()).toBe('short and stout');
    expect(requests).toMatchObject([
      {
        method: 'POST',
        path: '/hook?a=1',
        body: '{"ä":1}',
        headers: { host: `localhost:${port}`, 'content-type': 'application/json', 'content-length': '8' },
      },
    ]);
  });

  it('does not follow a redirect', async () => {
    const { port, requests } = await receiver((_received, _request, response) =>
      response.writeHead(302, { location: '/elsewhere' }).end(),
    );
    expect((await openOutbound(LOCAL)({ ...get, url: `http://127.0.0.1:${port}/` })).status).toBe(302);
    expect(requests.map(({ path }) => path)).toEqual(['/']);
  });

  it('stops reading an endless body at the limit', async () => {
    const { port } = await receiver((_received, _request, response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(16_384)));
      };
      response.on('drain', more);
      more();
    });
    const answer = await openOutbound(LOCAL)({ ...get, url: `http://127.0.0.1:${port}/` });
    expect(answer.truncated).toBe(true);
    expect(answer.body).toHaveLength(1000);
  });

  it.each([
    ['is never answered', () => undefined],
    [
      'is answered without an end',
      (_received: unknown, _request: unknown, response: { write: (text: string) => unknown }) => {
        response.write('x');
      },
    ],
  ])('ends in time when it %s', async (_how, answer) => {
    const { port } = await receiver(answer);
    await expect(
      openOutbound(LOCAL)({ ...get, url: `http://127.0.0.1:${port}/`, timeoutMs: 150 }),
    ).rejects.toMatchObject({ name: 'OutboundError', reason: 'timeout' });
  });

  it('ends in time when the name is never resolved', async () => {
    const outbound = openOutbound(LOCAL, { resolve: () => new Promise(() => undefined) });
    await expect(outbound({ ...get, url: 'https://hooks.example', timeoutMs: 50 })).rejects.toMatchObject({
      reason: 'timeout',
    });
  });

  it('reports a refused or broken connection', async () => {
    const { port } = await receiver((_received, request) => request.socket.destroy());
    await expect(openOutbound(LOCAL)({ ...get, url: `http://127.0.0.1:${port}/` })).rejects.toMatchObject({
      reason: 'unreachable',
    });
    const gone = await startReceiver();
    await gone.close();
    await expect(
      openOutbound(LOCAL)({ ...get, url: `http://127.0.0.1:${gone.port}/` }),
    ).rejects.toMatchObject({ reason: 'unreachable' });
  });
});

describe('the guard', () => {
  it.each([
    'http://127.0.0.1',
    'http://127.1',
    'http://2130706433',
    'http://0x7f000001',
    'http://0177.0.0.1',
    'http://[::1]',
    'http://[::ffff:127.0.0.1]',
    'http://[::ffff:7f00:1]',
    'http://0.0.0.0',
    'http://localhost',
    'http://①②⑦.⓪.⓪.①',
  ])('refuses %s in whatever form, and does not connect', async (host) => {
    const { port, requests } = await receiver();
    await expect(openOutbound(PUBLIC_ONLY)({ ...get, url: `${host}:${port}/` })).rejects.toMatchObject({
      reason: 'forbidden_address',
    });
    expect(requests).toEqual([]);
  });

  it('refuses a name that leads inside, also when it is a public name', async () => {
    const { port, requests } = await receiver();
    const outbound = openOutbound(PUBLIC_ONLY, {
      resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    });
    await expect(outbound({ ...get, url: `https://hooks.example:${port}/` })).rejects.toMatchObject({
      reason: 'forbidden_address',
    });
    expect(requests).toEqual([]);
  });

  it.each([
    'ftp://hooks.example',
    'file:///etc/passwd',
    'https://user:secret@hooks.example',
    'hooks.example',
    '',
  ])('refuses %j for its form', async (url) => {
    await expect(openOutbound(LOCAL)({ ...get, url })).rejects.toMatchObject({ reason: 'forbidden_url' });
  });

  it('refuses plain HTTP to a public address', async () => {
    const outbound = openOutbound(LOCAL, {
      resolve: () => Promise.resolve([{ address: '93.184.215.14', family: 4 }]),
    });
    await expect(outbound({ ...get, url: 'http://hooks.example' })).rejects.toMatchObject({
      reason: 'forbidden_url',
    });
  });

  it('resolves once and connects only to checked addresses', async () => {
    const inside = await receiver(undefined, { address: '127.0.0.1' });
    let asked = 0;
    const outbound = openOutbound(
      { networks: [{ address: '127.0.0.2', prefix: 32, family: 'ipv4' }] },
      {
        resolve: () => {
          asked += 1;
          const good = { address: '127.0.0.2', family: 4 };
          const bad = { address: '127.0.0.1', family: 4 };
          return Promise.resolve(asked === 1 ? [bad, good] : [bad]);
        },
      },
    );
    await expect(outbound({ ...get, url: `http://hooks.example:${inside.port}/` })).rejects.toMatchObject({
      reason: 'unreachable',
    });
    expect(inside.requests).toEqual([]);
    expect(asked).toBe(1);
  });

  it('reports an unknown host name', async () => {
    await expect(openOutbound(PUBLIC_ONLY)({ ...get, url: 'https://hooks.invalid' })).rejects.toMatchObject({
      reason: 'unresolvable',
    });
  });
});

describe('TLS', () => {
  it('checks the certificate against the name in the URL, not the address', async () => {
    const tls = certificateFor('hooks.example');
    const { port, requests } = await receiver(undefined, { tls });
    const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
    const trusting = openOutbound(LOCAL, { resolve, trustedCa: tls.cert });
    expect((await trusting({ ...get, url: `https://hooks.example:${port}/` })).status).toBe(200);
    await expect(trusting({ ...get, url: `https://other.example:${port}/` })).rejects.toMatchObject({
      reason: 'untrusted',
    });
    await expect(
      openOutbound(LOCAL, { resolve })({ ...get, url: `https://hooks.example:${port}/` }),
    ).rejects.toMatchObject({ reason: 'untrusted' });
    expect(requests).toHaveLength(1);
  });
});

/** Makes a self-signed certificate with OpenSSL. */
function certificateFor(name: string): { key: string; cert: string } {
  const directory = mkdtempSync(join(tmpdir(), 'countersign-tls-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const [key, cert] = [join(directory, 'key.pem'), join(directory, 'cert.pem')];
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  execFileSync('openssl', ['req', '-x509', ...curve, '-nodes', ...subject, '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  });
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
}
