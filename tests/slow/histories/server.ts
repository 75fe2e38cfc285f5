import { once } from 'node:events';
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestApi } from '../../support/api.ts';

/** A process of its own that serves a test's database, and that can be killed. */
export type KillableServer = {
  readonly origin: () => string;
  /** Tells it the test's time. */
  readonly setTime: () => Promise<void>;
  /** Kills it with SIGKILL. What it was doing is cut off. */
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
  /** Ends it, and the next one. */
  readonly close: () => Promise<void>;
};

const PROGRAM = fileURLToPath(new URL('../../support/serving-process.ts', import.meta.url));

/**
 * Prepares a server with these settings, without starting it. The next one always has its code loaded already,
 * so that a restart takes the time of opening the database only.
 */
export function prepareServer(api: TestApi, env: Readonly<Record<string, string>>): KillableServer {
  let child: ChildProcess | null = null;
  let port = 0;
  // Each process after the first one finds its code compiled.
  const compiled = join(tmpdir(), 'countersign-compiled');
  const load = () => {
    const { database: address, dataDir, http } = api.services.config;
    return fork(PROGRAM, [JSON.stringify({ address, dataDir, origin: http.origin, env, waits: true })], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      env: { ...process.env, NODE_COMPILE_CACHE: compiled },
    });
  };
  let next: ChildProcess | null = null;
  return {
    origin: () => `http://127.0.0.1:${port}`,
    setTime: async () => {
      if (child === null) return;
      const told = once(child, 'message');
      child.send(api.clock.now.toISOString());
      await told;
    },
    kill: async () => {
      if (child === null) return;
      await end(child);
      child = null;
    },
    start: async () => {
      child = next ?? load();
      const listening = once(child.stdout ?? process.stdout, 'data');
      child.send(api.clock.now.toISOString());
      const [printed] = (await listening) as [Buffer];
      port = Number(/listening on (\d+)/.exec(printed.toString())?.[1]);
      next = load();
    },
    close: async () => {
      for (const one of [child, next]) if (one !== null) await end(one);
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
