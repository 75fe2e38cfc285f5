import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Changed } from './impact.ts';
import { getErrorCode } from '#domain/error-code.ts';

/** Lists the test files, sorted. */
export function listTests(root: string): string[] {
  return globSync('tests/**/*.test.ts', { cwd: root }).sort();
}

/**
 * Lists what changed since a commit (default: since the branch left its upstream), uncommitted and new files
 * included. A renamed file keeps the name that it had on the commit of the map, if that is given.
 */
export function listChanges(
  root: string,
  { since, map }: { readonly since?: string | undefined; readonly map?: string | undefined },
): Changed[] {
  const start = since ?? findStart(root);
  const changed =
    start === null ? [] : splitLines(runGit(root, ['diff', '--name-only', '--no-renames', start]));
  const added = splitLines(runGit(root, ['ls-files', '--others', '--exclude-standard']));
  const before = map === undefined ? new Map<string, string>() : readRenames(root, map);
  return [...new Set([...changed, ...added])].map((path) => ({ path, before: before.get(path) ?? path }));
}

/** Returns the old wording of texts for people that were changed or removed since then. */
export function readGoneTexts(root: string, since?: string): string[] {
  const start = since ?? findStart(root);
  if (start === null) return [];
  const diff = runGit(root, ['diff', '--unified=0', start, '--', 'src/i18n/messages/en']);
  return [...diff.matchAll(/^-\s+"[^"]+": (".*"),?$/gm)].flatMap(
    ([, text = '""']) => JSON.parse(text) as string,
  );
}

/**
 * Returns the commit where the branch left its upstream; the last commit if it has no upstream; null outside
 * a repository.
 */
function findStart(root: string): string | null {
  const base =
    runGit(root, ['merge-base', 'HEAD', '@{upstream}']).trim() || runGit(root, ['rev-parse', 'HEAD']).trim();
  return base === '' ? null : base;
}

/** Maps the files' current names to their names at a commit. */
export function readRenames(root: string, commit: string): ReadonlyMap<string, string> {
  const renames = splitLines(runGit(root, ['diff', '--name-status', '--diff-filter=R', '-M40', commit]));
  return new Map(
    renames.map((line) => {
      const [, before = '', now = ''] = line.split('\t');
      return [now, before];
    }),
  );
}

/** Returns git's output, or nothing if git fails: a copy of the sources without a history has no changes. */
function runGit(root: string, args: readonly string[]): string {
  return spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 }).stdout;
}

function splitLines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}

/** Reads a file of the project; empty if it's gone. */
export function readText(root: string, path: string): string {
  try {
    return readFileSync(join(root, path), 'utf8');
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return '';
    throw error;
  }
}
