import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { warmPages } from '#server/http/pages/pages.ts';
import { useApi } from '../support/api.ts';

const api = useApi();

it('asks for the first page of signers, with a token that opens nothing', async () => {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    response.end('page');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { config } = api.services;
  const http = { ...config.http, host: '127.0.0.1' };
  await warmPages(
    { config: { ...config, http }, log: api.services.log },
    (server.address() as AddressInfo).port,
  );
  server.close();
  expect(asked.map(({ url }) => url)).toEqual(['/sign', '/sign/landing']);

  const authorization = asked[1]?.headers.authorization ?? '';
  expect(authorization).toMatch(/^Bearer [\w-]+\.[\w-]+$/);
  const { status } = await api.call('GET', '/api/signer/invitation', { headers: { authorization } });
  expect(status).toBe(401);
});

it('goes on without pages', async () => {
  await expect(warmPages(api.services, 9)).resolves.toBeUndefined();
});
