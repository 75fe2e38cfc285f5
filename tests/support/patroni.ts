import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { listProcesses } from '#server/process/tree-memory.ts';
import { freePort } from './free-port.ts';
import { getErrorCode } from '#domain/error-code.ts';

const NODES = ['one', 'two', 'three'] as const;
const PASSWORD = 'owner-of-the-tables';
const BINARIES = '/usr/lib/postgresql/15/bin';
const STARTED_WITHIN_MS = 60_000;
const LOOK_AGAIN_MS = 100;
/**
 * Seconds without a primary before another node takes over: at least loop_wait + 2 × retry_timeout, as
 * Patroni's documentation recommends.
 */
const DCS = { ttl: 10, loop_wait: 2, retry_timeout: 4 };

/** A PostgreSQL cluster that elects another primary when its own fails. */
export interface PatroniCluster {
  /** The address that always leads to the primary. */
  readonly url: string;
  /**
   * Kills the primary with all its processes, waits until another node is primary and restarts the killed
   * one. Returns its name.
   */
  readonly killPrimary: () => Promise<string>;
  /** Resolves when one node is primary and another one follows it synchronously. */
  readonly steady: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

interface Node {
  readonly name: string;
  readonly apiPort: number;
  readonly port: number;
  process: ChildProcess;
}

/**
 * Starts three nodes under Patroni, with etcd and haproxy, all from Debian's packages, on ports of this
 * machine. Requires root.
 */
export async function startPatroni(directory: string): Promise<PatroniCluster> {
  chmodSync(directory, 0o755);
  const [etcdPort, peerPort, proxyPort] = [await freePort(), await freePort(), await freePort()];
  const etcd = spawn('etcd', etcdArguments(join(directory, 'etcd'), etcdPort, peerPort), { stdio: 'ignore' });
  await answering(`http://127.0.0.1:${etcdPort}/health`, STARTED_WITHIN_MS);
  const nodes: Node[] = [];
  for (const name of NODES) {
    const home = join(directory, name);
    mkdirSync(home, { recursive: true });
    const [apiPort, port] = [await freePort(), await freePort()];
    writeFileSync(join(home, 'patroni.yml'), settingsOf(name, { home, apiPort, port, etcdPort }));
    const node = { name, apiPort, port, process: startNode(home) };
    nodes.push(node);
    // The first node creates the database that the others copy.
    if (nodes.length === 1) await answering(`http://127.0.0.1:${apiPort}/primary`, STARTED_WITHIN_MS);
  }
  writeFileSync(join(directory, 'haproxy.cfg'), proxySettings(proxyPort, nodes));
  const proxy = spawn('/usr/sbin/haproxy', ['-db', '-f', join(directory, 'haproxy.cfg')], {
    stdio: 'ignore',
  });
  const steady = async () => {
    await roleTaken(nodes, 'primary');
    await roleTaken(nodes, 'sync');
  };
  await steady();
  return {
    url: `postgres://postgres:${PASSWORD}@127.0.0.1:${proxyPort}/postgres`,
    steady,
    killPrimary: async () => {
      await steady();
      const primary = await roleTaken(nodes, 'primary');
      await killNode(directory, primary);
      await roleTaken(
        nodes.filter((node) => node !== primary),
        'primary',
      );
      primary.process = startNode(join(directory, primary.name));
      return primary.name;
    },
    stop: async () => {
      for (const node of nodes) await killNode(directory, node);
      for (const child of [proxy, etcd]) await killed(child, child.pid ?? 0);
    },
  };
}

function etcdArguments(data: string, port: number, peerPort: number): string[] {
  const client = `http://127.0.0.1:${port}`;
  const peer = `http://127.0.0.1:${peerPort}`;
  return [
    ...['--name', 'etcd', '--data-dir', data],
    ...['--listen-client-urls', client, '--advertise-client-urls', client],
    ...[
      '--listen-peer-urls',
      peer,
      '--initial-advertise-peer-urls',
      peer,
      '--initial-cluster',
      `etcd=${peer}`,
    ],
  ];
}

/** Patroni reads YAML, and JSON is YAML. */
function settingsOf(
  name: string,
  { home, apiPort, port, etcdPort }: { home: string; apiPort: number; port: number; etcdPort: number },
): string {
  const access = [
    'local all all trust',
    'host all all 127.0.0.1/32 scram-sha-256',
    'host replication all 127.0.0.1/32 scram-sha-256',
  ];
  return JSON.stringify({
    scope: 'countersign',
    log: { dir: home },
    name,
    restapi: { listen: `127.0.0.1:${apiPort}`, connect_address: `127.0.0.1:${apiPort}` },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ...DCS,
        primary_start_timeout: 0,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        synchronous_node_count: 1,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: { wal_log_hints: 'on', max_connections: 300 },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: join(home, 'data'),
      bin_dir: BINARIES,
      pgpass: join(home, 'pgpass'),
      pg_hba: access,
      parameters: { unix_socket_directories: home },
      authentication: {
        superuser: { username: 'postgres', password: PASSWORD },
        replication: { username: 'replicator', password: PASSWORD },
        rewind: { username: 'rewinder', password: PASSWORD },
      },
    },
  });
}

