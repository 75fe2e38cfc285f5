import { getFieldTypeFacts, type FieldType, type ValueForm } from '../field/catalogue.ts';
import type { FieldFormat } from '../field/formats.ts';
import type { TemplateField, TemplateRole } from '../template/template.ts';
import type { ListedVariable } from '../variables/variable.ts';
import { isAskedFor } from '../template/recipients.ts';
import { listBulkColumns, type BulkColumn } from './columns.ts';

export type BulkTemplate = {
  readonly roles: readonly Pick<
    TemplateRole,
    'apiRoleName' | 'name' | 'isSender' | 'optional' | 'recipient' | 'id'
  >[];
  readonly fields: readonly Pick<
    TemplateField,
    'prefillKey' | 'label' | 'type' | 'options' | 'format' | 'roleId'
  >[];
  readonly variables: readonly ListedVariable[];
};

/** Where a column of a file can go. */
export type Target = {
  /** The column's name in the list that is sent. */
  readonly name: string;
  readonly column: BulkColumn;
  readonly form: ValueForm;
  readonly options: readonly string[] | null;
  /** How the target's field shows a date or number. */
  readonly format: FieldFormat | null;
  /** The label and type of the target's field. */
  readonly label: string | null;
  readonly type: FieldType | null;
  /** The role of the person whom the detail describes, or who fills in the field. */
  readonly role: BulkTemplate['roles'][number] | null;
  readonly required: boolean;
};

/** Returns the targets that the columns of a file can go to, required ones first. */
export function listBulkTargets(template: BulkTemplate): Target[] {
  return [...listBulkColumns(template)].map(([name, column]): Target => {
    const nothing = { options: null, format: null, label: null, type: null, role: null } as const;
    const base = { name, column, form: 'text', ...nothing } as const;
    if (column.kind === 'person') {
      const role = template.roles.find(({ apiRoleName }) => apiRoleName === column.role) ?? null;
      const named = column.property === 'name' || column.property === 'email';
      const form = column.property === 'email' ? 'email' : 'text';
      return { ...base, form, role, required: named && role !== null && isAskedFor(role) };
    }
    if (column.kind !== 'prefill') return { ...base, required: false };
    const field = template.fields.find(({ prefillKey }) => prefillKey === column.key);
    if (field === undefined) return { ...base, required: false };
    const role = template.roles.find(({ id }) => id === field.roleId) ?? null;
    const { value } = getFieldTypeFacts(field.type);
    const form = value === 'choice' && (field.options ?? []).length === 0 ? 'tick' : value;
    const { options, format, label, type } = field;
    return { ...base, form, options, format, label, type, role, required: false };
  });
}
