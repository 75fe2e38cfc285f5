import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PDF } from '@libpdf/core';
import { Webhook } from 'standardwebhooks';
import { beforeAll, describe, expect, it } from 'vitest';
import { FIRST_KEY_SCOPES } from '#domain/organization/key-scope.ts';
import { useApi, type Tenant } from '../support/api.ts';
import {
  LANGUAGES,
  OBSTACLES,
  projectWith,
  runSample,
  type SampleLanguage,
} from '../support/code-samples.ts';
import { createDraft, plainPdf, SIGNATURE } from '../support/envelopes.ts';
import { patience } from '../support/patience.ts';
import { useRecorder } from '../support/recorder.ts';
import { signAs, type WireGraph } from '../support/signer.ts';
import { openTestMode } from '../support/test-mode.ts';

const api = useApi({ work: true });
const recorder = useRecorder(api);

const FOLDER = fileURLToPath(new URL('../../docs/samples', import.meta.url));
const EXTENSIONS = { curl: 'sh', TypeScript: 'ts', Python: 'py' } as const;
const SECRET = `whsec_${Buffer.from('a secret of at least 24 bytes').toString('base64')}`;
const ADA = { name: 'Ada Byron', email: 'ada@example.com' };

let project: string;
let tenant: Tenant;
const done = new Set<string>();
/** What the pages of a document say, and where, in points from the bottom left. */
type Line = readonly [text: string, x: number, y: number];
const LEASE: readonly Line[] = [
  ['The “Landlord” lets the premises to the “Tenant”.', 72, 740],
  ...(['LANDLORD', 'TENANT'] as const).flatMap((party, column): Line[] => [
    [party, 72 + column * 250, 300],
    ['Signature:', 72 + column * 250, 260],
    ['Date:', 72 + column * 250, 220],
  ]),
];
async function makePdf(lines: readonly Line[]): Promise<Uint8Array> {
  const pdf = PDF.create();
  const page = pdf.addPage({ size: 'a4' });
  for (const [text, x, y] of lines) page.drawText(text, { x, y, size: 12 });
  return await pdf.save();
}

beforeAll(async () => {
  project = await projectWith('client', 'embed');
  writeFileSync(join(project, 'nda.pdf'), await plainPdf());
  writeFileSync(join(project, 'lease.pdf'), await makePdf(LEASE));
  writeFileSync(join(project, 'tagged.pdf'), await makePdf([['{{signature, Landlord}}', 72, 400]]));
}, patience(120_000));

type Run = {
  readonly tenant?: () => Promise<Tenant>;
  readonly env?: () => Promise<Record<string, string>>;
  /** What people do in the meantime. */
  readonly meanwhile?: () => Promise<unknown>;
  /** Code to run after the sample, such as a call of a function that it defines. */
  readonly before?: string;
  readonly after?: string;
  /** Other statuses besides success that it expects. */
  readonly meets?: readonly number[];
  readonly prints?: RegExp;
};

/** Runs a program of the guides and checks the responses to its requests. */
async function run(name: string, language: SampleLanguage, how: Run = {}): Promise<void> {
  const file = `${name}.${EXTENSIONS[language]}`;
  done.add(file);
  tenant = await (how.tenant ?? api.tenant)();
  recorder.recorded.length = 0;
  const source = readFileSync(join(FOLDER, file), 'utf8')
    .replaceAll('https://sign.example.com', recorder.origin)
    .replaceAll('svc_sk_…', tenant.apiKey);
  const env = { COUNTERSIGN_KEY: tenant.apiKey, ...(await how.env?.()) };
  const program = [how.before ?? '', source, how.after ?? ''].join('\n');
  const [printed] = await Promise.all([runSample(project, language, program, env), how.meanwhile?.()]);
  if (how.prints !== undefined) expect(printed).toMatch(how.prints);
  const allowed = [200, 201, 202, 204, ...(how.meets ?? [])];
  expect(recorder.recorded.filter(({ status }) => !allowed.includes(status))).toEqual([]);
}

const draftOfOne = async (delivery: 'email' | 'embedded' = 'email') => {
  const { json } = await createDraft(api, tenant.apiKey, {
    participants: [{ ...ADA, delivery }],
    fields: [{ ...SIGNATURE, participantIndex: 0 }],
  });
  const graph = json as WireGraph;
  return {
    graph,
    env: { ENVELOPE_ID: graph.envelope.id, PARTICIPANT_ID: graph.participants[0]?.id ?? '' },
  };
};

const sent = async () => {
  const { graph, env } = await draftOfOne('embedded');
  const { id, version } = graph.envelope;
  const path = `/api/v1/envelopes/${id}/send`;
  await api.call('POST', path, { key: tenant.apiKey, body: { expectedVersion: version as number } });
  return env;
};

/** A test environment. */
const inTestMode = async (): Promise<Tenant> => {
  const live = await api.tenant();
  return { ...live, ...(await openTestMode(api, live.organizationId)) };
};

