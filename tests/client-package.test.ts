import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { Webhook } from 'standardwebhooks';
import { beforeAll, expect, it } from 'vitest';
import { useApi } from './support/api.ts';
import { makeScratchDirectory } from './support/cluster.ts';
import { runSample } from './support/code-samples.ts';
import { plainPdf } from './support/envelopes.ts';
import { patience } from './support/patience.ts';
import { useRecorder } from './support/recorder.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PACKAGE = join(ROOT, 'packages/client');

const api = useApi();
const recorder = useRecorder(api);
let project: string;
const tarball = () => join(project, 'countersign-client-0.1.0.tgz');

beforeAll(async () => {
  project = await makeScratchDirectory();
  execFileSync('npm', ['pack', '--silent', '--pack-destination', project], { cwd: PACKAGE });
  writeFileSync(join(project, 'package.json'), '{"private":true,"type":"module"}');
  execFileSync('npm', ['install', '--silent', '--offline', '--no-audit', '--no-fund', tarball()], {
    cwd: project,
  });
}, patience(120_000));

it('packs one module and its types, and nothing of Node.js', () => {
  const listed = execFileSync('tar', ['-tzf', tarball()], { encoding: 'utf8' }).trim().split('\n').sort();
  const types = listed.filter((path) => path.endsWith('.d.ts'));
  expect(listed.filter((path) => !types.includes(path))).toEqual([
    'package/LICENSE',
    'package/README.md',
    'package/dist/index.js',
    'package/package.json',
  ]);
  expect(types).toContain('package/dist/types/packages/client/src/index.d.ts');
  const code = readFileSync(join(project, 'node_modules/@countersign/client/dist/index.js'), 'utf8');
  expect(code).not.toMatch(/^import |node:|\bprocess\b|\bBuffer\b|require\(/m);
});

/** All examples in the README, as one program. */
function readmeProgram(): string {
  const readme = readFileSync(join(PACKAGE, 'README.md'), 'utf8');
  return [...readme.matchAll(/^```ts\n([\s\S]*?)^```/gm)]
    .map(([, code = '']) => code)
    .join('\n')
    .replaceAll('https://sign.example.com', recorder.origin);
}

it(
  'does what its README shows',
  async () => {
    const { apiKey } = await api.tenant();
    writeFileSync(join(project, 'nda.pdf'), await plainPdf());
    recorder.recorded.length = 0;
    const printed = await runSample(project, 'TypeScript', readmeProgram(), { COUNTERSIGN_KEY: apiKey });
    expect(printed).toMatch(/^nda in_progress$/m);
    expect(printed).toMatch(/^true$/m);
    expect(recorder.recorded.filter(({ status }) => status >= 400)).toMatchObject([{ code: 'not_found' }]);
  },
  patience(60_000),
);

/** Everything that Deno, Bun and workers also have. Anything else is missing, including Node.js globals. */
const WEB = {
  ...{
    AbortSignal,
    Headers,
    ReadableStream,
    Request,
    Response,
    TextDecoder,
    TextEncoder,
    URL,
    URLSearchParams,
  },
  ...{ atob, btoa, clearTimeout, crypto, fetch, setTimeout },
};

it('needs nothing but globals of the web', async () => {
  const { apiKey } = await api.tenant();
  const code = readFileSync(join(project, 'node_modules/@countersign/client/dist/index.js'), 'utf8');
  const secret = `whsec_${Buffer.from('a secret of at least 24 bytes').toString('base64')}`;
  const body = JSON.stringify({ type: 'envelope.sealed' });
  const now = new Date();
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('msg_1', now, body),
  };
  const given = {
    key: apiKey,
    baseUrl: recorder.origin,
    pdf: await plainPdf(),
    message: { secret, headers, body },
  };
  const context = createContext({ ...WEB, ...given });
  const program = `(async () => {
    const countersign = new Countersign({ baseUrl, key });
    const { envelope } = await countersign.upload(pdf, { originalFilename: 'nda.pdf' });
    const listed = [];
    for await (const { id } of countersign.envelopes.list()) listed.push(id);
    const refused = await countersign.envelopes.get('env_none').catch((error) => error);
    const { type } = await verifyWebhook(message);
    return JSON.stringify([type, listed[0] === envelope.id, refused instanceof CountersignError, typeof process]);
  })()`;
  const printed: unknown = await runInContext(
    `${code.replace(/^export \{[^}]*\};?$/m, '')}\n${program}`,
    context,
  );
  expect(printed).toBe('["envelope.sealed",true,true,"undefined"]');
});

it(
  'has types for its README, and refuses what the API would refuse',
  () => {
    const options = {
      strict: true,
      noEmit: true,
      target: 'es2023',
      module: 'nodenext',
      moduleDetection: 'force',
      exactOptionalPropertyTypes: true,
      typeRoots: [join(ROOT, 'node_modules/@types')],
      types: ['node'],
    };
    const wrong = `
import { Countersign } from '@countersign/client';
const countersign = new Countersign({ baseUrl: 'https://sign.example.com', key: 'svc_sk_key' });
// @ts-expect-error expectedVersion is missing
void countersign.envelopes.send('env_1', {});
// @ts-expect-error there is no such status
void countersign.envelopes.list({ status: ['lost'] });
void countersign.envelopes.get('env_1').then(({ envelope }) => envelope.sealedAt satisfies string | null);
`;
    writeFileSync(join(project, 'readme.ts'), readmeProgram());
    writeFileSync(join(project, 'wrong.ts'), wrong);
    writeFileSync(
      join(project, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: options, files: ['readme.ts', 'wrong.ts'] }),
    );
    execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', project]);
  },
  patience(120_000),
);
