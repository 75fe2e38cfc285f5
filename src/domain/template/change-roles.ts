import { toApiNames } from '../api-names.ts';
import type { Facts } from '../envelope/facts.ts';
import type { Issue } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { parseNamePattern } from '../name-pattern/parse.ts';
import { validateRecipient } from './recipients.ts';
import type { RoleRecipient, TemplateGraph, TemplateRole } from './template.ts';

export type RoleChange = {
  /** The role to rename. If it's absent, a role is added at the end of the signing order. */
  readonly apiRoleName?: string | undefined;
  readonly name: string;
  /**
   * Whether an added role can be left without a recipient. Default: true, unless the role has a recipient.
   */
  readonly optional?: boolean | undefined;
  /**
   * The person who takes the role unless someone else is named; null to ask each time. Default: unchanged, or
   * null for an added role.
   */
  readonly recipient?: RoleRecipient | null | undefined;
};

/**
 * Renames, adds and removes roles, and names their recipients. A renamed role keeps its API name, so that
 * programs and name patterns keep working. An added role is optional unless the input says otherwise or it
 * has a recipient, so that public forms and programs that don't know the role keep working too.
 */
export function changeRoles(
  { template, roles }: Pick<TemplateGraph, 'template' | 'roles'>,
  changes: readonly RoleChange[],
  removed: readonly string[],
  facts: Facts,
): { readonly roles: readonly TemplateRole[]; readonly issues: readonly Issue[] } {
  const known = new Set(roles.map(({ apiRoleName }) => apiRoleName));
  const changeOf = new Map(changes.map((change) => [change.apiRoleName, change]));
  const added = changes.filter(({ apiRoleName }) => apiRoleName === undefined);
  const apiRoleNames = toApiNames(
    added.map(({ name }) => ({ name, fallback: 'role' })),
    known,
  );
  const last = Math.max(-1, ...roles.map(({ orderIndex }) => orderIndex));
  const issues = changes.flatMap((change, index): Issue[] => {
    const { apiRoleName, recipient = null } = change;
    const role =
      apiRoleName === undefined
        ? { isSender: false, optional: isAddedAsOptional(change) }
        : roles.find((one) => one.apiRoleName === apiRoleName);
    if (role === undefined)
      return [{ path: `/roles/${index}/apiRoleName`, message: 'is not a role of the template' }];
    return validateRecipient({ ...role, recipient }, `/roles/${index}/recipient`);
  });
  const changed = [
    ...roles
      .filter(({ apiRoleName }) => !removed.includes(apiRoleName))
      .map((role): TemplateRole => {
        const { name = role.name, recipient } = changeOf.get(role.apiRoleName) ?? {};
        return { ...role, name, recipient: recipient === undefined ? role.recipient : recipient };
      }),
    ...added.map((change, index): TemplateRole => ({
      id: facts.newId('templateRole'),
      templateId: template.id,
      organizationId: template.organizationId,
      name: change.name,
      apiRoleName: apiRoleNames[index] ?? 'role',
      orderIndex: last + 1 + index,
      role: 'signer',
      delivery: 'email',
      isSender: false,
      optional: isAddedAsOptional(change),
      recipient: change.recipient ?? null,
    })),
  ];
  const tooMany =
    changed.length > LIMITS.participantsMax
      ? [{ path: '/roles', message: `must not leave more than ${LIMITS.participantsMax} roles` }]
      : [];
  return { roles: changed, issues: [...issues, ...tooMany] };
}

function isAddedAsOptional({ optional, recipient = null }: RoleChange): boolean {
  return optional ?? recipient === null;
}

/** The roles that a public form needs. */
type FormRoles = {
  readonly enabled: boolean;
  readonly roleApiName: string;
  readonly recipients: Readonly<Record<string, unknown>>;
};

/** Reports why roles can't be removed. Whatever refers to a role has to be removed first. */
export function validateRemoval(
  { template, roles, fields }: Pick<TemplateGraph, 'template' | 'roles' | 'fields'>,
  removed: readonly string[],
  form: FormRoles | null,
): Issue[] {
  if (roles.every(({ apiRoleName }) => removed.includes(apiRoleName)))
    return [{ path: '/removeRoles', message: 'must leave at least one role' }];
  const inPattern = listPatternRoles(template.namePattern);
  return removed.flatMap((apiRoleName, index): Issue[] => {
    const role = roles.find((one) => one.apiRoleName === apiRoleName);
    const message =
      role === undefined
        ? 'is not a role of the template'
        : fields.some(({ roleId }) => roleId === role.id)
          ? 'still has fields: remove them or give them to another role'
          : inPattern.includes(apiRoleName)
            ? 'is in the name pattern'
            : form !== null && needsRole(form, apiRoleName)
              ? 'is a role of the public form'
              : null;
    return message === null ? [] : [{ path: `/removeRoles/${index}`, message }];
  });
}

function listPatternRoles(pattern: string | null): string[] {
  const parsed = pattern === null ? null : parseNamePattern(pattern);
  if (parsed?.ok !== true) return [];
  return parsed.nodes.flatMap((node) => (node.kind === 'role' ? [node.role] : []));
}

function needsRole({ enabled, roleApiName, recipients }: FormRoles, apiRoleName: string): boolean {
  return enabled && (roleApiName === apiRoleName || Object.hasOwn(recipients, apiRoleName));
}
