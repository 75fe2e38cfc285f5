import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { parseVerifierKey } from '#domain/log/note.ts';
import { computeSha256Bytes } from '#server/crypto/hash.ts';

import { type Envelopes, createEnvelopesClient } from '../../../scripts/client/envelopes.ts';
import { type HttpClient, openHttpClient } from '../../../scripts/client/http.ts';
import { plainPdf } from '../../support/envelopes.ts';
import { freePort } from '../../support/free-port.ts';
import { patience } from '../../support/patience.ts';
import { runProgram } from '../../support/program.ts';
import { startWitness, type TestWitness } from '../../support/witness.ts';
import { drilledEnv } from './crash/victim.ts';

const ASK_AGAIN_MS = 250;
const FORKED =
  /^the witness witness\.example\.com: has other entries than this log up to 4\. The log is forked/m;
const FORKED_ERROR = 'countersign: the log is forked: no new checkpoint is signed\n';

let home: string;
let pdf: Uint8Array;
let witness: TestWitness;
let witnesses: Record<string, string>;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'countersign-fork-'));
  pdf = await plainPdf(1);
  witness = await startWitness('witness.example.com');
  witnesses = { LOG_WITNESSES: `${witness.vkey} http://127.0.0.1:${witness.server.port}` };
});
afterAll(async () => {
  await witness.server.close();
  rmSync(home, { recursive: true });
});

/** An instance in a data directory, with these settings. */
function instanceIn(directory: string, settings: Record<string, string> = {}) {
  const env = { ...settings, DATA_DIR: directory, OUTBOUND_NETWORKS: '127.0.0.0/8,::1' };
  return {
    run: async (...args: string[]) => {
      const program = runProgram('main', env, args);
      const { code } = await program.ended;
      return { code, ...program.output() };
    },
    serve: async <Result>(key: string, use: (api: Envelopes, http: HttpClient) => Promise<Result>) => {
      const port = await freePort();
      const program = runProgram('start', { ...drilledEnv(directory), ...env, PORT: String(port) });
      await program.printed(/listening on/);
      const http = openHttpClient(`http://localhost:${port}`);
      try {
        return await use(createEnvelopesClient(http, key), http);
      } finally {
        http.close();
        program.child.kill();
        await program.ended;
      }
    },
  };
}

type HealthAnswer = { status: string; checks: { log: string } };
async function findLogFailing(http: HttpClient): Promise<HealthAnswer> {
  for (;;) {
    const health = await http.json<HealthAnswer>('GET', '/api/health');
    if (health.checks.log === 'failing') return health;
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  }
}

// Nine programs start one after another, alongside commands.
const slow = { timeout: patience(240_000) };
test(
  'a log that goes on from an old backup is stopped by the witness of the other one, which is said everywhere',
  slow,
  async () => {
    const live = instanceIn(join(home, 'live'), witnesses);
    const create = async (api: Envelopes, count: number) => {
      for (let n = 0; n < count; n++) await api.createInline('a.pdf', pdf, { detect: false });
    };
    const account = {
      organization: 'Acme',
      name: 'Ada',
      email: 'a@example.com',
      password: 'correct horse battery',
    };
    const options = Object.entries(account).flatMap(([name, value]) => [`--${name}`, value]);
    const bootstrapped = await live.run('bootstrap', ...options, '--json');
    const { apiKey } = JSON.parse(bootstrapped.stdout) as { apiKey: string };

    // A backup is made, and the log continues.
    await live.serve(apiKey, async (api, http) => {
      const key = parseVerifierKey(
        (await http.bytes('GET', '/log/vkey')).toString().trim(),
        computeSha256Bytes,
      );
      if (key === null) throw new Error('no key');
      witness.logs.push(key);
      await create(api, 2);
      expect(await live.run('log', 'publish')).toMatchObject({ code: 0, stderr: '' });
      expect(await live.run('backup', join(home, 'backup'))).toMatchObject({ code: 0 });
      await create(api, 2);
      expect(await live.run('log', 'publish')).toMatchObject({ code: 0, stderr: '' });
      expect(witness.signed.get(key.name)?.size).toBe(4);
    });

    // The backup is restored and continues differently while the witness isn't asked.
    const forgetful = instanceIn(join(home, 'fork'));
    expect(await forgetful.run('restore', join(home, 'backup'))).toMatchObject({ code: 0 });
    await forgetful.serve(apiKey, async (api) => {
      await create(api, 3);
      expect((await forgetful.run('log', 'publish')).stdout).toMatch(/^5 entries, /m);
    });

    // The witness is asked and refuses. Nothing more is signed, but envelopes continue.
    const fork = instanceIn(join(home, 'fork'), witnesses);
    await fork.serve(apiKey, async (api, http) => {
      expect(await findLogFailing(http)).toMatchObject({ status: 'degraded' });
      await create(api, 1);
      const refused = await fork.run('log', 'publish');
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('The log is forked') });
    });

    // A restart while the witness is offline doesn't forget anything.
    witness.isDown = true;
    await fork.serve(apiKey, async (_, http) => {
      expect(await findLogFailing(http)).toMatchObject({ status: 'degraded' });
      const status = await fork.run('log', 'status');
      expect(status).toMatchObject({ code: 1, stderr: FORKED_ERROR });
      expect(status.stdout).toMatch(FORKED);
      expect(status.stdout).toMatch(/^5 entries, /m);
      const doctor = await fork.run('doctor');
      expect(doctor.code).toBe(1);
      expect(doctor.stdout).toMatch(/^fail {2}log: .*The log is forked/m);
    });
  },
);
