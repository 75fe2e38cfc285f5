import { once } from 'node:events';
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestApi } from '../../support/api.ts';

/** A process of its own that serves a test's database, and that can be killed. */
export type KillableServer = {
  readonly origin: () => string;
  /** Tells it the test's time. */
  readonly setTime: () => Promise<void>;
  /** Kills it with SIGKILL. What it was doing is cut off. */
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
};

const PROGRAM = fileURLToPath(new URL('../../support/serving-process.ts', import.meta.url));

/** Prepares a server with these settings, without starting it. */
export function prepareServer(api: TestApi, env: Readonly<Record<string, string>>): KillableServer {
  let child: ChildProcess | null = null;
  let port = 0;
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
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      child = null;
    },
    start: async () => {
      const { database: address, dataDir, http } = api.services.config;
      const now = api.clock.now.toISOString();
      child = fork(PROGRAM, [JSON.stringify({ address, dataDir, origin: http.origin, now, env })], {
        stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      });
      const [printed] = (await once(child.stdout ?? process.stdout, 'data')) as [Buffer];
      port = Number(/listening on (\d+)/.exec(printed.toString())?.[1]);
    },
  };
}
