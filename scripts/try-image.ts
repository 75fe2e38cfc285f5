// `node scripts/try-image.ts`: runs the image with the limits of deploy/compose.yaml, as a web server and as
// a worker.
import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';

const USAGE = `node scripts/try-image.ts --database postgres://USER:PASSWORD@127.0.0.1:PORT/NAME [--engine docker] [--image countersign]

Tries an image on Linux with an empty database that listens on this machine. Build it before, see deploy/Dockerfile.
`;
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PORT = 3900;
const ORIGIN = `http://localhost:${PORT}`;
const OPERATIONS = { web: 9464, worker: 9465 } as const;
const PATIENCE_S = 120;

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { database: text, engine: text, image: text } });
const { database, image = 'countersign' } = values;
const [engine = 'docker', ...engineFlags] = (values.engine ?? 'docker').split(' ');
if (database === undefined) {
  process.stderr.write(USAGE);
  process.exit(1);
}

type Part = keyof typeof OPERATIONS;
type Service = {
  readonly command: readonly string[];
  readonly init: boolean;
  readonly read_only: boolean;
  readonly tmpfs: readonly string[];
  readonly cap_drop: readonly string[];
  readonly security_opt: readonly string[];
  readonly stop_grace_period: string;
};
const { services } = parse(readFileSync(join(ROOT, 'deploy/compose.yaml'), 'utf8'), { merge: true }) as {
  services: Readonly<Record<Part, Service>>;
};
const run = randomUUID().slice(0, 8);
const getContainerName = (part: Part) => `countersign-${part}-${run}`;
const volume = `countersign-data-${run}`;
const secretKey = randomBytes(32).toString('base64');
const PARTS = ['web', 'worker'] as const;
let failures = 0;

try {
  for (const part of PARTS) start(part);
  await tryAll();
} finally {
  for (const part of PARTS) spawnSync(engine, [...engineFlags, 'rm', '--force', getContainerName(part)]);
  spawnSync(engine, [...engineFlags, 'volume', 'rm', '--force', volume]);
}
process.exitCode = failures === 0 ? 0 : 1;

async function tryAll(): Promise<void> {
  for (const part of PARTS) await tell(`${part} is ready`, () => waitUntilReady(part));
  for (const part of PARTS) {
    const { Test: command } = readHealthcheck();
    await tell(`${part} is healthy`, () => runInContainer(part, ...command.slice(1)));
    await tell(`${part} is not root`, () =>
      runInContainer(part, 'sh', '-c', 'test "$(id -u):$(id -g)" = 10001:10001'),
    );
    await tell(`${part} can write to /data and /tmp alone`, () =>
      runInContainer(part, 'sh', '-c', 'touch /data/a /tmp/a && ! touch /app/a && ! touch /etc/a'),
    );
    await tell(`${part} has PKCS#11`, () => runInContainer(part, 'node', '-e', 'require("pkcs11js")'));
  }
  say(`documents are read with: ${readIsolation()}`);
  const account = ['--email', 'you@example.com', '--password', randomUUID()];
  await tell('an organization is created', () =>
    runInContainer(
      'web',
      'node',
      'src/cli/main.ts',
      'bootstrap',
      '--organization',
      'Acme',
      '--name',
      'You',
      ...account,
    ),
  );
  const out = join(mkdtempSync(join(tmpdir(), 'try-image-')), 'sealed.pdf');
  const demo = ['scripts/demo.ts', 'static/sample-nda.pdf', '--origin', ORIGIN, '--out', out, ...account];
  await tell('a document is sent, signed and sealed', () => runProgram(process.execPath, demo));
  for (const part of PARTS) await tell(`${part} stops with 0`, () => stopContainer(part));
}

function start(part: Part): void {
  const { command, ...limits } = services[part];
  const variables = {
    ORIGIN,
    HOST: '127.0.0.1',
    PORT,
    OPERATIONS_PORT: OPERATIONS[part],
    SECRET_KEY: secretKey,
    DATABASE_URL: database,
    STORAGE_URL: 'file:///data/blobs',
  };
  const flags = [
    ...['--detach', '--name', getContainerName(part), '--network', 'host', '--volume', `${volume}:/data`],
    ...(limits.init ? ['--init'] : []),
    ...(limits.read_only ? ['--read-only'] : []),
    ...limits.tmpfs.flatMap((path) => ['--tmpfs', path]),
    ...limits.cap_drop.flatMap((name) => ['--cap-drop', name]),
    ...limits.security_opt.flatMap((option) => ['--security-opt', option]),
    ...['--stop-timeout', String(Number.parseInt(limits.stop_grace_period, 10))],
    ...Object.entries(variables).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
  ];
  ask('run', ...flags, image, ...command);
}

async function waitUntilReady(part: Part): Promise<boolean> {
  for (const until = Date.now() + PATIENCE_S * 1000; Date.now() < until; await delay(500)) {
    const answer = await fetch(`http://127.0.0.1:${OPERATIONS[part]}/readyz`).catch(() => null);
    if (answer?.ok === true) return true;
  }
  process.stderr.write(ask('logs', getContainerName(part)));
  return false;
}

type Check = { readonly Test: readonly string[] };

/** Docker keeps it in the image's settings, Podman next to them. */
function readHealthcheck(): Check {
  const [found] = JSON.parse(ask('image', 'inspect', image)) as [
    { readonly Config?: { readonly Healthcheck?: Check }; readonly Healthcheck?: Check },
  ];
  const check = found.Config?.Healthcheck ?? found.Healthcheck;
  if (check === undefined) throw new Error('the image has no HEALTHCHECK: build it with --format docker');
  return check;
}

function readIsolation(): string {
  const program = `import('/app/src/server/process/sandbox.ts').then(({ getIsolation }) => console.log(getIsolation()))`;
  return ask('exec', getContainerName('web'), 'node', '-e', program).trim();
}

function stopContainer(part: Part): boolean {
  ask('stop', getContainerName(part));
  return ask('inspect', getContainerName(part), '--format', '{{.State.ExitCode}}').trim() === '0';
}

function runInContainer(part: Part, ...command: readonly string[]): boolean {
  return runProgram(engine, [...engineFlags, 'exec', getContainerName(part), ...command]);
}

function runProgram(program: string, args: readonly string[]): boolean {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) process.stderr.write(stdout + stderr);
  return status === 0;
}

function ask(...args: readonly string[]): string {
  return execFileSync(engine, [...engineFlags, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function tell(what: string, attempt: () => boolean | Promise<boolean>): Promise<void> {
  const since = performance.now();
  const worked = await attempt();
  if (!worked) failures += 1;
  say(`${worked ? 'ok    ' : 'FAILED'} ${what}, ${((performance.now() - since) / 1000).toFixed(1)} s`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
