import { toVariableValues, type VariableEntry } from '#domain/variables/entries.ts';
import type { VariableValue, VariableValues } from '#domain/variables/values.ts';
import type { WireVariable } from '#wire/variables.ts';

/** The input for a variable: a text, a choice, or rows of texts with one row per line. */
export type VariableInput =
  | { readonly kind: 'text'; readonly path: string }
  | { readonly kind: 'choice'; readonly path: string }
  /** Null for a list of plain texts. */
  | { readonly kind: 'rows'; readonly path: string; readonly columns: readonly string[] | null };

/** Separates the columns of a row. */
const COLUMN = '|';

/** Returns the inputs for a template's variables. Lists within lists can only be filled in by programs. */
export function listVariableInputs(variables: readonly WireVariable[]): VariableInput[] {
  return variables
    .filter(({ path }) => !path.includes('[]'))
    .map(({ path, kind }) => {
      if (kind === 'text') return { kind, path };
      const item = `${path}[]`;
      const own = variables.filter((one) => one.path.startsWith(item) && one.kind === 'text');
      const columns = own
        .map((one) => one.path.slice(item.length + 1))
        .filter((name) => !name.includes('[]'));
      if (own.length === 0) return { kind: 'choice', path };
      return { kind: 'rows', path, columns: own.some((one) => one.path === item) ? null : columns };
    });
}

/** Returns the names of a row's columns in the format in which rows are typed. */
export function formatColumnNames(columns: readonly string[]): string {
  return columns.join(` ${COLUMN} `);
}

/** Reads the inputs and leaves out empty texts. The service then reports them by name. */
export function readVariables(form: FormData, variables: readonly WireVariable[]): VariableValues {
  const entries = listVariableInputs(variables).flatMap((input): VariableEntry[] => {
    const { path } = input;
    const typed = String(form.get(`variables.${path}`) ?? '').replaceAll('\r\n', '\n');
    if (input.kind === 'choice') return [{ path, value: typed !== '' }];
    if (input.kind === 'rows') return [{ path, value: parseRows(typed, input.columns) }];
    return typed.trim() === '' ? [] : [{ path, value: typed }];
  });
  return toVariableValues(entries);
}

function parseRows(typed: string, columns: readonly string[] | null): readonly VariableValue[] {
  const lines = typed.split('\n').filter((line) => line.trim() !== '');
  if (columns === null) return lines;
  return lines.map((line) => {
    const cells = line.split(COLUMN).map((cell) => cell.trim());
    return toVariableValues(
      columns.flatMap((path, index) => {
        const value = cells[index];
        return value === undefined ? [] : [{ path, value }];
      }),
    );
  });
}
