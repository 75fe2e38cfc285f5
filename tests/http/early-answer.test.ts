import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { useApi } from '../support/api.ts';
import { useListening } from '../support/listening.ts';

const api = useApi();
const service = useListening(api);

/** More than the buffers of both ends can take. */
const LONG = 12 * 1024 * 1024;

it.each([
  ['a body that is too long', '/api/v1/templates', true, 413],
  ['a long body that comes in pieces', '/api/v1/templates', false, 413],
  ['a long body from nobody', '/api/v1/envelopes', true, 401],
  ['a long body to nowhere', '/api/v1/nowhere', true, 404],
] as const)('%s is answered, and the connection goes on', async (_what, path, isMeasured, status) => {
  const { apiKey } = await api.tenant();
  const key = status === 401 ? 'svc_sk_none' : apiKey;
  const socket = connect(Number(new URL(service.origin).port), '127.0.0.1');
  const answers = statusesOf(socket);

  // Like a client that doesn't read until it has sent everything.
  await write(
    socket,
    head('POST', path, key, isMeasured ? `Content-Length: ${LONG}` : 'Transfer-Encoding: chunked'),
  );
  await write(
    socket,
    isMeasured ? 'a'.repeat(LONG) : `${LONG.toString(16)}\r\n${'a'.repeat(LONG)}\r\n0\r\n\r\n`,
  );
  await write(socket, head('GET', '/api/v1/ping', apiKey));
  await once(socket, 'close');
  expect(answers).toEqual([status, 200]);
});

function head(method: string, path: string, key: string, ...more: readonly string[]): string {
  const last = method === 'GET' ? ['Connection: close'] : ['Content-Type: application/json'];
  return [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${key}`,
    ...last,
    ...more,
    '\r\n',
  ].join('\r\n');
}

async function write(socket: Socket, text: string): Promise<void> {
  await new Promise<void>((resolve, reject) =>
    socket.write(text, (error) => (error ? reject(error) : resolve())),
  );
}

function statusesOf(socket: Socket): number[] {
  const statuses: number[] = [];
  socket.on('data', (bytes: Buffer) => {
    for (const [, status] of bytes.toString().matchAll(/HTTP\/1\.1 (\d{3}) /g)) statuses.push(Number(status));
  });
  return statuses;
}
