import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Arrivals, watchOutbox } from '../../bench/arrivals.ts';
import { signUp } from '../../scripts/client/dashboard.ts';
import { type HttpClient, openHttpClient } from '../../scripts/client/http.ts';
import { createSignerClient } from '../../scripts/client/signing.ts';
import type { WireGraph } from '#wire/envelope-graph.ts';
import { docx } from '../support/docx.ts';
import { picture } from '../support/pictures.ts';
import { type Program, runProgram } from '../support/program.ts';

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

describe('the server as it is installed', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'countersign-start-'));
  let server: Program;
  let http: HttpClient;

  beforeAll(async () => {
    server = runProgram('start', { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' });
    const [, url = ''] = await server.printed(/listening on (\S+)/);
    http = openHttpClient(url);
  });

  afterAll(async () => {
    http.close();
    server.child.kill('SIGTERM');
    await server.ended;
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('reads a Word file and a picture, has them signed, seals them, and logs no fault', async () => {
    const email = `owner.${randomUUID()}@example.com`;
    const account = { organization: 'Harbor Ltd', name: 'Olga Owner', email, password: randomUUID() };
    const dashboard = await signUp(http, account);
    const token = await dashboard.newApiKey('Files');
    const arrivals = watchOutbox(dashboard);
    try {
      const signed = await signWordAndPicture(http, token, arrivals);
      const sealed = await http.bytes('GET', `/api/v1/envelopes/${signed}/document?variant=sealed`, {
        token,
      });
      const verdict = await http.json<{ verdict: string }>('POST', '/api/verify', { bytes: sealed });
      expect(verdict).toMatchObject({ verdict: 'valid' });
    } finally {
      await arrivals.stop();
    }
    expect(server.output().stderr).toBe('');
  });

  it.skipIf(process.platform !== 'linux')('runs bundles only', () => {
    const programs = listDescendants(server.child.pid ?? 0).flatMap(({ command }) =>
      command.filter((word) => /\/src\/.*\.ts$/.test(word)),
    );
    expect(programs).toEqual([]);
  });
});

/** Sends a Word file with a picture behind it to one signer, who signs by a drawing. Returns the envelope. */
async function signWordAndPicture(http: HttpClient, token: string, arrivals: Arrivals): Promise<string> {
  const email = `ada.${randomUUID()}@example.com`;
  const box = { page: 1, participantIndex: 0, x: 0.1, width: 0.3, height: 0.05 };
  const draft = {
    participants: [{ name: 'Ada Byron', email }],
    fields: [
      { ...box, type: 'signature', y: 0.8 },
      { ...box, type: 'text', y: 0.7, label: 'Place' },
    ],
  };
  const created = await http.json<WireGraph>('POST', '/api/v1/envelopes', {
    token,
    json: { originalFilename: 'Lease.docx', document: encode(docx('Lease', 'Between us'), WORD), ...draft },
  });
  const path = `/api/v1/envelopes/${created.envelope.id}`;
  const photo = Buffer.from(picture('jpeg', 640, 480).replace(/^.*,/, ''), 'base64');
  const added = await http.json<WireGraph>('POST', `${path}/documents`, {
    token,
    json: { originalFilename: 'Photo.jpg', document: encode(photo, 'image/jpeg'), detect: false },
  });
  const { version } = added.envelope;
  await http.json('POST', `${path}/send`, { token, json: { expectedVersion: version } });
  const signer = createSignerClient(http, await arrivals.link(email));
  const { fields, envelope } = await signer.open();
  await signer.sign({
    values: fields.filter(({ type }) => type === 'text').map(({ id }) => ({ fieldId: id, value: 'Malmö' })),
    signature: { kind: 'drawn', image: picture() },
    ...(envelope.documentHash === null ? {} : { documentHash: envelope.documentHash }),
  });
  await arrivals.completion(email);
  return created.envelope.id;
}

function encode(bytes: Uint8Array, contentType: string) {
  return { contentBase64: Buffer.from(bytes).toString('base64'), contentType };
}

type Running = { readonly pid: number; readonly parent: number; readonly command: readonly string[] };

/** Lists the processes below a process, as /proc has them. Ones that end meanwhile are left out. */
function listDescendants(pid: number): Running[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name): Running[] => {
      try {
        const parent = /\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1];
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0');
        return [{ pid: Number(name), parent: Number(parent), command }];
      } catch {
        return [];
      }
    });
  const collect = (parent: number): Running[] =>
    all
      .filter((running) => running.parent === parent)
      .flatMap((running) => [running, ...collect(running.pid)]);
  return collect(pid);
}
