import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const SRC = fileURLToPath(new URL('../../src', import.meta.url));
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PACKAGES = fileURLToPath(new URL('../../packages', import.meta.url));

/** A hand-written source file; `path` and the paths in `inSource` are relative to src. */
export type Source = {
  readonly path: string;
  readonly text: string;
  readonly packages: readonly string[];
  readonly inSource: readonly string[];
};

/** Reads every TypeScript and Svelte file in src with its imports, including type imports. */
export function readSources(): Source[] {
  return filesIn(SRC)
    .map((path) => relative(SRC, path))
    .filter((path) => /\.(ts|svelte)$/.test(path) && !path.startsWith('i18n/compiled/'))
    .map((path) => {
      const text = readFileSync(join(SRC, path), 'utf8');
      const targets = importTargets(path, text);
      return {
        path,
        text,
        packages: targets.filter((target) => !/^[#.]/.test(target)),
        inSource: targets
          .filter((target) => /^[#.]/.test(target))
          .map((target) => pathInSource(path, target)),
      };
    });
}

/** Returns the imports of files in src by tests, as pairs of paths: the test's, and the file's relative to src. */
export function readTestImports(): (readonly [path: string, target: string])[] {
  return filesIn(join(ROOT, 'tests'))
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) =>
      importTargets(path, readFileSync(path, 'utf8'))
        .filter((target) => target.startsWith('#') || target.includes('/src/'))
        .map((target) => [path, pathInSource(relative(SRC, path), target)] as const),
    );
}

/**
 * Reads this repository's published packages, with the outside modules that their sources import, by path
 * from the root.
 */
export function readPackages() {
  // The Python client isn't an npm package.
  const folders = readdirSync(PACKAGES).filter((folder) =>
    existsSync(join(PACKAGES, folder, 'package.json')),
  );
  return folders.map((folder) => {
    const manifest = JSON.parse(readFileSync(join(PACKAGES, folder, 'package.json'), 'utf8')) as {
      readonly name: string;
      readonly dependencies?: Readonly<Record<string, string>>;
    };
    const imports = filesIn(join(PACKAGES, folder, 'src'))
      .flatMap((path) =>
        importTargets(path, readFileSync(path, 'utf8')).map((target) =>
          target.startsWith('.') ? relative(ROOT, resolve(dirname(path), target)) : target,
        ),
      )
      .filter((target) => !target.startsWith(`packages/${folder}/src/`));
    return { name: manifest.name, imports, dependencies: manifest.dependencies ?? {} };
  });
}

/**
 * Returns the cycles of a graph as sorted lists of their members (Tarjan's strongly connected components).
 */
export function cyclesIn(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (node: string): void => {
    order.set(node, order.size);
    lowest.set(node, order.size - 1);
    stack.push(node);
    for (const next of edges.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) lowest.set(node, Math.min(lowest.get(node) ?? 0, lowest.get(next) ?? 0));
    }
    if (lowest.get(node) !== order.get(node)) return;
    const members = stack.splice(stack.indexOf(node));
    if (members.length > 1 || edges.get(node)?.includes(node)) cycles.push(members.sort());
  };
  for (const node of edges.keys()) if (!order.has(node)) visit(node);
  return cycles;
}

/**
 * Where a program uses a name: as a property (`action: 'x'`), an argument (`refuse('x')`) or a key of a table
 * (`TABLE.x`).
 */
export type Naming = {
  readonly properties?: readonly string[];
  readonly calls?: readonly string[];
  readonly tables?: readonly string[];
};

/**
 * Collects the names that the sources use in these ways. Types, comparisons and other strings don't count.
 */
export function producedNames(
  sources: readonly Source[],
  { properties = [], calls = [], tables = [] }: Naming,
): ReadonlySet<string> {
  const names = new Set<string>();
  const addLiterals = (node: ts.Node): void => {
    if (ts.isStringLiteral(node)) names.add(node.text);
    if (ts.isConditionalExpression(node)) [node.whenTrue, node.whenFalse].forEach(addLiterals);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node)) return;
    if (ts.isPropertyAssignment(node) && isNamed(node.name, properties)) addLiterals(node.initializer);
    if ((ts.isCallExpression(node) || ts.isNewExpression(node)) && isNamed(node.expression, calls))
      node.arguments?.forEach(addLiterals);
    if (ts.isPropertyAccessExpression(node) && isNamed(node.expression, tables)) names.add(node.name.text);
    if (ts.isElementAccessExpression(node) && isNamed(node.expression, tables))
      addLiterals(node.argumentExpression);
    ts.forEachChild(node, visit);
  };
  const mentions = new RegExp(`\\b(?:${[...properties, ...calls, ...tables].join('|')})\\b`);
  for (const { path, text } of sources)
    if (path.endsWith('.ts') && mentions.test(text))
      visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest));
  return names;
}

function isNamed(node: ts.Node, names: readonly string[]): boolean {
  return ts.isIdentifier(node) && names.includes(node.text);
}

function filesIn(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}

function importTargets(path: string, text: string): string[] {
  const scripts = path.endsWith('.svelte')
    ? [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, script]) => script ?? '')
    : [text];
  return scripts
    .flatMap((script) => ts.preProcessFile(script, true, true).importedFiles)
    .map(({ fileName }) => fileName);
}

function pathInSource(path: string, target: string): string {
  return target.startsWith('#') ? target.slice(1) : relative(SRC, resolve(SRC, dirname(path), target));
}