function proxySettings(port: number, nodes: readonly Node[]): string {
  const servers = nodes.map(
    ({ name, apiPort, port: own }) => `  server ${name} 127.0.0.1:${own} check port ${apiPort}`,
  );
  return `${[
    'defaults',
    '  mode tcp',
    '  timeout connect 2s',
    '  timeout client 1h',
    '  timeout server 1h',
    'listen postgres',
    `  bind 127.0.0.1:${port}`,
    '  option httpchk OPTIONS /primary',
    '  http-check expect status 200',
    '  default-server inter 1s fastinter 300ms downinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions',
    ...servers,
  ].join('\n')}\n`;
}

/** PostgreSQL refuses to run as root. */
function startNode(home: string): ChildProcess {
  execFileSync('chown', ['-R', 'postgres:postgres', home]);
  chmodSync(home, 0o700);
  const user = ['--reuid=postgres', '--regid=postgres', '--clear-groups'];
  return spawn('setpriv', [...user, '/usr/bin/patroni', join(home, 'patroni.yml')], {
    cwd: home,
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8', HOME: home },
    stdio: 'ignore',
  });
}

/** Waits for a node in a role, and returns it. */
async function roleTaken(nodes: readonly Node[], role: 'primary' | 'sync'): Promise<Node> {
  const until = performance.now() + STARTED_WITHIN_MS;
  for (;;) {
    for (const node of nodes) if (await isAnswering(`http://127.0.0.1:${node.apiPort}/${role}`)) return node;
    if (performance.now() > until) throw new Error(`no node is ${role}`);
    await delay(LOOK_AGAIN_MS);
  }
}

async function answering(url: string, withinMs: number): Promise<void> {
  const until = performance.now() + withinMs;
  while (!(await isAnswering(url))) {
    if (performance.now() > until) throw new Error(`${url} doesn't answer`);
    await delay(LOOK_AGAIN_MS);
  }
}

async function isAnswering(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}

/** Kills Patroni with its PostgreSQL, which isn't its child process. */
async function killNode(directory: string, { name, process: patroni }: Node): Promise<void> {
  const lockFile = join(directory, name, 'data', 'postmaster.pid');
  // A node that is still copying the primary has none.
  const servers = existsSync(lockFile) ? [Number(readFileSync(lockFile, 'utf8').split('\n', 1)[0])] : [];
  await killed(patroni, patroni.pid ?? 0, ...servers);
}

/** Kills processes and their descendants, and waits until our own child has ended. */
async function killed(child: ChildProcess, ...pids: readonly number[]): Promise<void> {
  const hasEnded = child.exitCode !== null || child.signalCode !== null;
  const ended = hasEnded ? Promise.resolve() : new Promise((resolve) => child.once('exit', resolve));
  for (const pid of pids.flatMap(listProcesses)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if (getErrorCode(error) !== 'ESRCH') throw error;
    }
  }
  await ended;
}
