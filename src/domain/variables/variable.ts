import { LIMITS } from '../limits.ts';

/**
 * A part of a Word file that is filled in: a text, a section that is shown if its value isn't empty and
 * repeated for each item of a list, or a section that is shown only if its value is empty.
 */
export type Variable =
  | { readonly kind: 'text'; readonly name: string }
  | {
      readonly kind: 'section' | 'inverted';
      readonly name: string;
      readonly variables: readonly Variable[];
    };

/** A variable as callers see it. `path` has `[]` after each section whose items the variable is read from. */
export type ListedVariable = { readonly path: string; readonly kind: 'text' | 'section' };

/** The name that stands for the current item of a list. */
export const ITEM = '.';

/** The pattern of a variable's name, as the source of a regular expression with Unicode classes. */
export const VARIABLE_NAME = String.raw`(?:\.|[\p{L}_][\p{L}\p{M}\p{N}_-]*(?:\.[\p{L}\p{N}_][\p{L}\p{M}\p{N}_-]*)*)`;
const NAME = new RegExp(`^${VARIABLE_NAME}$`, 'u');

/** Checks whether text between double brackets is a variable. Other text, such as a note, stays as it is. */
export function isVariableName(text: string): boolean {
  return text.length <= LIMITS.variableNameMaxChars && NAME.test(text);
}

/** Merges variables that have the same name in the same section. */
export function mergeVariables(variables: readonly Variable[]): Variable[] {
  const merged = new Map<string, Variable>();
  for (const variable of variables) {
    const key = `${variable.kind} ${variable.name}`;
    const known = merged.get(key);
    if (variable.kind === 'text') merged.set(key, variable);
    else {
      const before = known === undefined || known.kind === 'text' ? [] : known.variables;
      merged.set(key, { ...variable, variables: mergeVariables([...before, ...variable.variables]) });
    }
  }
  return [...merged.values()];
}

/** Counts variables and measures how deeply they nest. */
export function measureVariables(variables: readonly Variable[]): {
  readonly count: number;
  readonly depth: number;
} {
  let [count, depth] = [0, 0];
  for (const variable of variables) {
    const inner = variable.kind === 'text' ? { count: 0, depth: 0 } : measureVariables(variable.variables);
    count += 1 + inner.count;
    depth = Math.max(depth, 1 + inner.depth);
  }
  return { count, depth };
}

/**
 * Lists variables once each, with the path of their value. A name that is also used outside of a section
 * belongs outside, and so does a name that starts with the section's own name.
 */
export function listVariables(variables: readonly Variable[]): ListedVariable[] {
  const listed = new Map<string, ListedVariable>();
  const add = (variable: ListedVariable) => {
    const known = listed.get(variable.path);
    if (known === undefined || known.kind === 'text') listed.set(variable.path, variable);
  };
  const visit = (among: readonly Variable[], prefix: string, outer: ReadonlyMap<string, string>) => {
    const known = new Map(outer);
    for (const { name } of among) if (!known.has(name)) known.set(name, prefix);
    for (const variable of among) {
      const at = findOwner(variable.name, outer) ?? prefix;
      const path = joinPath(at, variable.name);
      if (variable.kind === 'text') {
        add({ path, kind: 'text' });
        continue;
      }
      add({ path, kind: 'section' });
      if (variable.kind === 'inverted') visit(variable.variables, prefix, outer);
      else visit(variable.variables, `${path}[]`, known);
    }
  };
  visit(variables, '', new Map());
  return [...listed.values()];
}

/**
 * Returns the prefix of the outer section that a name belongs to, or undefined if no outer section knows it.
 */
function findOwner(name: string, outer: ReadonlyMap<string, string>): string | undefined {
  if (name === ITEM) return undefined;
  const [first = ''] = name.split('.');
  return outer.get(name) ?? outer.get(first);
}

function joinPath(prefix: string, name: string): string {
  if (name === ITEM) return prefix;
  return prefix === '' ? name : `${prefix}.${name}`;
}
