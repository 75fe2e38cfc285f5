import { findFormProblem } from '../field/validate.ts';
import { isMailAddress } from '../mail-address.ts';
import { isLanguage } from '../language.ts';
import { detectDayOrder, type DayOrder } from './days.ts';
import { buildHeaderWords, normalizeHeader } from './header-words.ts';
import type { Target } from './targets.ts';

/** How one column of a file is imported. */
export type Mapping = {
  /** The name of the target that the column goes to; null if it isn't imported. */
  readonly target: string | null;
  /** How the column's dates are written; null if its target takes no dates. */
  readonly dayOrder: DayOrder | null;
  /** The part of the mapping that a person has to confirm. */
  readonly guess: 'values' | 'days' | null;
};
export type FileColumn = { readonly header: string; readonly values: readonly string[] };

/**
 * Decides how each column is imported: by its header if that is known, otherwise by its values, which is a
 * guess.
 */
export function guessColumns(columns: readonly FileColumn[], targets: readonly Target[]): Mapping[] {
  const free = new Map(targets.map((target) => [target.name, target]));
  const found: (Mapping | null)[] = columns.map(() => null);
  const words = buildHeaderWords(targets);
  const settle = (at: number, target: Target, guess: Mapping['guess']) => {
    free.delete(target.name);
    found[at] = createMapping(target, columns[at] ?? { header: '', values: [] }, guess);
  };
  columns.forEach((column, at) => {
    const meant = free.get(words.get(normalizeHeader(column.header)) ?? '');
    if (meant !== undefined) settle(at, findAddressedTarget(column, meant, free) ?? meant, null);
  });
  columns.forEach((column, at) => {
    if (found[at] !== null) return;
    const target = [...free.values()].find((one) => resemblesTarget(column, one));
    if (target !== undefined) settle(at, target, 'values');
  });
  return found.map((mapping) => mapping ?? { target: null, dayOrder: null, guess: null });
}

/**
 * Finds the email target of the person whose name the header seems to mean, in case the column contains
 * addresses instead.
 */
function findAddressedTarget(
  column: FileColumn,
  { column: meant }: Target,
  free: ReadonlyMap<string, Target>,
): Target | undefined {
  if (meant.kind !== 'person' || meant.property !== 'name') return undefined;
  return [...free.values()].find(
    (one) =>
      one.column.kind === 'person' &&
      one.column.role === meant.role &&
      one.column.property === 'email' &&
      resemblesTarget(column, one),
  );
}

/** Creates the mapping to a target that a person has chosen or that was found. */
export function createMapping(
  target: Target,
  { values }: FileColumn,
  guess: Mapping['guess'] = null,
): Mapping & { readonly target: string } {
  const dayOrder = target.form === 'date' ? detectDayOrder(values) : null;
  const asked = dayOrder !== null && dayOrder !== 'ymd' ? 'days' : guess;
  return { target: target.name, dayOrder, guess: asked };
}

/** Checks whether the values of a column almost certainly belong to this target. Free text gives no clue. */
function resemblesTarget({ values }: FileColumn, target: Target): boolean {
  const filled = values.filter((value) => value.trim() !== '');
  if (filled.length === 0) return false;
  if (target.column.kind === 'person') {
    if (target.column.property === 'email') return matchesMostly(filled, isMailAddress);
    return target.column.property === 'language' && filled.every(isLanguage);
  }
  if (target.column.kind !== 'prefill') return false;
  if (target.form === 'date') return detectDayOrder(filled) !== null;
  if (target.form === 'email') return matchesMostly(filled, isMailAddress);
  const { options } = target;
  if (options === null || options.length === 0) return false;
  return matchesMostly(filled, (value) => findFormProblem({ type: 'dropdown', options }, value) === null);
}

function matchesMostly(values: readonly string[], matches: (value: string) => boolean): boolean {
  return values.filter((value) => matches(value.trim())).length > values.length / 2;
}
