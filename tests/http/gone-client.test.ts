import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { writeResponse } from '#server/http/node/web-request.ts';

it('a stream for a client that has gone before its first byte is ended, not an error', async () => {
  const ended = Promise.withResolvers<string>();
  const stream = new ReadableStream<Uint8Array>({ cancel: () => ended.resolve('canceled') });
  const server = createServer((request, response) => {
    response.once('close', () => {
      const answer = new Response(stream, { headers: { 'content-type': 'text/event-stream' } });
      writeResponse(response, answer, request.method === 'HEAD').catch(ended.reject);
    });
    request.socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  expect(await ended.promise).toBe('canceled');
  client.destroy();
  server.close();
});
