import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { readLockFile } from '#server/db/embedded/lock-file.ts';
import { stopServer } from '#server/db/embedded/postmaster.ts';

import { type HttpClient, openHttpClient } from '../../../../scripts/client/http.ts';
import { type Program, runProgram } from '../../../support/program.ts';
import { freePort } from '../../../support/free-port.ts';
import type { Randomness } from './randomness.ts';
import { getErrorCode } from '#domain/error-code.ts';

/**
 * What is killed: the program, the database's main process with it, or only one of the database's processes.
 */
type Target = 'program' | 'program and database' | 'database' | 'one connection of the database';

/** A deployment whose parts a drill kills. */
export interface Victim {
  /** Opens a client for its web servers. */
  readonly client: () => HttpClient;
  readonly start: () => Promise<void>;
  /** Kills something with SIGKILL, restarts what doesn't restart by itself, and returns what it was. */
  readonly strike: (random: Randomness) => Promise<string>;
  /** Resolves when everything is running again. */
  readonly settled: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const TARGETS: readonly [Target, ...Target[]] = [
  'program',
  'program',
  'program',
  'program and database',
  'database',
  'one connection of the database',
];

const UNLIMITED = '1000000000';

/** Returns the settings of a program for drills, on a data directory of its own. */
export function drilledEnv(dataDir: string): Record<string, string> {
  return {
    DATA_DIR: dataDir,
    // The test causes outages itself, so only other problems are of interest.
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
}

/** Prepares the whole program as one process with its own data directory and port, without starting it. */
export async function victimOn(dataDir: string): Promise<Victim> {
  const port = await freePort();
  const cluster = join(dataDir, 'postgres');
  const env = { ...drilledEnv(dataDir), PORT: String(port) };
  let program: Program | undefined;
  const start = async () => {
    program = runProgram('start', env);
    await program.printed(/listening on/);
  };
  const end = async () => {
    program?.child.kill('SIGKILL');
    await program?.ended;
    program = undefined;
  };
  return {
    client: () => openHttpClient(`http://localhost:${port}`),
    start,
    strike: async (random) => {
      const target = random.pick(TARGETS);
      if (target !== 'program') killDatabase(cluster, target === 'one connection of the database');
      if (target === 'program' || target === 'program and database') {
        await end();
        await start();
      }
      return target;
    },
    settled: () => Promise.resolve(),
    stop: async () => {
      await end();
      await stopServer(cluster);
    },
  };
}

/** Kills the main process of a running database, or one that serves a connection. */
export function killDatabase(cluster: string, oneConnection: boolean): void {
  const server = readLockFile(cluster)?.pid;
  if (server !== undefined) killed(oneConnection ? connectionOf(server) : server);
}

/** Returns a database process that serves a connection; the main process if there is none. */
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
    // It may just have exited.
    if (getErrorCode(error) !== 'ESRCH') throw error;
  }
}
