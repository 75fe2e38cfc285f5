import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseVerifierKey } from '#domain/log/note.ts';
import { parseProof } from '#domain/log/proof.ts';
import { computeSha256Bytes } from '#server/crypto/hash.ts';
import { logProblems } from '#server/log/health.ts';
import { openLogKeeper } from '#server/log/keep.ts';
import { openCheckpoint } from '#server/log/open-checkpoint.ts';
import { useApi, type Tenant } from '../support/api.ts';
import { createDraft } from '../support/envelopes.ts';
import { HAS_GO, readWithGo } from '../support/log.ts';
import { useListening } from '../support/listening.ts';
import { startWitness, type TestWitness } from '../support/witness.ts';

let first: TestWitness;
let second: TestWitness;
const env: Record<string, string> = { LOG_ORIGIN: 'log.example.com', LOG_WITNESS_QUORUM: '2' };
beforeAll(async () => {
  first = await startWitness('first.example.com');
  second = await startWitness('second.example.com');
  env['LOG_WITNESSES'] = [first, second]
    .map(({ vkey, server }) => `${vkey} http://127.0.0.1:${server.port}`)
    .join(', ');
});
afterAll(async () => {
  await first.server.close();
  await second.server.close();
});
const api = useApi({ env });
const listening = useListening(api);

let tenant: Tenant;
beforeEach(async () => {
  tenant = await api.tenant();
  const vkey = (await api.call('GET', '/log/vkey')).bytes.toString().trim();
  const key = parseVerifierKey(vkey, computeSha256Bytes);
  if (key === null) throw new Error('no key');
  for (const witness of [first, second]) {
    witness.logs.splice(0, witness.logs.length, key);
    witness.isDown = false;
  }
});

const draft = async () => (await createDraft(api, tenant.apiKey)).json.envelope.id as string;
const opened = async () => {
  const note = (await api.call('GET', '/log/checkpoint')).bytes.toString();
  const [log] = first.logs;
  if (log === undefined) throw new Error('no key');
  return openCheckpoint(note, log, [first.signer.key, second.signer.key]);
};
const signers = async () => (await opened())?.witnesses.map(({ name }) => name);
async function evidence(id: string) {
  const { data } = await api
    .client(tenant.apiKey)
    .GET('/api/v1/envelopes/{id}/evidence', { params: { path: { id } } });
  return data?.log ?? null;
}

describe('witnesses', () => {
  it('sign each checkpoint after checking that it continues the last one', async () => {
    const keeper = openLogKeeper(api.services);
    for (let round = 0; round < 3; round++) {
      await draft();
      await keeper.round({ all: true });
      expect(await signers()).toEqual(['first.example.com', 'second.example.com']);
    }
    expect(first.signed.get('log.example.com')?.size).toBe((await opened())?.size);
    expect(await logProblems(api.services)).toEqual([]);
  });

  it('are named in the evidence, and the envelope counts as witnessed with a quorum', async () => {
    const id = await draft();
    await openLogKeeper(api.services).round({ all: true });
    const note = parseProof((await evidence(id))?.proof ?? '')?.checkpoint ?? '';
    expect(note.match(/^— /gm)).toHaveLength(3);
  });

  it('delay nothing while one is down, which health reports, and sign when it is back', async () => {
    first.isDown = true;
    const id = await draft();
    const keeper = openLogKeeper(api.services);
    const round = keeper.round({ all: true });
    await api.until('the checkpoint is published', async () => (await evidence(id)) !== null);
    await round;
    expect(await signers()).toEqual(['second.example.com']);
    expect(await logProblems(api.services)).toEqual([
      expect.stringMatching(/^the witness first\.example\.com: can't be reached/),
    ]);
    expect((await api.call('GET', '/api/health')).json.checks.log).toBe('failing');

    first.isDown = false;
    await draft();
    await keeper.round({ all: true });
    expect(await signers()).toEqual(['first.example.com', 'second.example.com']);
    expect((await api.call('GET', '/api/health')).json.checks.log).toBe('ok');
  });

  it('that lost their memory are asked again from the start', async () => {
    second.signed.clear();
    await draft();
    await openLogKeeper(api.services).round({ all: true });
    expect(await signers()).toEqual(['first.example.com', 'second.example.com']);
  });

  it('that take back what they signed stop nothing, which health reports', async () => {
    await draft();
    await openLogKeeper(api.services).round({ all: true });
    const size = first.signed.get('log.example.com')?.size ?? 0;
    first.signed.set('log.example.com', { size, rootHash: 'ab'.repeat(32) });
    await draft();
    expect(await openLogKeeper(api.services).round({ all: true })).toBe(true);
    expect((await opened())?.size).toBe(size + 1);
    expect(await signers()).toEqual(['second.example.com']);
    expect(await logProblems(api.services)).toEqual([
      expect.stringMatching(/^the witness first\.example\.com: rejects a state that it has signed itself/),
    ]);
    first.signed.clear();
  });

  it.skipIf(!HAS_GO)('are read by Go’s packages over HTTP, and the log with them', async () => {
    await draft();
    await openLogKeeper(api.services).round({ all: true });
    const vkey = (await api.call('GET', '/log/vkey')).bytes.toString().trim();
    const witnesses = `${first.vkey},${second.vkey}`;
    const found = await readWithGo({ log: `${listening.origin}/log`, vkey, witnesses });
    expect(found).toMatchObject({ size: (await opened())?.size, signatures: 3 });
  });
});
