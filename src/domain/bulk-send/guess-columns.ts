import { findFormProblem } from '../field/validate.ts';
import { isMailAddress } from '../mail-address.ts';
import { isLanguage } from '../language.ts';
import { detectDayOrder, type DayOrder } from './days.ts';
import { buildHeaderWords, normalizeHeader } from './header-words.ts';
import type { Target } from './targets.ts';

/** What becomes of a column of a file. */
export type Mapping = {
  /** The name of its target; null if it isn't imported. */
  readonly target: string | null;
  /** How its dates are written; null if its target takes no dates. */
  readonly dayOrder: DayOrder | null;
  /** What a person has to confirm. */
  readonly guess: 'values' | 'days' | null;
};
export type FileColumn = { readonly header: string; readonly values: readonly string[] };

/** Returns what becomes of each column: by its header, or else by its values, which is a guess. */
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

/** Returns the email of the person whose name a header seems to mean, if the column has addresses instead. */
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

/** Returns the mapping to a target that a person has chosen, or that was found. */
export function createMapping(
  target: Target,
  { values }: FileColumn,
  guess: Mapping['guess'] = null,
): Mapping & { readonly target: string } {
  const dayOrder = target.form === 'date' ? detectDayOrder(values) : null;
  const asked = dayOrder !== null && dayOrder !== 'ymd' ? 'days' : guess;
  return { target: target.name, dayOrder, guess: asked };
}

/** Whether the values of a column can hardly be anything else. Free text tells nothing. */
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
