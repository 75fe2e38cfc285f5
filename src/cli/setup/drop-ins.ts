import { existsSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
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
export function quoteArgument(path: string): string {
  return quotePath(path).replaceAll('$', '$$$$');
}

function resolveLinks(path: string): string {
  return existsSync(path) || path === dirname(path)
    ? realpathSync(path)
    : join(resolveLinks(dirname(path)), basename(path));
}
