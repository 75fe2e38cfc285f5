import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { startEmbedded } from '#server/db/embedded/embedded.ts';
import type { Login } from '#server/db/embedded/passwords.ts';
import { migrate } from '#server/db/migrations/migrate.ts';

/** Nothing outlives the run, so nothing has to survive a power failure. */
const PARAMETERS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '400',
  autovacuum: 'off',
  // Includes the database's name, because all tests of a run share the log.
  log_line_prefix: '%m [%p] %d ',
};

/** The address of the run's server. */
export interface ClusterAddress {
  readonly directory: string;
  readonly app: Login;
  readonly owner: Login;
}

/**
 * Starts the run's server in its own directory, with a migrated database as the template for test databases.
 */
export async function startCluster(): Promise<{ address: ClusterAddress; stop: () => Promise<void> }> {
  const directory = mkdtempSync(join(tmpdir(), 'countersign-test-'));
  chmodSync(directory, 0o711);
  const watchdog = watchOver(directory);
  const server = await startEmbedded(directory, PARAMETERS);
  await migrate(server.owner);
  return {
    address: {
      directory: server.address.directory,
      app: loginOf(server.address),
      owner: loginOf(server.owner),
    },
    stop: async () => {
      await server.stop();
      rmSync(directory, { recursive: true, force: true, maxRetries: 10 });
      watchdog.kill();
    },
  };
}

function loginOf({ user, password }: Login): Login {
  return { user, password };
}

/** Starts a process that stops the server when this process is gone, however it ended. */
export function watchOver(directory: string): { kill: () => void } {
  const script = fileURLToPath(new URL('watchdog.ts', import.meta.url));
  const child = spawn(process.execPath, [script, directory], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.unref();
  return { kill: () => child.kill() };
}
