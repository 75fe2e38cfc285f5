import { join } from 'node:path';

import { stopServer } from '#server/db/embedded/postmaster.ts';

import { type Call, type HttpClient, openHttpClient } from '../../../../scripts/client/http.ts';
import { freePort } from '../../../support/free-port.ts';
import { type Program, runProgram } from '../../../support/program.ts';
import { type S3Server, startS3Server } from '../../../support/s3-server.ts';
import { drilledEnv, killDatabase, type Victim } from './victim.ts';

const WEBS = 3;
const WORKERS = 2;
/** How long the object store is offline, in milliseconds. */
const AWAY_MS: readonly [number, number] = [200, 2_000];
const TARGETS: readonly [Target, ...Target[]] = [
  'web',
  'web',
  'web',
  'worker',
  'worker',
  'database',
  'one connection of the database',
  'object store',
];
type Target = 'web' | 'worker' | 'database' | 'one connection of the database' | 'object store';

/** Several web servers and workers with one database and an object store. Each can be killed separately. */
export async function deploymentOn(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Victim> {
  const cluster = join(dataDir, 'postgres');
  const ports: number[] = [];
  while (ports.length < WEBS) ports.push(await freePort());
  const origins = ports.map((port) => `http://localhost:${port}`);
  const [origin = ''] = origins;
  let store = await startS3Server();
  const { accessKeyId, secretAccessKey, bucket, region } = store;
  const { host } = new URL(store.endpoint);
  const credentials = `${accessKeyId}:${encodeURIComponent(secretAccessKey)}`;
  const storage = `s3://${credentials}@${host}/${bucket}?region=${region}&tls=0`;
  const env = { ...drilledEnv(dataDir), ORIGIN: origin, STORAGE_URL: storage, ...settings };
  const webs = ports.map((port) =>
    restartable(() => runProgram('start', { ...env, PORT: String(port) }, ['--no-worker']), /listening on/),
  );
  const workers = Array.from({ length: WORKERS }, () =>
    restartable(() => runProgram('worker', env), /processing jobs/),
  );
  const all = [...webs, ...workers];
  let storeIsBack: Promise<void> = Promise.resolve();
  return {
    client: () => balanced(origins),
    start: async () => {
      for (const process of all) await process.start();
    },
    strike: async (random) => {
      const target = random.pick(TARGETS);
      if (target === 'web') await random.pick(nonEmpty(webs)).kill();
      else if (target === 'worker') await random.pick(nonEmpty(workers)).kill();
      else if (target === 'object store') {
        await storeIsBack;
        storeIsBack = outage(store, random.between(...AWAY_MS)).then((again) => void (store = again));
      } else killDatabase(cluster, target === 'one connection of the database');
      return target;
    },
    settled: async () => {
      await storeIsBack;
      await Promise.all(all.map((process) => process.isUp()));
    },
    stop: async () => {
      await storeIsBack;
      await Promise.all(all.map((process) => process.end()));
      await stopServer(cluster);
      await store.close();
    },
  };
}

/** How often a process may exit during startup because the database was killed. */
const STARTS_MAX = 5;

/** A process that is restarted after each kill, as a supervisor would, while the others keep running. */
function restartable(run: () => Program, started: RegExp) {
  let program: Program | undefined;
  let up: Promise<unknown> = Promise.resolve();
  const startOnce = () => {
    program = run();
    return program.printed(started);
  };
  const start = () => {
    up = Array.from({ length: STARTS_MAX - 1 }).reduce<Promise<unknown>>(
      (starting) => starting.catch(startOnce),
      startOnce(),
    );
    return up;
  };
  const end = async () => {
    await up.catch(() => undefined);
    program?.child.kill('SIGKILL');
    await program?.ended;
  };
  return {
    start,
    end,
    isUp: () => up,
    /** Waits until it's running, kills it and starts another one. */
    kill: async () => {
      await up;
      program?.child.kill('SIGKILL');
      await program?.ended;
      // The next caller that waits for it learns about the failure. Until then, it mustn't end this process.
      start().catch(() => undefined);
    },
  };
}

/** Closes all connections, refuses new ones for a while, and returns with what was stored. */
async function outage({ close, endpoint, objects }: S3Server, awayMs: number): Promise<S3Server> {
  await close();
  await new Promise((resolve) => setTimeout(resolve, awayMs));
  return await startS3Server({ port: Number(new URL(endpoint).port), objects });
}

/** A client that sends each request to the next web server, like a load balancer. */
function balanced(origins: readonly string[]): HttpClient {
  const clients = origins.map((origin) => openHttpClient(origin));
  const [origin = ''] = origins;
  let turn = 0;
  const next = () => clients[(turn += 1) % clients.length] ?? openHttpClient(origin);
  const relative = (path: string) => (path.startsWith(`${origin}/`) ? path.slice(origin.length) : path);
  const fromOrigin = (call: Call = {}): Call =>
    call.token === undefined ? { ...call, headers: { ...call.headers, origin } } : call;
  return {
    origin,
    request: (method, path, call) => next().request(method, relative(path), fromOrigin(call)),
    json: (method, path, call) => next().json(method, relative(path), fromOrigin(call)),
    bytes: (method, path, call) => next().bytes(method, relative(path), fromOrigin(call)),
    close: () => {
      for (const client of clients) client.close();
    },
  };
}

function nonEmpty<T>([first, ...rest]: readonly T[]): readonly [T, ...T[]] {
  if (first === undefined) throw new Error('there are none');
  return [first, ...rest];
}
