import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { freePort } from './free-port.ts';

const KINDS = ['account', 'container', 'object'] as const;
const PROGRAMS = ['proxy', ...KINDS].map((kind) => `/usr/bin/swift-${kind}-server`);
const ACCESS_KEY = 'cs:app';
const SECRET = 'a-secret/with+signs';
const REGION = 'us-east-1';
const BUCKET = 'documents';
const STARTED_WITHIN_MS = 60_000;
const LOOK_AGAIN_MS = 100;

/** Returns why Swift can't run here; null if it can. */
export const swiftObstacle: string | null = !PROGRAMS.every((path) => existsSync(path))
  ? 'needs Debian’s packages swift-proxy, swift-account, swift-container and swift-object'
  : process.getuid?.() === 0
    ? null
    : 'needs root for a mount namespace';

/** OpenStack Swift with its S3 interface and a bucket. */
export interface Swift {
  /** A STORAGE_URL for the bucket. */
  readonly url: string;
  /** Kills the server that stores the objects, so that the proxy returns errors. */
  readonly killObjects: () => Promise<void>;
  readonly startObjects: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/**
 * Starts Swift from Debian's packages on ports of this machine, with one copy of everything below a
 * directory. Swift reads its settings only from `/etc/swift`, so each of its processes gets this directory's
 * settings mounted there.
 */
export async function startSwift(directory: string): Promise<Swift> {
  const settings = join(directory, 'settings');
  const devices = join(directory, 'devices');
  mkdirSync(settings, { recursive: true });
  mkdirSync(join(devices, 'd1'), { recursive: true });
  const write = (name: string, lines: readonly string[]) =>
    writeFileSync(join(settings, name), `${lines.join('\n')}\n`);
  write('swift.conf', [
    '[swift-hash]',
    'swift_hash_path_prefix = countersign',
    'swift_hash_path_suffix = countersign',
    '[storage-policy:0]',
    'name = plain',
    'default = yes',
  ]);
  await Promise.all(
    KINDS.map(async (kind) => {
      const port = await freePort();
      write(`${kind}.conf`, serverSettings(kind, port, devices));
      await makeRing(settings, kind, port);
    }),
  );
  const port = await freePort();
  write('proxy.conf', proxySettings(port));
  const start = (kind: string) => startServer(settings, kind);
  const [account, container, proxy] = [start('account'), start('container'), start('proxy')];
  let objects = start('object');
  const stop = async () => {
    for (const server of [proxy, account, container, objects]) await killed(server);
  };
  try {
    await makeBucket(`http://127.0.0.1:${port}`);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: `s3://${encodeURIComponent(ACCESS_KEY)}:${encodeURIComponent(SECRET)}@127.0.0.1:${port}/${BUCKET}?region=${REGION}&tls=0`,
    killObjects: () => killed(objects),
    startObjects: () => {
      objects = start('object');
      return Promise.resolve();
    },
    stop,
  };
}

function serverSettings(kind: string, port: number, devices: string): string[] {
  return [
    '[DEFAULT]',
    ...shared(port),
    `devices = ${devices}`,
    'mount_check = false',
    'disable_fallocate = true',
    '[pipeline:main]',
    `pipeline = ${kind}-server`,
    `[app:${kind}-server]`,
    `use = egg:swift#${kind}`,
  ];
}

function proxySettings(port: number): string[] {
  const used = ['catch_errors', 'gatekeeper', 'healthcheck', 'proxy-logging', 'cache', 'listing_formats'];
  used.push('bulk', 's3api', 'tempauth', 'copy', 'slo', 'dlo', 'versioned_writes', 'symlink');
  const own: Readonly<Record<string, readonly string[]>> = {
    s3api: [`location = ${REGION}`, 's3_acl = true'],
    tempauth: [`user_${ACCESS_KEY.replace(':', '_')} = ${SECRET} .admin`],
  };
  return [
    '[DEFAULT]',
    ...shared(port),
    '[pipeline:main]',
    `pipeline = ${used.join(' ')} proxy-logging proxy-server`,
    '[app:proxy-server]',
    'use = egg:swift#proxy',
    'account_autocreate = true',
    // Otherwise, a server that comes back isn't used for a minute.
    'error_suppression_interval = 1',
    ...used.flatMap((name) => [
      `[filter:${name}]`,
      `use = egg:swift#${name.replace('cache', 'memcache').replace('-', '_')}`,
      ...(own[name] ?? []),
    ]),
  ];
}

function shared(port: number): string[] {
  return ['bind_ip = 127.0.0.1', `bind_port = ${port}`, 'workers = 0', 'user = root', 'log_level = ERROR'];
}

/** A ring says where objects are stored: all on the only device. */
async function makeRing(settings: string, kind: string, port: number): Promise<void> {
  const build = (...args: string[]) =>
    new Promise<void>((resolve) => {
      // Warnings also cause a failing exit code.
      execFile('swift-ring-builder', [`${kind}.builder`, ...args], { cwd: settings }, () => resolve());
    });
  await build('create', '4', '1', '0');
  await build('add', `r1z1-127.0.0.1:${port}/d1`, '1');
  await build('rebalance');
  if (!existsSync(join(settings, `${kind}.ring.gz`))) throw new Error(`Swift has no ring for ${kind}s`);
}

function startServer(settings: string, kind: string): ChildProcess {
  const inNamespace = 'mount --bind "$0" /etc/swift && exec "$@"';
  return spawn(
    'unshare',
    ['--mount', 'sh', '-c', inNamespace, settings, `swift-${kind}-server`, `/etc/swift/${kind}.conf`],
    { stdio: 'ignore' },
  );
}

/** Retries until all servers respond. */
async function makeBucket(endpoint: string): Promise<void> {
  const client = new AwsClient({
    accessKeyId: ACCESS_KEY,
    secretAccessKey: SECRET,
    region: REGION,
    service: 's3',
    retries: 0,
  });
  const until = performance.now() + STARTED_WITHIN_MS;
  for (;;) {
    const answer = await client.fetch(`${endpoint}/${BUCKET}`, { method: 'PUT' }).catch(() => null);
    if (answer?.ok === true) return;
    if (performance.now() > until)
      throw new Error(`Swift makes no bucket: ${answer?.status} ${await answer?.text()}`);
    await delay(LOOK_AGAIN_MS);
  }
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
