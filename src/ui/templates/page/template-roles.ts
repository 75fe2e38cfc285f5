import { createRole, listTypedRoles, type RoleEntry, writeRole } from '#ui/composing/roles/role-entry.ts';
import { LEFT_OUT } from '#ui/composing/roles/role-places.ts';
import { readDraft } from '#ui/editor/draft/read-draft.ts';
import { writeDraft } from '#ui/editor/draft/write-draft.ts';
import { getSigningGroups } from '#ui/editor/participants/order.ts';
import { createTemplateHost, toEditedGraph } from '#ui/editor/template-host.ts';
import { dashboard } from '#ui/envelopes/dashboard-client.ts';
import type { WireTemplateGraph } from '#wire/template.ts';

/** Reads the roles of a template in signing order. Their keys are their ids. */
export function readRoles({ roles }: WireTemplateGraph): RoleEntry[] {
  return roles.map((role, position): RoleEntry => ({
    ...createRole(role.id),
    name: role.name,
    who: role.isSender ? 'sender' : role.recipient === null ? 'asked' : 'person',
    personName: role.recipient?.name ?? '',
    personEmail: role.recipient?.email ?? '',
    role: role.role,
    optional: role.optional,
    withPrevious: position > 0 && role.orderIndex === roles[position - 1]?.orderIndex,
  }));
}

/** Groups fields by their role. Those of removed roles are under the empty key. */
export function groupByKeptRole({ fields }: WireTemplateGraph, entries: readonly RoleEntry[]) {
  const kept = new Set(listTypedRoles(entries).map(({ key }) => key));
  const asked = fields.flatMap((field) => (field.roleId === null ? [] : { ...field, roleId: field.roleId }));
  return Map.groupBy(asked, ({ roleId }) => (kept.has(roleId) ? roleId : ''));
}

/**
 * Saves the roles as they were typed. The fields of removed roles go to the role that was chosen, or are
 * removed with them.
 */
export async function saveRoles(
  graph: WireTemplateGraph,
  entries: readonly RoleEntry[],
  strays: string,
): Promise<void> {
  const { id } = graph.template;
  const typed = listTypedRoles(entries);
  const groups = getSigningGroups(typed);
  const known = new Map(graph.roles.map((role) => [role.id, role]));
  const roles = typed.map((entry, index) => {
    const before = known.get(entry.key);
    return {
      ...(before === undefined ? {} : { apiRoleName: before.apiRoleName }),
      ...writeRole(entry, groups[index] ?? index, before?.recipient),
    };
  });
  const removeRoles = graph.roles
    .filter((role) => !typed.some(({ key }) => key === role.id))
    .map(({ apiRoleName }) => apiRoleName);
  const hasStrays = (groupByKeptRole(graph, entries).get('') ?? []).length > 0;
  if (!hasStrays) {
    await dashboard.template.update.mutate({
      id,
      roles,
      ...(removeRoles.length === 0 ? {} : { removeRoles }),
    });
    return;
  }
  // A role can only be removed once it has no fields, and an added one has to exist before it gets some.
  await dashboard.template.update.mutate({ id, roles });
  const changed = await dashboard.template.get.query({ id });
  const owner = changed.roles.find(
    ({ name }) => name === typed.find(({ key }) => key === strays)?.name.trim(),
  );
  const removed = new Set(
    changed.roles.filter(({ apiRoleName }) => removeRoles.includes(apiRoleName)).map((role) => role.id),
  );
  const draft = readDraft(toEditedGraph(changed));
  const fields = draft.fields
    .filter(({ participantKey }) => strays !== LEFT_OUT || !removed.has(participantKey))
    .map((field) =>
      removed.has(field.participantKey) ? { ...field, participantKey: owner?.id ?? '' } : field,
    );
  const host = createTemplateHost(changed, {
    leave: () => Promise.resolve(),
    reload: () => Promise.resolve(),
  });
  await host.save(Date.parse(changed.template.updatedAt), writeDraft({ ...draft, fields }));
  await dashboard.template.update.mutate({ id, removeRoles });
}
