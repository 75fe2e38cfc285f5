import type { z } from 'zod';
import { AUTHENTICATION_METHODS } from '#domain/envelope/status.ts';
import { type FieldType, getFieldTypeFacts } from '#domain/field/catalogue.ts';
import { cutName } from '#domain/name-pattern/resolve.ts';
import { toPrintableLines } from '#domain/text.ts';
import { getFieldTypeName } from '#ui/kit/field-type-name.ts';
import type { authenticationInput } from '#wire/authentication.ts';
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

const PERSON = ['name', 'email', 'company', 'title', 'message'] as const;

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

/** Reads the form as the operation's input, leaving out empty values. */
export function readUseForm(form: FormData, graph: WireTemplateGraph) {
  const readText = (name: string) => String(form.get(name) ?? '').trim();
  const recipients: Record<string, FormRecipient> = {};
  for (const { apiRoleName: role } of graph.roles) {
    const typed = PERSON.map((property) => [property, readText(`${role}.${property}`)] as const);
    if (typed.every(([, value]) => value === '')) continue;
    const [name, email, ...more] = typed;
    recipients[role] = {
      name: name?.[1] ?? '',
      email: email?.[1] ?? '',
      ...Object.fromEntries(more.filter(([, value]) => value !== '')),
      ...readAuthentication((name) => readText(`${role}.${name}`)),
    };
  }
  const prefill: Record<string, string> = {};
  for (const { key, preset, input } of listPrefillInputs(graph)) {
    // A form doesn't contain boxes that aren't ticked.
    const absent = input === 'tick' && preset !== '' ? 'false' : '';
    const value = String(form.get(`prefill.${key}`) ?? absent).replaceAll('\r\n', '\n');
    if (value !== preset) prefill[key] = value;
  }
  const displayName = readText('displayName');
  const senderOrder = readText('senderOrder');
  const { message } = graph.template;
  // Forms send line breaks as CRLF.
  const written = { subject: readText('message.subject'), body: toPrintableLines(readText('message.body')) };
  const isKept = written.subject === (message?.subject ?? '') && written.body === (message?.body ?? '');
  return {
    recipients,
    prefill,
    ...(graph.variables.length === 0 ? {} : { variables: readVariables(form, graph.variables) }),
    ...(isKept ? {} : { message: written }),
    ...(displayName === '' ? nameDistinctly(graph, recipients) : { displayName }),
    ...(senderOrder === '' ? {} : { senderOrder: Number(senderOrder) }),
  };
}

/** Names the envelope so that it can be told apart from others of the template, unless that has a pattern. */
function nameDistinctly(
  { template, roles }: WireTemplateGraph,
  recipients: Readonly<Record<string, FormRecipient>>,
): { displayName?: string } {
  if (template.namePattern !== null) return {};
  const names = roles
    .filter(({ isSender }) => !isSender)
    .map((role) => recipients[role.apiRoleName]?.name ?? role.recipient?.name ?? '');
  const name = names.find((one) => one !== '');
  return name === undefined ? {} : { displayName: cutName(`${template.name} – ${name}`) };
}

type FormRecipient = {
  name: string;
  email: string;
  company?: string;
  title?: string;
  message?: string;
  authentication?: z.input<typeof authenticationInput>;
};

/** Reads a recipient's authentication method. Returns nothing if the link alone is enough. */
function readAuthentication(text: (name: string) => string): Pick<FormRecipient, 'authentication'> {
  // Each identity provider is a separate choice.
  const [chosen, provider = ''] = text('authentication').split(' ');
  const method = AUTHENTICATION_METHODS.find((known) => known === chosen) ?? 'link';
  switch (method) {
    case 'link':
      return {};
    case 'access_code':
      return { authentication: { method, code: text('code') } };
    case 'sms_code':
      return { authentication: { method, phone: text('phone') } };
    case 'oidc':
      return { authentication: { method, provider } };
    case 'email_code':
      return { authentication: { method } };
    default:
      return method satisfies never;
  }
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
    const [, part = '', name = '', property = 'name', detail] = path.split('/');
    const input =
      part === 'variables'
        ? getVariableInputName(path)
        : part === 'recipients'
          ? `${name}.${detail === 'code' || detail === 'phone' ? detail : property}`
          : part === 'prefill' || part === 'message'
            ? `${part}.${name}`
            : part;
    byInput[input] ??= `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
  }
  return byInput;
}
