import type { VariableValue, VariableValues } from './values.ts';
import type { ListedVariable } from './variable.ts';

/** A value and its place, as people enter it in a form or a list. */
export type VariableEntry = { readonly path: string; readonly value: VariableValue };

const NO = /^(?:no|false|0|n)$/i;
const YES = /^(?:yes|true|1|y|x)$/i;

/** Returns the meaning of a cell in a list: a text, or for a section yes, no, or a list in JSON. */
export function parseCell({ kind }: ListedVariable, text: string): VariableValue {
  if (kind === 'text') return text;
  if (NO.test(text)) return false;
  if (YES.test(text)) return true;
  try {
    return JSON.parse(text) as VariableValue;
  } catch {
    return text;
  }
}

type Writable = { [name: string]: VariableValue | Writable };

/**
 * Puts values into their places. A section that is off stays off, even if values were entered for what is in
 * it.
 */
export function toVariableValues(entries: readonly VariableEntry[]): VariableValues {
  const values: Writable = Object.create(null) as Writable;
  const inOrder = entries.toSorted((one, other) => rank(one) - rank(other));
  for (const { path, value } of inOrder) {
    const steps = path.split('.');
    const last = steps.pop() ?? '';
    let at = values;
    for (const step of steps)
      at = isObject(at[step]) ? at[step] : (at[step] = Object.create(null) as Writable);
    if (value !== true || !isObject(at[last])) at[last] = value;
  }
  return structuredClone(values) as VariableValues;
}

/** Sorts texts before the entries that say whether sections are shown. */
function rank({ value }: VariableEntry): number {
  return typeof value === 'string' ? 0 : 1;
}

function isObject(value: VariableValue | Writable | undefined): value is Writable {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