/** With the key that the guide tells people to create: the dashboard's preselected one. */
const withFirstKey = async () => {
  const made = await api.tenant();
  const body = { name: 'First', scopes: FIRST_KEY_SCOPES };
  const { json } = await api.call('POST', '/api/v1/api-keys', { key: made.apiKey, body });
  return { ...made, apiKey: json.secret as string };
};

/** Ada signs as soon as she's asked to. */
const adaSigns = async () => {
  const graph = await api.until('an envelope to sign', async () => {
    const query = '/api/v1/envelopes?status=in_progress';
    const { json } = await api.call('GET', query, { key: tenant.apiKey });
    const [item] = (json as { items: { id: string }[] }).items;
    if (item === undefined) return null;
    return (await api.call('GET', `/api/v1/envelopes/${item.id}`, { key: tenant.apiKey })).json as WireGraph;
  });
  await signAs(api, graph, ADA);
};

describe.each(LANGUAGES)('the guides in %s', (language) => {
  const obstacle = OBSTACLES[language];
  const works = (name: string, how?: Run) =>
    it.skipIf(obstacle !== null)(
      `${name}${obstacle === null ? '' : ` (skipped: ${obstacle})`}`,
      () => run(name, language, how),
      patience(120_000),
    );

  works('quick-start', { tenant: withFirstKey, meanwhile: adaSigns, meets: [409] });
  works('send');
  works('placing-fields', {
    prints:
      /^signature 1 0\.\S+ 0\.\S+\nsignature 1 0\.[6-9]\S* 0\.\S+\ndate 1 0\.[5-9]\S* 0\.\S+\nsignature 1 0\.\S+ 0\.\S+\n/,
  });
  works('templates', { env: async () => (await draftOfOne()).env });
  works('embedding', { env: sent });
  works('webhooks', { env: () => Promise.resolve({ WEBHOOK_URL: 'http://127.0.0.1:9/countersign' }) });
  works('test-mode', {
    tenant: inTestMode,
    prints: /^true\n(?:.*\n)*https?:\/\/\S+#token=\S+\n[^]*time_advanced[^]*participant\.reminder_sent/im,
  });
  works('errors', { env: async () => (await draftOfOne()).env, meets: [409] });
  works('retries', { prints: /true|True|^(env_\w+)\n\1$/m });
  works('events', { env: async () => (await draftOfOne()).env, prints: /envelope\.created|\d/ });
});

it.skipIf(OBSTACLES.curl !== null)('agents in curl', () =>
  run('agents', 'curl', { meets: [401], prints: /www-authenticate: Bearer .*resource_metadata=/i }),
);

const message = JSON.stringify({ type: 'envelope.sealed', timestamp: new Date().toISOString(), data: {} });
function signedHeaders() {
  const now = new Date();
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(SECRET).sign('msg_1', now, message),
  };
}
const secret = { env: () => Promise.resolve({ COUNTERSIGN_WEBHOOK_SECRET: SECRET }) };

it('the receiver of webhooks in TypeScript', () =>
  run('webhooks-receiver', 'TypeScript', {
    ...secret,
    after: `
const headers = ${JSON.stringify(signedHeaders())};
const sent = (body: string) => new Request('http://localhost', { method: 'POST', headers, body });
const message = ${JSON.stringify(message)};
console.log((await receive(sent(message))).status, (await receive(sent(message + ' '))).status);`,
    prints: /^204 400$/m,
  }));

it.skipIf(OBSTACLES.Python !== null)('the receiver of webhooks in Python', () =>
  run('webhooks-receiver', 'Python', {
    ...secret,
    after: `
headers = ${JSON.stringify(signedHeaders())}
body = ${JSON.stringify(message)}.encode()
print(receive(headers, body)["type"], receive(headers, body + b" "))`,
    prints: /^envelope\.sealed None$/m,
  }),
);

it('the page that embeds signing', () =>
  run('embedding-page', 'TypeScript', {
    before: `
const frame = { style: {}, setAttribute() {}, remove() {}, addEventListener() {}, contentWindow: {} };
globalThis.addEventListener ??= () => {};
Object.assign(globalThis, {
  window: globalThis,
  document: {
    createElement: () => frame,
    querySelector: () => ({ append: () => console.log('shown'), replaceChildren: () => console.log('shown') }),
  },
  location: { origin: 'https://app.example.com' },
  fetch: async () => Response.json({ url: 'https://sign.example.com/sign/session/ses_1#token=a' }),
});`,
    prints: /^shown$/m,
  }));

it('has run every program', () => {
  const runnable = readdirSync(FOLDER).filter((file) => {
    const language = LANGUAGES.find((one) => file.endsWith(`.${EXTENSIONS[one]}`));
    return language === undefined || OBSTACLES[language] === null;
  });
  expect([...done].sort()).toEqual(runnable.sort());
});
