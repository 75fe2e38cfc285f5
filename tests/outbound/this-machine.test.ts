import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/runtime/config.ts';
import { openOutbound } from '#server/outbound/outbound.ts';
import { findTargetProblem } from '#server/outbound/target.ts';

let dataDir: string;
let server: Server;
let port: number;
let requests = 0;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'countersign-outbound-'));
  server = createServer((_request, response) => {
    requests += 1;
    response.end('inside');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.close();
  rmSync(dataDir, { recursive: true });
});

const policyOf = (variables: Record<string, string>) =>
  readConfig({ DATA_DIR: dataDir, SECRET_KEY: 'k'.repeat(32), ...variables }).outbound;
const get = (variables: Record<string, string>, host: string) =>
  openOutbound(policyOf(variables))({
    method: 'GET',
    url: `http://${host}:${port}/`,
    timeoutMs: 5_000,
    maxBytes: 100,
  });

describe.each([
  ['without ORIGIN', {}],
  ['with an ORIGIN on this machine', { ORIGIN: 'http://localhost:3000' }],
  ['with a public ORIGIN', { ORIGIN: 'https://sign.example.com' }],
  ['in development', { NODE_ENV: 'development', HOST: '127.0.0.1' }],
])('a program on this machine, %s', (_name, variables) => {
  it.each(['127.0.0.1', 'localhost', '127.1'])('is out of reach at %s', async (host) => {
    await expect(get(variables, host)).rejects.toMatchObject({ reason: 'forbidden_address' });
    expect(findTargetProblem(policyOf(variables), `https://${host}/`)).toMatchObject({
      reason: 'forbidden_address',
    });
    expect(requests).toBe(0);
  });
});

it('is within reach once OUTBOUND_NETWORKS has it', async () => {
  const answer = await get({ OUTBOUND_NETWORKS: '127.0.0.0/8' }, '127.0.0.1');
  expect([answer.status, String(answer.body), requests]).toEqual([200, 'inside', 1]);
});
