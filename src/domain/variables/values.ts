import { LIMITS } from '../limits.ts';
import { toPrintable, toPrintableLines } from '../text.ts';

/** What a variable is filled with: plain text, a condition, a list, or an object of further values. */
export type VariableValue =
  string | number | boolean | null | readonly VariableValue[] | { readonly [name: string]: VariableValue };
export type VariableValues = Readonly<Record<string, VariableValue>>;

export type ValuesProblem = { readonly path: readonly (string | number)[]; readonly message: string };

/**
 * Returns the first problem with values from outside, or null. Stops at this problem, however large the
 * values are.
 */
export function findValuesProblem(values: Readonly<Record<string, unknown>>): ValuesProblem | null {
  let [left, characters] = [LIMITS.variableValuesMax, LIMITS.variableValuesMaxChars];
  const visit = (value: unknown, path: ValuesProblem['path']): ValuesProblem | null => {
    const issue = (message: string) => ({ path, message });
    left -= 1;
    if (left < 0) return { path: [], message: `must have at most ${LIMITS.variableValuesMax} values` };
    if (typeof value === 'string') {
      characters -= value.length;
      return characters >= 0
        ? null
        : { path: [], message: `must have at most ${LIMITS.variableValuesMaxChars} characters` };
    }
    if (value === null || typeof value === 'boolean' || typeof value === 'number') return null;
    if (typeof value !== 'object') return issue('must be a JSON value');
    if (path.length >= LIMITS.variablesDepthMax)
      return issue(`must not nest deeper than ${LIMITS.variablesDepthMax} levels`);
    if (Array.isArray(value)) {
      if (value.length > left) return { path, message: `must have fewer than ${value.length} items` };
      for (let index = 0; index < value.length; index += 1) {
        const found = visit(value[index], [...path, index]);
        if (found !== null) return found;
      }
      return null;
    }
    for (const [name, inner] of Object.entries(value)) {
      if (name === '' || name.length > LIMITS.variableNameMaxChars || toPrintable(name) !== name)
        return issue(`must have names of 1 to ${LIMITS.variableNameMaxChars} printable characters`);
      const found = visit(inner, [...path, name]);
      if (found !== null) return found;
    }
    return null;
  };
  return visit(values, []);
}

/** Makes the texts of checked values printable and keeps their line breaks. */
export function toPrintableValues(values: VariableValues): VariableValues {
  return cleanValue(values) as VariableValues;
}

function cleanValue(value: VariableValue): VariableValue {
  if (typeof value === 'string') return toPrintableLines(value);
  if (value === null || typeof value !== 'object') return value;
  if (isList(value)) return value.map(cleanValue);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cleanValue(inner)]));
}

/** Checks whether a section with this value is hidden. */
export function isEmptyValue(value: VariableValue): boolean {
  return isList(value) ? value.length === 0 : !value;
}

export function isList(value: VariableValue | undefined): value is readonly VariableValue[] {
  return Array.isArray(value);
}

/** Returns a value's own property by a dotted name; undefined if the property is missing or null. */
export function findValue(value: VariableValue, name: string): VariableValue | undefined {
  let at: VariableValue = value;
  for (const step of name.split('.')) {
    if (at === null || typeof at !== 'object' || isList(at) || !Object.hasOwn(at, step)) return undefined;
    at = (at as VariableValues)[step] ?? null;
  }
  return at ?? undefined;
}
