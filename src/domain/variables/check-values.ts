import { toJsonPointer, type Issue } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { isEmptyValue, isList, findValue, type VariableValue, type VariableValues } from './values.ts';
import { ITEM, type Variable } from './variable.ts';

type Path = readonly (string | number)[];
type Scope = { readonly value: VariableValue; readonly path: Path };

/**
 * Returns what prevents the variables of a file from being filled in: every variable without a value or with
 * one of the wrong kind. Variables in a section that isn't shown need no value.
 */
export function validateVariables(variables: readonly Variable[], values: VariableValues): Issue[] {
  const issues = new Map<string, Issue>();
  let [rows, fills] = [0, 0];
  const add = (path: Path, message: string) => {
    const pointer = toJsonPointer('variables', ...path);
    if (!issues.has(pointer)) issues.set(pointer, { path: pointer, message });
  };
  const visit = (among: readonly Variable[], scopes: readonly Scope[]) => {
    for (const variable of among) {
      const found = lookUp(variable.name, scopes);
      if (found.value === undefined) add(found.path, 'is required');
      else if (variable.kind === 'text') {
        if (typeof found.value === 'object') add(found.path, 'must be a text or a number');
      } else if (isEmptyValue(found.value)) {
        if (variable.kind === 'inverted') visit(variable.variables, scopes);
      } else if (variable.kind === 'section') {
        const items = listItems(found.value, found.path, scopes);
        rows += items.length;
        fills += items.length * variable.variables.length;
        if (rows > LIMITS.variableRowsMax || fills > LIMITS.variableFillsMax) {
          add(found.path, `must have fewer rows: ${LIMITS.variableRowsMax} with those of all other lists`);
          return;
        }
        for (const item of items) visit(variable.variables, [...scopes, item]);
      }
    }
  };
  visit(variables, [{ value: values, path: [] }]);
  return [...issues.values()];
}

/** Returns the innermost value of a name, or the path where the value should be. */
function lookUp(
  name: string,
  scopes: readonly Scope[],
): { readonly value: VariableValue | undefined; readonly path: Path } {
  const own = scopes.at(-1) ?? { value: null, path: [] };
  if (name === ITEM) return { value: own.value ?? undefined, path: own.path };
  const steps = name.split('.');
  for (const { value, path } of scopes.toReversed()) {
    const found = findValue(value, name);
    if (found !== undefined) return { value: found, path: [...path, ...steps] };
  }
  return { value: undefined, path: [...own.path, ...steps] };
}

/**
 * Returns the scopes that a shown section reads from: the items of a list, an object, or the enclosing scope.
 */
function listItems(value: VariableValue, path: Path, scopes: readonly Scope[]): readonly Scope[] {
  if (isList(value)) return value.map((item, index) => ({ value: item, path: [...path, index] }));
  if (value !== null && typeof value === 'object') return [{ value, path }];
  return scopes.slice(-1);
}
