import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { exportLog } from '#server/log/export.ts';
import { openLogKeeper } from '#server/log/keep.ts';
import { expectError } from '../support/answers.ts';
import { useApi, type Tenant } from '../support/api.ts';
import { createDraft } from '../support/envelopes.ts';
import { startTimestampServer } from '../support/timestamp/timestamp-server.ts';

const server = await startTimestampServer();
const api = useApi({ alone: true, env: { TIMESTAMP_URLS: server.url } });
const directory = mkdtempSync(join(tmpdir(), 'log-timestamps-'));
afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true });
});

let tenant: Tenant;
beforeEach(async () => {
  tenant = await api.tenant();
  server.answerWith(null);
  // The service uses the real time.
  api.clock.now = new Date();
});

const grow = async () => {
  await createDraft(api, tenant.apiKey);
  await openLogKeeper(api.services).round({ all: true });
};
const served = async (path: string) => (await api.call('GET', path)).bytes;

/** Checks it with OpenSSL, as docs/transparency-log.md describes. */
function verified(note: Uint8Array, response: Uint8Array): string {
  const [text = ''] = Buffer.from(note)
    .toString()
    .split(/(?<=\n)\n/);
  const files = { text: text, 'text.tsr': response, 'root.der': server.root };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(directory, name), content);
  const run = (...options: string[]) =>
    execFileSync('openssl', options, { cwd: directory, encoding: 'utf8', stdio: 'pipe' });
  run('x509', '-inform', 'DER', '-in', 'root.der', '-out', 'root.pem');
  return run('ts', '-verify', '-data', 'text', '-in', 'text.tsr', '-CAfile', 'root.pem');
}

it("has a timestamp of each checkpoint's text, which OpenSSL verifies", async () => {
  await grow();
  const [first, response] = [await served('/log/checkpoint'), await served('/log/checkpoint.tsr')];
  expect(verified(first, response)).toContain('Verification: OK');
  const { headers } = await api.call('GET', '/log/checkpoint.tsr');
  expect(headers.get('content-type')).toBe('application/timestamp-reply');
  await grow();
  const next = await served('/log/checkpoint');
  expect(verified(next, await served('/log/checkpoint.tsr'))).toContain('Verification: OK');
  expect(() => verified(next, response)).toThrow('message imprint mismatch');
});

it('waits for no service, and asks again while there is no timestamp', async () => {
  server.answerWith((_, response) => void response.writeHead(503).end());
  await grow();
  expect((await api.call('GET', '/log/checkpoint')).status).toBe(200);
  expectError(await api.call('GET', '/log/checkpoint.tsr'), 'not_found');
  server.answerWith(null);
  await openLogKeeper(api.services).round();
  const note = await served('/log/checkpoint');
  expect(verified(note, await served('/log/checkpoint.tsr'))).toContain('Verification: OK');
  const asked = server.requests();
  await openLogKeeper(api.services).round();
  expect(server.requests()).toBe(asked);
});

it('is exported beside the checkpoint', async () => {
  await grow();
  const files = new Map<string, Uint8Array>();
  const count = await exportLog(api.services, async (path, content) => void files.set(path, content));
  expect(files.size).toBe(count);
  const [note, response] = ['checkpoint', 'checkpoint.tsr'].map(
    (name) => files.get(name) ?? new Uint8Array(),
  );
  expect(verified(note ?? new Uint8Array(), response ?? new Uint8Array())).toContain('Verification: OK');
});
