import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import type { TestDatabase } from './cluster.ts';

const PROGRAM = '/usr/sbin/pgbouncer';

export const hasPooler = existsSync(PROGRAM);

type PoolerSettings = {
  readonly mode: 'session' | 'transaction';
  /** The most connections to the database. */
  readonly size?: number;
};

/** Runs PgBouncer, without settings for this program, in front of a database that it opens as the owner of the tables. */
export async function startPooler(
  { owner }: TestDatabase,
  { mode, size = 20 }: PoolerSettings,
): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const directory = mkdtempSync(join(tmpdir(), 'pooler-'));
  const port = await freePort();
  const file = join(directory, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
${owner.database} = host=${owner.directory} user=${owner.user} password=${owner.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${size}
max_client_conn = 200
`,
  );
  chmodSync(directory, 0o755);
  // It refuses to run as root, and only the server's own user may use the socket.
  const { uid } = statSync(owner.directory);
  const name = execFileSync('id', ['-nu', String(uid)], { encoding: 'utf8' }).trim();
  const asUser = process.getuid?.() === 0 ? ['-u', name] : [];
  const child = spawn(PROGRAM, [...asUser, file], { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  return {
    url: `postgres://postgres@127.0.0.1:${port}/${owner.database}`,
    stop: async () => {
      child.kill();
      await ended;
      rmSync(directory, { recursive: true });
    },
  };
}

/** Returns the URL of a database without a pooler, as the owner of its tables. */
export function toOwnerUrl({ owner: { user, password, database, directory } }: TestDatabase): string {
  const login = `${user}:${encodeURIComponent(password)}`;
  return `postgres://${login}@localhost/${database}?host=${encodeURIComponent(directory)}`;
}
