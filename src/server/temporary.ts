import { existsSync, mkdtempSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '#domain/time.ts';

const PREFIX = 'countersign-files-';

/** Identifies a process and distinguishes it from later ones with the same number. */
interface ProcessName {
  readonly host: string;
  /** The process namespace, in which `pid` means something. */
  readonly namespace: string;
  readonly pid: string;
  /** The process's start time in ticks since the machine started. */
  readonly startTicks: string;
}

/**
 * Creates an empty directory that other accounts can't enter. Outside the storage, documents are kept only in
 * such directories.
 */
export function createTemporaryDirectory(purpose: string): string {
  return mkdtempSync(join(ensureOwnDirectory(), `${purpose}-`));
}

/** Passes an empty directory to `use`, then removes the directory and everything in it. */
export async function withTemporaryDirectory<T>(
  purpose: string,
  use: (directory: string) => Promise<T>,
): Promise<T> {
  const directory = createTemporaryDirectory(purpose);
  try {
    return await use(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Removes the temporary files of killed processes and returns the number of those processes. */
export async function removeLeftFiles(): Promise<number> {
  const directories = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX));
  const left: string[] = [];
  for (const name of directories) if (await isLeft(name)) left.push(join(tmpdir(), name));
  for (const directory of left) await rm(directory, { recursive: true, force: true });
  return left.length;
}

/**
 * Process numbers of another namespace have no meaning here. A container had another namespace before it was
 * restarted, for example.
 */
async function isLeft(name: string): Promise<boolean> {
  const maker = parseProcessName(name);
  const found = await lstat(join(tmpdir(), name)).catch(() => null);
  if (maker === null || found === null || found.uid !== process.getuid?.()) return false;
  if (maker.host !== hostname()) return false;
  if (maker.namespace === readOwnNamespace()) return readStartTicks(maker.pid) !== maker.startTicks;
  return Date.now() - found.mtimeMs > DAY_MS;
}

let own: string | undefined;

/**
 * Creates this process's directory, which is removed with the process. Its name can't be guessed, because
 * anyone may write to the parent directory.
 */
function ensureOwnDirectory(): string {
  if (own !== undefined && existsSync(own)) return own;
  const maker = [readOwnNamespace(), process.pid, readStartTicks('self') ?? 0, hostname()].join('-');
  const made = realpathSync(mkdtempSync(join(tmpdir(), `${PREFIX}${maker}-`)));
  process.once('exit', () => {
    rmSync(made, { recursive: true, force: true });
  });
  own = made;
  return made;
}

function parseProcessName(name: string): ProcessName | null {
  if (!name.startsWith(PREFIX)) return null;
  const [, namespace, pid, startTicks, host] =
    /^(\w+)-(\d+)-(\d+)-(.+)-\w{6}$/.exec(name.slice(PREFIX.length)) ?? [];
  if (namespace === undefined || pid === undefined || startTicks === undefined || host === undefined)
    return null;
  return { namespace, pid, startTicks, host };
}

/** Returns field 22 of `/proc/PID/stat`, or null if there is no such process. */
function readStartTicks(pid: string): string | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is a name in parentheses, which may itself contain spaces.
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

function readOwnNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid').replace(/\D/g, '');
  } catch {
    return 'none';
  }
}
