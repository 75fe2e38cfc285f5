import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { useApi } from '../support/api.ts';
import { ALICE, sendDraft } from '../support/envelopes.ts';
import { signAs } from '../support/signer.ts';
import { startTimestampServer } from '../support/timestamp/timestamp-server.ts';

const server = await startTimestampServer();
const directory = mkdtempSync(join(tmpdir(), 'timestamp-roots-'));
const root = new X509Certificate(server.root);
const file = join(directory, 'roots.pem');
writeFileSync(file, root.toString());
afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true });
});
const api = useApi({ work: true, alone: true, env: { TIMESTAMP_URLS: server.url, TIMESTAMP_ROOTS: file } });

it('confirms the time by services whose roots the operator trusts, and publishes these', async () => {
  // The service uses the real time.
  api.clock.now = new Date();
  const { apiKey: key } = await api.tenant();
  const sent = await sendDraft(api, key, { participants: [ALICE], fields: [], detect: false });
  await signAs(api, sent, ALICE);
  const { id } = sent.envelope;
  await api.until('the seal', async () => {
    const { json } = await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } });
    return json.envelope.sealedAt;
  });
  api.clock.now = new Date();
  const sealed = (await api.call('GET', `/api/v1/envelopes/${id}/document?variant=sealed`, { key })).bytes;
  const { json } = await api.call('POST', '/api/verify', { raw: sealed });
  expect(json.results.find(({ check }: { check: string }) => check === 'time').code).toBe('time_confirmed');
  const published = (await api.call('GET', '/api/verify')).json.timestampRoots;
  expect(published).toEqual([
    {
      sha256: root.fingerprint256.replaceAll(':', '').toLowerCase(),
      certificate: expect.stringContaining('BEGIN CERTIFICATE'),
    },
  ]);
});
