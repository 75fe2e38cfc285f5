import { spawnSync } from 'node:child_process';
import { chownSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * The account that runs PostgreSQL's programs: the current one, or a separate one, since PostgreSQL refuses
 * to run as root.
 */
export interface Account {
  readonly command: (program: string, args: readonly string[]) => readonly [string, readonly string[]];
  readonly identity: { readonly uid?: number; readonly gid?: number };
  /** The owner of PostgreSQL's files. */
  readonly uid: number;
  /** Makes the account the owner of one file or directory. */
  readonly own: (path: string) => void;
  /** Makes the account the owner of a directory and everything inside. */
  readonly ownAll: (path: string) => void;
}

interface Identity {
  readonly uid: number;
  readonly gid: number;
}

/** A system user for the database server alone, so that no other program's processes can use its files. */
const USER = 'countersign-db';
const NOBODY: Identity = { uid: 65_534, gid: 65_534 };
/**
 * Lets the account search and read directories that only root can enter, such as /root, without write access.
 */
const SEARCH_CAPABILITY = '+dac_read_search';

/**
 * Returns the account for programs and directories at these paths. When running as root, that is the owner of
 * the running server or of the data, or else a user of the server's own, or nobody where no user can be
 * created. If the account can't enter a directory and the system offers no way around that, throws with the
 * directory's name.
 */
export function chooseAccount(paths: readonly string[], owner: Identity | null = null): Account {
  const toPlainCommand = (program: string, args: readonly string[]) => [program, args] as const;
  const self = process.getuid?.() ?? 0;
  const doNothing = () => undefined;
  if (self !== 0)
    return { command: toPlainCommand, identity: {}, uid: self, own: doNothing, ownAll: doNothing };
  const identity = owner ?? ensureDedicatedUser() ?? NOBODY;
  const { uid, gid } = identity;
  const owning = {
    uid,
    own: (path: string) => chownSync(path, uid, gid),
    ownAll: (path: string) => ownEverything(path, identity),
  };
  const closed = paths
    .map((path) => findClosedDirectory(path, uid))
    .find((directory) => directory !== undefined);
  if (closed === undefined) return { command: toPlainCommand, identity, ...owning };
  const through = wrapWithSetpriv(identity);
  if (canRun(through)) return { command: through, identity: {}, ...owning };
  throw new Error(
    `PostgreSQL doesn't run as root, and the account ${uid} has no access to ${closed}: ` +
      `allow it with chmod o+x ${closed}, choose another DATA_DIR, or start as a regular user`,
  );
}

/** Returns the server's own user, creating it if needed. Null where that isn't possible. */
function ensureDedicatedUser(): Identity | null {
  const found = lookUp();
  if (found !== null) return found;
  const options = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent'];
  spawnSync('useradd', [...options, '--shell', '/usr/sbin/nologin', USER], { stdio: 'ignore' });
  // Another process may have created it at the same time.
  return lookUp();
}

/** Finds the user. In a container, processes may not be able to run under the user's number. */
function lookUp(): Identity | null {
  const [uid, gid] = ['-u', '-g'].map(
    (option) => spawnSync('id', [option, USER], { encoding: 'utf8' }).stdout,
  );
  const identity = { uid: Number(uid), gid: Number(gid) };
  if (!(identity.uid > 0 && identity.gid > 0)) return null;
  return spawnSync('true', { ...identity, stdio: 'ignore' }).status === 0 ? identity : null;
}

/** Makes a user the owner of a directory and everything inside. Only root can do this. */
export function ownEverything(path: string, { uid, gid }: Identity): void {
  const { status, stderr } = spawnSync('chown', ['-hR', `${uid}:${gid}`, path], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${path} can't be given to the database's account: ${stderr}`);
}

/** Returns the first directory on a path that the account can't enter. */
function findClosedDirectory(path: string, account: number): string | undefined {
  const { uid, mode } = statSync(path);
  const above = dirname(path);
  const higher = above === path ? undefined : findClosedDirectory(above, account);
  if (higher !== undefined || uid === account) return higher;
  return (mode & 0o001) === 0 ? path : undefined;
}

function wrapWithSetpriv({ uid, gid }: Identity): Account['command'] {
  const identity = ['--reuid', String(uid), '--regid', String(gid), '--clear-groups'];
  const capability = ['--inh-caps', SEARCH_CAPABILITY, '--ambient-caps', SEARCH_CAPABILITY];
  // Without this bit, access(2) ignores capabilities, and initdb uses access(2) to check that the server's
  // program exists.
  capability.push('--securebits', '+no_setuid_fixup');
  return (program, args) => ['setpriv', [...identity, ...capability, '--', program, ...args]];
}

function canRun(through: Account['command']): boolean {
  if (process.platform !== 'linux') return false;
  const [command, args] = through('true', []);
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}
