import { getFieldTypeFacts } from '../field/catalogue.ts';
import { LANGUAGES } from '../language.ts';
import type { ListedVariable } from '../variables/variable.ts';
import { isOpen } from '../template/recipients.ts';
import type { TemplateField, TemplateRole } from '../template/template.ts';

/** The parts of a template that decide which columns a recipient list can have. */
export type ListedTemplate = {
  readonly roles: readonly Pick<TemplateRole, 'apiRoleName' | 'isSender' | 'recipient'>[];
  readonly fields: readonly Pick<TemplateField, 'prefillKey' | 'type' | 'options'>[];
  readonly variables: readonly ListedVariable[];
};

/** The meaning of one column of a recipient list. */
export type BulkColumn =
  | { readonly kind: 'person'; readonly role: string; readonly property: PersonColumn }
  /** `choices` are the options of a field that takes several; null for others. */
  | { readonly kind: 'prefill'; readonly key: string; readonly choices: readonly string[] | null }
  | { readonly kind: 'variable'; readonly variable: ListedVariable }
  | { readonly kind: 'displayName' }
  | { readonly kind: 'message'; readonly part: 'subject' | 'body' };

const PERSON_COLUMNS = [
  'name',
  'email',
  'company',
  'title',
  'language',
  'message',
  'delivery',
  'authentication',
  'access_code',
  'phone',
  'provider',
  'signing',
] as const;
type PersonColumn = (typeof PERSON_COLUMNS)[number];

/** Returns the columns that a template's list can have, required ones first. */
export function listBulkColumns({
  roles,
  fields,
  variables,
}: ListedTemplate): ReadonlyMap<string, BulkColumn> {
  const columns = new Map<string, BulkColumn>();
  for (const { apiRoleName: role } of [...roles.filter(isOpen), ...roles.filter((one) => !isOpen(one))]) {
    for (const property of PERSON_COLUMNS)
      columns.set(`${role}_${property}`, { kind: 'person', role, property });
  }
  for (const { prefillKey: key, type, options } of fields) {
    const choices = getFieldTypeFacts(type).value === 'options' ? (options ?? []) : null;
    if (key !== null) columns.set(`prefill:${key}`, { kind: 'prefill', key, choices });
  }
  for (const variable of variables)
    if (!variable.path.includes('[]'))
      columns.set(`variable:${variable.path}`, { kind: 'variable', variable });
  columns.set('display_name', { kind: 'displayName' });
  columns.set('message_subject', { kind: 'message', part: 'subject' });
  columns.set('message_body', { kind: 'message', part: 'body' });
  return columns;
}

/** Returns a sample list: the header row and one example row. */
export function sampleList(template: ListedTemplate): readonly [string[], string[]] {
  const columns = [...listBulkColumns(template)].filter(([, column]) => isOffered(column, template));
  return [columns.map(([name]) => name), columns.map(([, column]) => getExample(column))];
}

/** Leaves out roles that somebody takes by default, and columns that few lists have. */
function isOffered(column: BulkColumn, { roles }: Pick<ListedTemplate, 'roles'>): boolean {
  if (column.kind === 'message') return false;
  if (column.kind !== 'person') return true;
  if (!OFFERED.has(column.property)) return false;
  return roles.some((role) => role.apiRoleName === column.role && isOpen(role));
}

const OFFERED: ReadonlySet<PersonColumn> = new Set(['name', 'email', 'company', 'title']);

function getExample(column: BulkColumn): string {
  switch (column.kind) {
    case 'person':
      return EXAMPLES[column.property];
    case 'variable':
      return column.variable.kind === 'section' ? 'yes' : '';
    case 'prefill':
    case 'displayName':
    case 'message':
      return '';
    default:
      return column satisfies never;
  }
}

const EXAMPLES: Readonly<Record<PersonColumn, string>> = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  company: 'Analytical Engines Ltd',
  title: 'Director',
  language: LANGUAGES[0],
  message: '',
  delivery: '',
  authentication: '',
  access_code: '',
  phone: '',
  provider: '',
  signing: '',
};
