import { spawnSync } from 'node:child_process';
import { chownSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The account that runs PostgreSQL's programs: ours, or one of its own, since PostgreSQL refuses root. */
export interface Account {
  readonly command: (program: string, args: readonly string[]) => readonly [string, readonly string[]];
  readonly identity: { readonly uid?: number; readonly gid?: number };
  /** Owner of PostgreSQL's files. */
  readonly uid: number;
  /** Gives one of our files or directories to the account. */
  readonly own: (path: string) => void;
  /** Gives it a directory with everything inside. */
  readonly ownAll: (path: string) => void;
}

interface Identity {
  readonly uid: number;
  readonly gid: number;
}

/** The system's user for the server alone, so that no other program's processes share its files. */
const USER = 'countersign-db';
const NOBODY: Identity = { uid: 65_534, gid: 65_534 };
/** Lets the account search and read directories that only root can enter, such as /root, without writing. */
const SEARCH_CAPABILITY = '+dac_read_search';

/**
 * Returns the account for programs and directories at these paths: as root, the owner of the server that is running or of
 * the data, a user of the server's own, or nobody where none can be created. Throws with the directory's name
 * if the account can't reach it, and the system offers no way around.
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

/** Returns the server's own user, which is created if needed; null where that isn't possible. */
function ensureDedicatedUser(): Identity | null {
  const found = lookUp();
  if (found !== null) return found;
  const options = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent'];
  spawnSync('useradd', [...options, '--shell', '/usr/sbin/nologin', USER], { stdio: 'ignore' });
  // Another process may have created it at the same time.
  return lookUp();
}

/** Finds the user. In a container, the user's number may not be one that processes can have. */
function lookUp(): Identity | null {
  const [uid, gid] = ['-u', '-g'].map(
    (option) => spawnSync('id', [option, USER], { encoding: 'utf8' }).stdout,
  );
  const identity = { uid: Number(uid), gid: Number(gid) };
  if (!(identity.uid > 0 && identity.gid > 0)) return null;
  return spawnSync('true', { ...identity, stdio: 'ignore' }).status === 0 ? identity : null;
}

/** Gives a directory with everything inside to a user. Only root can. */
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
  // Without this bit, access(2) ignores capabilities, and initdb asks it whether the server's program is there.
  capability.push('--securebits', '+no_setuid_fixup');
  return (program, args) => ['setpriv', [...identity, ...capability, '--', program, ...args]];
}

function canRun(through: Account['command']): boolean {
  if (process.platform !== 'linux') return false;
  const [command, args] = through('true', []);
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}
