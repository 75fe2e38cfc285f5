import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { openAppHarness, type AppHarness } from './app-harness.ts';
import { readEvents } from '../support/event-stream.ts';
import { freePort } from '../support/free-port.ts';
import { readDeliveredSettings, hasProxy, PROXIES, startProxy, type ProxyPorts } from '../support/proxies.ts';

const MIB = 1024 * 1024;
/** A page of each kind: those with the most scripts, and one for each layout. */
const PAGES = [
  ...['/envelopes', '/envelopes/new', '/templates', '/reports', '/outbox', '/settings/profile'],
  ...['/settings/members', '/settings/single-sign-on', '/settings/webhooks', '/settings/branding'],
  ...['/sign', '/verify', '/api/docs', '/no/such/page'],
];

type Sent = {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array;
};

describe.skipIf(!PROXIES.some(hasProxy))('the program (skipped where no proxy is installed)', () => {
  let harness: AppHarness;
  let ports: ProxyPorts;
  let origin: string;

  beforeAll(async () => {
    ports = { front: await freePort(), web: await freePort(), operations: await freePort() };
    origin = `https://localhost:${ports.front}`;
    harness = await openAppHarness({
      idle: true,
      env: {
        HOST: '127.0.0.1',
        PORT: String(ports.web),
        OPERATIONS_PORT: String(ports.operations),
        ORIGIN: origin,
        TRUSTED_PROXIES: '127.0.0.1',
      },
    });
    await harness.app.operate();
  }, 400_000);
  afterAll(async () => {
    await harness?.close();
  });

  const open = async (path: string, { method = 'GET', headers = {}, body }: Sent = {}) => {
    const asked = request(new URL(path, origin), { method, headers, rejectUnauthorized: false });
    asked.end(body);
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    return answer;
  };
  const send = async (path: string, sent: Sent = {}) => {
    const answer = await open(path, sent);
    const text = Buffer.concat(await answer.toArray()).toString();
    return { status: answer.statusCode, headers: answer.headers, text };
  };
  const post = (path: string, body: object, headers: Record<string, string>) =>
    send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  describe.each(PROXIES)('behind %s with the delivered settings', (name) => {
    describe.skipIf(!hasProxy(name))(`(skipped where there is no ${name})`, () => {
      let proxy: Awaited<ReturnType<typeof startProxy>>;
      let cookie: string;
      let authorization: string;

      beforeAll(async () => {
        proxy = await startProxy(name, ports);
        const person = { organization: 'Acme', name: 'Ada', email: `${name}@acme.example` };
        const account = { ...person, password: 'correct horse battery' };
        const answer = await post('/api/auth/sign-up', account, { origin });
        cookie = (answer.headers['set-cookie'] ?? []).map((text) => text.split(';')[0]).join('; ');
        const made = await post('/api/trpc/apiKey.create', { name: 'Tests' }, { origin, cookie });
        const { secret } = (JSON.parse(made.text) as { result: { data: { secret: string } } }).result.data;
        authorization = `Bearer ${secret}`;
      });
      afterAll(async () => {
        await proxy?.stop();
      });

      it('shows every kind of page to whoever is signed in', async () => {
        const statuses: Record<string, number | undefined> = {};
        for (const path of PAGES) statuses[path] = (await send(path, { headers: { cookie } })).status;
        const expected = PAGES.map((path) => [path, path === '/no/such/page' ? 404 : 200]);
        expect(statuses).toEqual(Object.fromEntries(expected));
      });

      it('takes documents of the size limit, as a file and within JSON', async () => {
        const draft = await post('/api/v1/envelopes', { originalFilename: 'Plan.pdf' }, { authorization });
        const { id } = (JSON.parse(draft.text) as { envelope: { id: string } }).envelope;
        const stored = await send(`/api/v1/envelopes/${id}/document`, {
          method: 'PUT',
          headers: { authorization, 'content-type': 'application/pdf' },
          body: await pdfOfSize(LIMITS.documentMaxBytes),
        });
        expect([stored.status, stored.text]).toEqual([204, '']);
        // The program can only describe its contents if all of it arrived.
        const contentBase64 = Buffer.alloc(LIMITS.documentMaxBytes, 'x').toString('base64');
        const document = { contentBase64, contentType: 'application/pdf' };
        const refused = await post(
          '/api/v1/envelopes',
          { originalFilename: 'x.pdf', document },
          { authorization },
        );
        expect(refused.headers['content-type']).toContain('application/json');
        expect(JSON.parse(refused.text)).toMatchObject({ code: 'document_unreadable' });
      });

      it('passes events on as they come', async () => {
        const stream = await open('/api/live', { headers: { cookie, accept: 'text/event-stream' } });
        expect(stream.statusCode).toBe(200);
        const events = readEvents(Readable.toWeb(stream) as ReadableStream<Uint8Array>);
        const coming = events.next();
        await post('/api/v1/envelopes', { originalFilename: 'New.pdf' }, { authorization });
        expect((await coming)?.event).toBeTypeOf('string');
        await events.close();
      });
    });
  });
});

it('delivers settings that take the longest body', () => {
  const longest = Math.max(
    ...Object.entries(LIMITS)
      .filter(([name]) => /(document|body|verification)MaxBytes$/i.test(name))
      .map(([, bytes]) => bytes),
  );
  const nginx = Number(/client_max_body_size (\d+)m;/.exec(readDeliveredSettings('nginx'))?.[1]);
  const caddy = Number(/max_size (\d+)MB/.exec(readDeliveredSettings('caddy'))?.[1]);
  expect(nginx * MIB).toBeGreaterThan(longest);
  expect(caddy * 1_000_000).toBeGreaterThan(longest);
});

/** Makes a document of exactly this many bytes by adding a file of noise. */
async function pdfOfSize(bytes: number): Promise<Uint8Array> {
  const make = async (noise: number) => {
    const pdf = await PDFDocument.create();
    pdf.addPage();
    pdf.context.register(pdf.context.stream(randomBytes(noise)));
    return pdf.save({ useObjectStreams: false });
  };
  const guess = bytes - 10_000;
  const { length } = await make(guess);
  return make(guess + bytes - length);
}
