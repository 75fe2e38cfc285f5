import { parseNamePattern } from '#domain/name-pattern/parse.ts';
import { resolveNamePattern, type NamedPerson } from '#domain/name-pattern/resolve.ts';
import { DISTINCT_NAME_PATTERN } from '#domain/template/distinct-name.ts';
import type { WireTemplateGraph } from '#wire/template.ts';
import { readToday } from '#ui/kit/time.ts';
import type { ListRow } from './bulk-draft.svelte.ts';

/** Returns a function that names the envelope of a row as if it were sent now. */
export function createRowNamer(
  { template, roles, fields }: WireTemplateGraph,
  sender: { readonly organizationName: string; readonly senderName: string },
): (row: ListRow) => string {
  const pattern = parseNamePattern(template.namePattern ?? DISTINCT_NAME_PATTERN);
  const first = roles.find(({ isSender }) => !isSender);
  const findRecipient = (role: string) => roles.find(({ apiRoleName }) => apiRoleName === role)?.recipient;
  return ({ values }) => {
    const own = values['display_name'];
    if (own !== undefined && own !== '') return own;
    if (!pattern.ok) return template.name;
    const toPerson = (role: string): NamedPerson => ({
      name: values[`${role}_name`] ?? findRecipient(role)?.name ?? null,
      email: values[`${role}_email`] ?? findRecipient(role)?.email ?? null,
      company: values[`${role}_company`] ?? findRecipient(role)?.company ?? null,
      title: values[`${role}_title`] ?? findRecipient(role)?.title ?? null,
    });
    const prefill = fields.flatMap(({ prefillKey: key, prefillValue }) =>
      key === null ? [] : [[key, values[`prefill:${key}`] ?? prefillValue ?? ''] as const],
    );
    const name = resolveNamePattern(pattern.nodes, {
      ...sender,
      templateName: template.name,
      recipient: first === undefined ? null : toPerson(first.apiRoleName),
      sentOn: readToday(),
      prefill: Object.fromEntries(prefill),
      roles: new Map(roles.map(({ apiRoleName }) => [apiRoleName, toPerson(apiRoleName)])),
    });
    return name === '' ? template.name : name;
  };
}
