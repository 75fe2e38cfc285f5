import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { readLockFile } from '#server/db/embedded/lock-file.ts';
import { stopServer } from '#server/db/embedded/postmaster.ts';

import { type Program, runProgram } from '../../../support/program.ts';

/** What is killed: the program, the database's main process with it, or one of the database's processes alone. */
export type Target = 'program' | 'program and database' | 'database' | 'one connection of the database';

/** The program on a data directory and a port of its own, killed and started again as a test likes. */
export interface Victim {
  readonly origin: string;
  readonly start: () => Promise<void>;
  /** Kills with SIGKILL; says whether the program has to be started again. */
  readonly kill: (target: Target) => Promise<boolean>;
  readonly stop: () => Promise<void>;
}

const UNLIMITED = '1000000000';

/** Prepares the program; nothing runs yet. */
export async function victimOn(dataDir: string): Promise<Victim> {
  const port = await freePort();
  const cluster = join(dataDir, 'postgres');
  const env = {
    DATA_DIR: dataDir,
    PORT: String(port),
    // Outages are the test's own: only what else goes wrong is of interest.
    LOG_LEVEL: 'silent',
    RATE_LIMIT_API_KEY: UNLIMITED,
    RATE_LIMIT_SIGNER: UNLIMITED,
    RATE_LIMIT_SESSION: UNLIMITED,
    RATE_LIMIT_ORGANIZATION: UNLIMITED,
    QUOTA_EMAILS_PER_DAY: UNLIMITED,
    QUOTA_RESENDS_PER_DAY: UNLIMITED,
    QUOTA_UPLOADS_PER_DAY: UNLIMITED,
    QUOTA_NEW_DAYS: '0',
    RATE_LIMIT_LOGIN: UNLIMITED,
  };
  let program: Program | undefined;
  const end = async () => {
    program?.child.kill('SIGKILL');
    await program?.ended;
    program = undefined;
  };
  return {
    origin: `http://localhost:${port}`,
    start: async () => {
      program = runProgram('start', env);
      await program.printed(/listening on/);
    },
    kill: async (target) => {
      const server = readLockFile(cluster)?.pid;
      if (target !== 'program' && server !== undefined)
        killed(target === 'one connection of the database' ? connectionOf(server) : server);
      const isAlive = target === 'database' || target === 'one connection of the database';
      if (!isAlive) await end();
      return !isAlive;
    },
    stop: async () => {
      await end();
      await stopServer(cluster);
    },
  };
}

/** A process of the database that serves one connection; the main process where there is none. */
function connectionOf(server: number): number {
  const isOfServer = (pid: string) => {
    try {
      const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      return Number(parent) === server && /^postgres: \S+ \S+ \[local\]/.test(command);
    } catch {
      return false;
    }
  };
  const pids = process.platform === 'linux' ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];
  return Number(pids.find(isOfServer) ?? server);
}

function killed(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // It may just have ended.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** A port that stays ours while nothing listens on it: below those that are given to outgoing connections. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}
