import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Account } from './account.ts';

/** Paths of an embedded server. */
export interface Layout {
  /** The data directory, with symbolic links resolved. */
  readonly home: string;
  /** PostgreSQL's own directory (PGDATA). */
  readonly cluster: string;
  /** The directory of the server's Unix socket. */
  readonly sockets: string;
  readonly log: string;
}

/**
 * Length limit of a socket's path in bytes. The system's limit, including the final zero, is 108 on Linux and
 * 104 on macOS.
 */
const MAX_SOCKET_PATH = 103;
const SOCKET_NAME = '/.s.PGSQL.5432';

/** Creates the data directory and returns the server's paths. Throws if it can't be created. */
export function createLayout(dataDir: string): Layout {
  mkdirSync(dataDir, { recursive: true });
  const home = realpathSync(dataDir);
  return {
    home,
    cluster: join(home, 'postgres'),
    sockets: chooseSocketDirectory(home),
    log: join(home, 'postgres.log'),
  };
}

/**
 * Returns a directory inside the data directory or, if that path is too long, a short path derived from it.
 */
function chooseSocketDirectory(home: string): string {
  const inside = join(home, 'run');
  if (Buffer.byteLength(inside + SOCKET_NAME) <= MAX_SOCKET_PATH) return inside;
  const name = createHash('sha256').update(home).digest('hex').slice(0, 16);
  return join(tmpdir(), `countersign-${name}`);
}

/**
 * Creates the socket's private directory. Throws if something else has that name: in a world-writable
 * directory, another account could listen in place of this server.
 */
export function makeSocketDirectory(path: string, account: Account): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (lstatSync(path).uid === process.getuid?.()) account.own(path);
  const found = lstatSync(path);
  const closed = found.isDirectory() && found.uid === account.uid && (found.mode & 0o077) === 0;
  if (!closed) throw new Error(`${path} is not a private directory of the database's account: remove it`);
}
