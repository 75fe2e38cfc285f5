import { parseCell, toVariableValues, type VariableEntry } from '../variables/entries.ts';
import type { VariableValues } from '../variables/values.ts';
import { listBulkColumns, type BulkColumn, type ListedTemplate } from './columns.ts';

const HEAD_ISSUES_MAX = 50;

/** A recipient list as rows of cells. The first row names the columns. */
export type Lines = readonly (readonly string[])[];

/** A recipient before validation: the texts from the row, and how the recipient proves their identity. */
type ListedPerson = {
  readonly [property: string]:
    | string
    | {
        readonly method?: string;
        readonly code?: string;
        readonly codeHash?: string;
        readonly phone?: string;
      };
};

/** One row before validation: the request body of an envelope created from the template. */
export type ListedRow = {
  /** The line in the file, counted from 1. Line 1 is the header, so the first row is on line 2. */
  readonly line: number;
  readonly input: {
    readonly recipients: Readonly<Record<string, ListedPerson>>;
    readonly prefill: Readonly<Record<string, string>>;
    readonly variables?: VariableValues;
    readonly displayName?: string;
    readonly message?: { readonly subject?: string; readonly body?: string };
  };
};
export type RowIssue = { readonly line: number; readonly column: string | null; readonly message: string };
export type ReadList = { readonly rows: readonly ListedRow[]; readonly issues: readonly RowIssue[] };

/**
 * Reads a recipient list for a template. Skips empty cells and lines; reports unknown and repeated columns
 * and rows with too many cells.
 */
export function readList(lines: Lines, template: ListedTemplate): ReadList {
  const [head = [], ...body] = lines;
  const { columns, issues } = readHead(head, listBulkColumns(template));
  const rows: ListedRow[] = [];
  body.forEach((cells, index) => {
    const line = index + 2;
    if (cells.every((cell) => cell.trim() === '')) return;
    if (cells.slice(head.length).some((cell) => cell.trim() !== ''))
      issues.push({ line, column: null, message: 'has more cells than there are columns' });
    rows.push({ line, input: readRow(cells, columns) });
  });
  if (rows.length === 0) issues.push({ line: 1, column: null, message: 'has no rows below the header' });
  return { rows, issues };
}

/**
 * Reads the header row. Reports only the first few problems, because every cell of a wrong file would be one.
 */
function readHead(
  head: readonly string[],
  known: ReadonlyMap<string, BulkColumn>,
): { columns: (BulkColumn | undefined)[]; issues: RowIssue[] } {
  const byLowerCase = new Map([...known].reverse().map(([name, column]) => [name.toLowerCase(), column]));
  const unknown = `is not a column of this template. The columns are ${formatNames([...known.keys()])}`;
  const issues: RowIssue[] = [];
  const seen = new Set<string>();
  let unsaid = 0;
  const columns = head.map((cell) => {
    const name = cell.trim();
    const lower = name.toLowerCase();
    if (name === '') return undefined;
    const column = known.get(name) ?? byLowerCase.get(lower);
    const messages = [
      ...(column === undefined ? [unknown] : []),
      ...(seen.has(lower) ? ['appears twice'] : []),
    ];
    if (issues.length >= HEAD_ISSUES_MAX) unsaid += messages.length;
    else issues.push(...messages.map((message) => ({ line: 1, column: name, message })));
    seen.add(lower);
    return column;
  });
  if (unsaid > 0)
    issues.push({
      line: 1,
      column: null,
      message: `has ${unsaid} more columns that don't belong to this template`,
    });
  return { columns, issues };
}

/** Returns the column that a JSON pointer into the envelope's body refers to; null for the whole row. */
export function findPointerColumn(pointer: string): string | null {
  const [, part = '', name = '', property, detail] = pointer.split('/').map(unescapePointer);
  if (part === 'recipients' && detail === 'code') return `${name}_access_code`;
  if (part === 'recipients' && (detail === 'phone' || detail === 'provider')) return `${name}_${detail}`;
  if (part === 'recipients') return property === undefined ? `${name}_email` : `${name}_${property}`;
  if (part === 'prefill') return `prefill:${name}`;
  if (part === 'variables') return findVariableColumn(pointer);
  if (part === 'message' && name !== '') return `message_${name}`;
  return part === 'displayName' ? 'display_name' : null;
}

/** A pointer to a value within a list refers to the column of that list. */
function findVariableColumn(pointer: string): string | null {
  const steps = pointer.split('/').slice(2).map(unescapePointer);
  const item = steps.findIndex((step) => /^\d+$/.test(step));
  const path = steps.slice(0, item < 0 ? steps.length : item);
  return path.length === 0 ? null : `variable:${path.join('.')}`;
}

function readRow(cells: readonly string[], columns: readonly (BulkColumn | undefined)[]): ListedRow['input'] {
  const recipients: Record<string, ListedPerson> = {};
  const prefill: Record<string, string> = {};
  const variables: VariableEntry[] = [];
  let displayName: string | undefined;
  let message: { subject?: string; body?: string } | undefined;
  columns.forEach((column, index) => {
    const text = (cells[index] ?? '').trim();
    if (column === undefined || text === '') return;
    switch (column.kind) {
      case 'person':
        recipients[column.role] = withCell(recipients[column.role], column.property, text);
        break;
      case 'prefill':
        prefill[column.key] = column.choices === null ? text : toChoices(text, column.choices);
        break;
      case 'variable':
        variables.push({ path: column.variable.path, value: parseCell(column.variable, text) });
        break;
      case 'displayName':
        displayName = text;
        break;
      case 'message':
        message = { ...message, [column.part]: text };
        break;
      default:
        column satisfies never;
    }
  });
  return {
    recipients,
    prefill,
    ...(variables.length === 0 ? {} : { variables: toVariableValues(variables) }),
    ...(displayName === undefined ? {} : { displayName }),
    ...(message === undefined ? {} : { message }),
  };
}

/**
 * Returns the chosen options, a line each. People write several into one cell on lines of their own, or with
 * semicolons or commas between them.
 */
function toChoices(text: string, options: readonly string[]): string {
  for (const separator of ['\n', ';', ',']) {
    const chosen = text.split(separator).flatMap((part) => part.trim() || []);
    if (chosen.every((option) => options.includes(option))) return chosen.join('\n');
  }
  return text;
}

/**
 * Adds a cell to a person. An access code, a phone number or an identity provider on its own is enough,
 * because it implies the authentication method.
 */
function withCell(person: ListedPerson = {}, property: string, text: string): ListedPerson {
  const known = typeof person['authentication'] === 'object' ? person['authentication'] : {};
  const added = buildProof(property, text, known);
  if (property === 'signing') return { ...person, signing: { method: text } };
  if (added === null) return { ...person, [property]: text };
  return { ...person, authentication: { ...known, ...added } };
}

function buildProof(property: string, text: string, known: object): object | null {
  switch (property) {
    case 'authentication':
      return { method: text };
    case 'access_code':
      return { method: 'access_code', ...known, code: text };
    case 'phone':
      return { method: 'sms_code', ...known, phone: text };
    case 'provider':
      return { method: 'oidc', ...known, provider: text };
    default:
      return null;
  }
}

/** RFC 6901 section 4. */
export function unescapePointer(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}

function formatNames(names: readonly string[]): string {
  return names.length > 12 ? `${names.slice(0, 12).join(', ')} …` : names.join(', ');
}
