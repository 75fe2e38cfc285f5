import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

/** What the units can't see (ProtectHome in systemd.exec(5)). */
const HIDDEN = ['/home', '/root', '/run/user'];

/** Throws for a directory that the units can't see. */
export function checkVisible(path: string): void {
  const real = resolveLinks(path);
  const hidden = HIDDEN.find((place) => isWithin(place, path) || isWithin(place, real));
  if (hidden !== undefined)
    throw new Error(
      `it must not be in ${hidden}: the service is kept out of it, because people's own files are there`,
    );
}

/** Whether a path is a directory or in it. */
export function isWithin(directory: string, path: string): boolean {
  return relative(directory, path).split('/')[0] !== '..';
}

/**
 * Writes what this machine adds to a unit, so that the unit itself stays as it came. Nothing to add removes the
 * file.
 */
export function extendUnit(units: string, unit: string, lines: readonly string[]): void {
  const path = join(units, `${unit}.d`, 'setup.conf');
  if (lines.length === 0) return rmSync(path, { force: true });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, ['# Written by countersign setup.', '[Service]', ...lines, ''].join('\n'));
}

/** Writes a path as one word of a unit: JSON's escapes are systemd's, and % begins a specifier. */
export function quotePath(path: string): string {
  return JSON.stringify(path).replaceAll('%', '%%');
}

/** Like `quotePath`, for a command's argument, where $ begins a variable. */
function quoteArgument(path: string): string {
  return quotePath(path).replaceAll('$', '$$$$');
}

function resolveLinks(path: string): string {
  return existsSync(path) || path === dirname(path)
    ? realpathSync(path)
    : join(resolveLinks(dirname(path)), basename(path));
}

/** Where backups go, and how many are kept. */
type Backups = { readonly directory: string; readonly keep: string };

const BACKUP_COMMAND = /^ExecStart=.+ backup --keep (\d+) (?:("(?:\\.|[^"\\])*")|(\S+))[ \t]*$/m;

/**
 * Makes the unit of backups back up to a directory, and keep as many as somebody has chosen by hand. Null notes
 * that there are none.
 */
export function extendBackupUnit(units: string, program: string, directory: string | null): void {
  const { keep } = findBackups(units) ?? { keep: 7 };
  const command = `${quotePath(program)} backup --keep ${keep} ${quoteArgument(directory ?? '')}`;
  const lines =
    directory === null
      ? ['# No backups: countersign-backup.timer is disabled.']
      : ['ExecStart=', `ExecStart=${command}`];
  extendUnit(units, 'countersign-backup.service', lines);
}

/** Returns what the unit of backups does. Null if there are none, and undefined if it doesn't say. */
export function findBackups(units: string): Backups | null | undefined {
  const unit = join(units, 'countersign-backup.service');
  const added = join(`${unit}.d`, 'setup.conf');
  const path = [added, unit].find((name) => existsSync(name));
  if (path === undefined) return undefined;
  const [, keep, quoted, plain] = BACKUP_COMMAND.exec(readFileSync(path, 'utf8')) ?? [];
  const written = quoted === undefined ? plain : (JSON.parse(quoted) as string);
  if (written === undefined || keep === undefined) return path === added ? null : undefined;
  return { directory: written.replaceAll('%%', '%').replaceAll('$$', '$'), keep };
}
