import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { drilledEnv } from '../../tests/slow/boot/crash/victim.ts';
import { freePort } from '../../tests/support/free-port.ts';
import { type Program, runProgram } from '../../tests/support/program.ts';

const WEBS = 2;
const WORKERS = 2;
/** Longer than haproxy needs to notice: two checks, 500 ms apart. */
const SHUTDOWN_DELAY_SECONDS = 3;
const READY_WITHIN_MS = 60_000;

/** A process's resources at a moment, as the kernel counts them, so native memory is included. */
export interface Sample {
  readonly rssMiB: number;
  readonly descriptors: number;
}

/** A web server or a worker. */
interface Member {
  readonly name: string;
  readonly start: () => Promise<void>;
  /** Sends SIGTERM and waits for the process to end. Returns its exit code. */
  readonly end: () => Promise<number | null>;
  readonly sample: () => Sample;
}

/** Web servers behind haproxy, and workers, sharing a database and a data directory. */
export interface Site {
  readonly origin: string;
  readonly members: readonly Member[];
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Prepares a site without starting anything. Needs haproxy. */
export async function prepareSite(dataDir: string): Promise<Site> {
  const proxyPort = await freePort();
  const origin = `http://localhost:${proxyPort}`;
  const env = {
    ...drilledEnv(dataDir),
    ORIGIN: origin,
    TRUST_PROXY: '1',
    SHUTDOWN_DELAY_SECONDS: String(SHUTDOWN_DELAY_SECONDS),
  };
  const webs: { port: number; readyPort: number }[] = [];
  while (webs.length < WEBS) webs.push({ port: await freePort(), readyPort: await freePort() });
  const settings = join(dataDir, 'haproxy.cfg');
  writeFileSync(settings, formatProxySettings(proxyPort, webs));
  let proxy: ChildProcess | undefined;
  const members = [
    ...webs.map(({ port, readyPort }, index) =>
      createMember(`web ${index + 1}`, /listening on/, readyPort, () =>
        runProgram('start', { ...env, PORT: String(port), OPERATIONS_PORT: String(readyPort) }, [
          '--no-worker',
        ]),
      ),
    ),
    ...Array.from({ length: WORKERS }, (_, index) =>
      createMember(`worker ${index + 1}`, /processing jobs/, null, () => runProgram('worker', env)),
    ),
  ];
  return {
    origin,
    members,
    start: async () => {
      for (const one of members) await one.start();
      proxy = spawn('/usr/sbin/haproxy', ['-db', '-f', settings], { stdio: 'ignore' });
      await waitUntilReady(`${origin}/api/health`);
    },
    stop: async () => {
      for (const one of members) await one.end();
      proxy?.kill('SIGTERM');
    },
  };
}

function createMember(name: string, started: RegExp, readyPort: number | null, run: () => Program): Member {
  let program: Program | undefined;
  return {
    name,
    start: async () => {
      program = run();
      await program.printed(started);
      if (readyPort !== null) await waitUntilReady(`http://127.0.0.1:${readyPort}/readyz`);
    },
    end: async () => {
      program?.child.kill('SIGTERM');
      const ended = await program?.ended;
      program = undefined;
      return ended?.code ?? null;
    },
    sample: () => {
      const pid = program?.child.pid ?? 0;
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      const rssKiB = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]);
      return { rssMiB: rssKiB / 1024, descriptors: readdirSync(`/proc/${pid}/fd`).length };
    },
  };
}

async function waitUntilReady(url: string): Promise<void> {
  const until = performance.now() + READY_WITHIN_MS;
  for (;;) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok === true) return;
    if (performance.now() > until) throw new Error(`${url} doesn't answer`);
    await delay(100);
  }
}

/** haproxy doesn't retry, so that every refused connection shows. */
function formatProxySettings(port: number, webs: readonly { port: number; readyPort: number }[]): string {
  const servers = webs.map(
    (web, index) => `  server web${index + 1} 127.0.0.1:${web.port} check port ${web.readyPort}`,
  );
  return `${[
    'defaults',
    '  mode http',
    '  retries 0',
    '  timeout connect 5s',
    '  timeout client 1m',
    '  timeout server 1m',
    'listen countersign',
    `  bind 127.0.0.1:${port}`,
    '  option forwardfor',
    '  option httpchk GET /readyz',
    '  default-server inter 500ms fall 2 rise 1',
    ...servers,
  ].join('\n')}\n`;
}
