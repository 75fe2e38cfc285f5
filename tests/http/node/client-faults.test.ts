import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { listenHttp, type HttpServer } from '#server/http/node/listen.ts';
import { openLog } from '#server/runtime/log.ts';
import { useApi } from '../../support/api.ts';

type Line = { readonly level: number; readonly msg: string } & Readonly<Record<string, unknown>>;

const api = useApi();
const PACE = { bodyBytes: 20_000, readWindowMs: 60_000, checkMs: 20, waveMs: 3_000 };
const ERROR = 50;
/** Places that read a body without knowing who sends it. */
const PATHS = ['/api/auth/login', '/api/auth/sign-up', '/api/auth/password-reset'];
const pathOf = (n: number) => (n % 20 === 0 ? '/oauth/token' : (PATHS[n % 3] ?? ''));

let server: HttpServer | undefined;
afterEach(() => server?.close());

async function listen(bodyWindowMs: number) {
  const lines: Line[] = [];
  const log = openLog('info', { write: (line) => void lines.push(JSON.parse(line) as Line) });
  const { services } = api;
  const http = { ...services.config.http, host: '127.0.0.1', port: 0 };
  server = await listenHttp(
    { ...services, log, config: { ...services.config, http } },
    { ...PACE, bodyWindowMs },
  );
  const { port } = server;
  const begin = async (path: string): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    await once(socket, 'connect');
    const type = path.startsWith('/oauth/') ? 'application/x-www-form-urlencoded' : 'application/json';
    const head = [
      `POST ${path} HTTP/1.1`,
      'Host: localhost',
      `Content-Type: ${type}`,
      'Content-Length: 1000',
    ];
    socket.write([...head, 'Expect: 100-continue', '', '{"a": '].join('\r\n'));
    const [begun] = (await once(socket, 'data')) as [Buffer];
    expect(begun.toString()).toContain('100 Continue');
    // Otherwise, what comes before somebody reads on would be lost.
    socket.pause();
    return socket;
  };
  const summary = (count: string, least: number) =>
    api.until('the wave was logged', () =>
      Promise.resolve(lines.reduce((sum, line) => sum + Number(line[count] ?? 0), 0) >= least),
    );
  return { begin, lines, summary };
}

it('200 clients that leave before their body has arrived take a line or two, and none is an error', async () => {
  const { begin, lines, summary } = await listen(60_000);
  const sockets = await Promise.all(Array.from({ length: 200 }, (_, n) => begin(pathOf(n))));
  for (const socket of sockets) socket.resetAndDestroy();
  await summary('leftEarly', 200);
  expect(lines.filter(({ level }) => level >= ERROR)).toEqual([]);
  expect(lines.length).toBeLessThanOrEqual(2);
});

it('100 bodies that arrive too slowly are answered with 408 and take a line or two', async () => {
  const { begin, lines, summary } = await listen(300);
  const sockets = await Promise.all(Array.from({ length: 100 }, (_, n) => begin(pathOf(n))));
  const answers = await Promise.all(sockets.map((socket) => text(socket)));
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  await summary('slowBody', 100);
  expect(lines.filter(({ level }) => level >= ERROR)).toEqual([]);
  expect(lines.length).toBeLessThanOrEqual(2);
});
