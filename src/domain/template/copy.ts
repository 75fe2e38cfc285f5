import type { Facts } from '../envelope/facts.ts';
import { copyFiles } from '../envelope/files/file.ts';
import type { TemplateGraph } from './template.ts';

/** Returns a new template with the same files, roles, fields and settings. It isn't published as a form. */
export function copyTemplate(
  { template, roles, fields, documents, files }: TemplateGraph,
  { name, teamId }: { readonly name: string; readonly teamId: string },
  facts: Facts,
): TemplateGraph {
  const id = facts.newId('template');
  const owners = new Map(roles.map((role) => [role.id, facts.newId('templateRole')]));
  const findRole = (roleId: string) => owners.get(roleId) ?? roleId;
  return {
    template: {
      ...template,
      ...{ id, name, teamId, archivedAt: null, useCount: 0, lastUsedAt: null, attention: [] },
      createdAt: facts.now,
      updatedAt: facts.now,
    },
    roles: roles.map((role) => ({ ...role, id: findRole(role.id), templateId: id })),
    fields: fields.map((field) => ({
      ...field,
      id: facts.newId('templateField'),
      templateId: id,
      roleId: field.roleId === null ? null : findRole(field.roleId),
    })),
    documents,
    files: copyFiles(files, facts),
  };
}
