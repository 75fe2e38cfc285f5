import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';

/** The files that each file imports, as paths relative to the project. */
export type Imports = ReadonlyMap<string, readonly string[]>;

const FILES = '{src,packages,tests,scripts,bench}/**/*.{ts,mjs,svelte}';
/** The same aliases as in `package.json`. */
const ALIAS = /^#(\w+)\//;
/** Programs that are started and files that are read, by their path relative to a source. */
const BESIDE = /new URL\(\s*['"`](\.[^'"`$]+)['"`],\s*import\.meta\.url/g;

/** Reads what all sources and tests import, including the programs that they start in other processes. */
export function readImports(root: string): Imports {
  const files = globSync(FILES, {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name === 'compiled',
  });
  return new Map(files.map((file) => [file, findImports(file, readFileSync(join(root, file), 'utf8'))]));
}

function findImports(file: string, text: string): string[] {
  const scripts = file.endsWith('.svelte')
    ? [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, script = '']) => script)
    : [text];
  return scripts.flatMap((script) => [
    ...ts.preProcessFile(script, true, true).importedFiles.flatMap(({ fileName }) => resolve(file, fileName)),
    ...[...script.matchAll(BESIDE)].map(([, path = '']) => normalize(join(dirname(file), path))),
  ]);
}

function resolve(file: string, target: string): string[] {
  if (target.startsWith('.')) return [normalize(join(dirname(file), target.replace(/\?.*$/, '')))];
  const [alias, room = ''] = ALIAS.exec(target) ?? [];
  if (alias === undefined) return [];
  return [`${room === 'verify' ? 'packages/verify/src' : `src/${room}`}/${target.slice(alias.length)}`];
}

/** Reverses a graph: maps each file to its importers. */
export function reverseImports(imports: Imports): Imports {
  const importers = new Map<string, string[]>();
  for (const [file, targets] of imports)
    for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), file]);
  return importers;
}

/**
 * Collects everything reachable from a file, including itself. A path ends before a file that `stop` names.
 */
export function collectReachable(
  graph: Imports,
  from: string,
  stop: (file: string) => boolean = () => false,
): ReadonlySet<string> {
  const reached = new Set([from]);
  for (const file of reached) for (const next of graph.get(file) ?? []) if (!stop(next)) reached.add(next);
  return reached;
}
