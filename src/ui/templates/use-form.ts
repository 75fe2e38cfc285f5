import { type FieldType, getFieldTypeFacts } from '#domain/field/catalogue.ts';
import { getFieldTypeName } from '#ui/kit/field-type-name.ts';
import type { WireTemplateGraph } from '#wire/template.ts';
import { readVariables } from './variables/variable-inputs.ts';

/** A value to prefill, with the label, role and preset of its first field. */
export type PrefillInput = {
  readonly key: string;
  readonly label: string;
  readonly role: string | null;
  readonly preset: string;
  readonly input: 'text' | 'lines' | 'date' | 'tick' | 'options';
  /** The options to choose from. Empty unless `input` is `options`. */
  readonly options: readonly string[];
};

/**
 * Returns the values that are worth asking for in advance, each one once and in field order. Values that are
 * filled in automatically aren't included.
 */
export function listPrefillInputs({
  fields,
  roles,
}: Pick<WireTemplateGraph, 'fields' | 'roles'>): PrefillInput[] {
  const inputs = new Map<string, PrefillInput>();
  for (const { prefillKey: key, label, prefillValue, roleId, type, options, autoSource } of fields) {
    if (key === null || inputs.has(key) || (autoSource !== null && prefillValue === null)) continue;
    const role = roles.find(({ id }) => id === roleId)?.name ?? null;
    const preset = prefillValue ?? '';
    const input = chooseInput(type, options ?? [], preset);
    inputs.set(key, {
      key,
      label: label ?? getFieldTypeName(type),
      role,
      preset,
      input,
      options: options ?? [],
    });
  }
  return [...inputs.values()];
}

function chooseInput(type: FieldType, options: readonly string[], preset: string): PrefillInput['input'] {
  const form = getFieldTypeFacts(type).value;
  // An input of one line would join the lines that are there.
  if (form === 'options' || type === 'note' || preset.includes('\n')) return 'lines';
  if (form === 'date') return 'date';
  if (form === 'option' || form === 'choice') return options.length > 0 ? 'options' : 'tick';
  return form === 'tick' ? 'tick' : 'text';
}

/** Reads the values that are typed for fields and variables, leaving out those that the template has already. */
export function readUseForm(
  form: FormData,
  graph: Pick<WireTemplateGraph, 'fields' | 'roles' | 'variables'>,
) {
  const prefill: Record<string, string> = {};
  for (const { key, preset, input } of listPrefillInputs(graph)) {
    // A form doesn't contain boxes that aren't ticked.
    const absent = input === 'tick' && preset !== '' ? 'false' : '';
    const value = String(form.get(`prefill.${key}`) ?? absent).replaceAll('\r\n', '\n');
    if (value !== preset) prefill[key] = value;
  }
  return {
    prefill,
    ...(graph.variables.length === 0 ? {} : { variables: readVariables(form, graph.variables) }),
  };
}

/** Returns what is typed in the form, by input. */
export function readTypedValues(form: FormData): Record<string, string> {
  return Object.fromEntries([...form].map(([name, value]) => [name, typeof value === 'string' ? value : '']));
}

/** Returns the name of a variable's input. Values within a list belong to the list's input. */
function getVariableInputName(path: string): string {
  const steps = path.split('/').slice(2);
  const item = steps.findIndex((step) => /^\d+$/.test(step));
  return `variables.${steps.slice(0, item < 0 ? steps.length : item).join('.')}`;
}

/** Maps issues to the form's inputs. The paths of issues are JSON pointers into the operation's body. */
export function groupIssuesByUseInput(issues: unknown): Record<string, string> {
  const byInput: Record<string, string> = {};
  if (!Array.isArray(issues)) return byInput;
  for (const { path, message } of issues as { path: string; message: string }[]) {
    const [, part = '', name = ''] = path.split('/');
    const input =
      part === 'variables' ? getVariableInputName(path) : part === 'prefill' ? `${part}.${name}` : part;
    byInput[input] ??= `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
  }
  return byInput;
}
