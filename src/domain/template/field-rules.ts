import { toJsonPointer, type Issue } from '../errors.ts';
import { checkRules } from '../field/rules/check-rules.ts';
import { readRule } from '../field/rules/dependencies.ts';
import type { TemplateField, TemplateRole } from './template.ts';

type Place = Pick<TemplateRole, 'id' | 'orderIndex'>;

/**
 * Returns what is wrong with the conditions and formulas of a template's fields, given the order of its
 * roles. Every issue has the path of the input that set this order.
 */
export function validateTemplateRules(
  fields: readonly TemplateField[],
  roles: readonly Place[],
  path: string,
): Issue[] {
  const fillers = new Map(roles.map((role) => [role.id, role]));
  const checked = fields.map((field) => ({ ...field, filler: fillers.get(field.roleId ?? '') ?? null }));
  return checkRules(checked).map((problem) => ({
    path,
    message: `field ${fields[problem.index]?.key}${problem.path === '' ? '' : ` at ${problem.path}`} ${problem.message}`,
  }));
}

/** Reports roles that can't be optional because a rule of another role's field reads their fields. */
export function validateOptionalRoles(
  fields: readonly TemplateField[],
  roles: readonly Pick<TemplateRole, 'id' | 'optional'>[],
): Issue[] {
  const owners = new Map(fields.map(({ key, roleId }) => [key, roleId]));
  return roles.flatMap(({ id, optional }, index) => {
    if (!optional) return [];
    const reader = fields.find(
      (field) => field.roleId !== id && readRule(field).keys.some((key) => owners.get(key) === id),
    );
    if (reader === undefined) return [];
    const message = `can't be true: the condition or formula of field ${reader.key} reads a field of this role`;
    return [{ path: toJsonPointer('roles', index, 'optional'), message }];
  });
}
