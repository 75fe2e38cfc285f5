import { toApiNames } from '../api-names.ts';
import type { Facts } from '../envelope/facts.ts';
import type { ParticipantRole } from '../envelope/status.ts';
import type { Issue } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { parseNamePattern } from '../name-pattern/parse.ts';
import { validateOptionalRoles, validateTemplateRules } from './field-rules.ts';
import { validateRecipient } from './recipients.ts';
import type { RoleRecipient, TemplateGraph, TemplateRole } from './template.ts';

export type RoleChange = {
  /** The role to change. If it's absent, a role is added. */
  readonly apiRoleName?: string | undefined;
  readonly name: string;
  /**
   * Whether the role can be left without a recipient. Default: unchanged, or true for an added role unless it
   * has a recipient or is the sender's.
   */
  readonly optional?: boolean | undefined;
  /** Whether the sender takes it. Default: unchanged, or false for an added role. */
  readonly isSender?: boolean | undefined;
  /** Default: unchanged, or signer for an added role. */
  readonly role?: ParticipantRole | undefined;
  /** The position in the signing order. Default: unchanged, or last for an added role. */
  readonly orderIndex?: number | undefined;
  /**
   * The person who takes the role unless someone else is named; null to ask each time. Default: unchanged, or
   * null for an added role.
   */
  readonly recipient?: RoleRecipient | null | undefined;
};

/**
 * Renames, reorders, adds and removes roles, and says who takes them. A renamed role keeps its API name, so that
 * programs and name patterns keep working. An added role is optional unless the input says otherwise or it
 * has a recipient, so that public forms and programs that don't know the role keep working too.
 */
export function changeRoles(
  { template, roles, fields }: Pick<TemplateGraph, 'template' | 'roles' | 'fields'>,
  changes: readonly RoleChange[],
  removed: readonly string[],
  form: FormRoles | null,
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
  const unknown = changes.flatMap(({ apiRoleName }, index): Issue[] =>
    apiRoleName === undefined || known.has(apiRoleName)
      ? []
      : [{ path: `/roles/${index}/apiRoleName`, message: 'is not a role of the template' }],
  );
  const changed = [
    ...roles
      .filter(({ apiRoleName }) => !removed.includes(apiRoleName))
      .map((role): TemplateRole => {
        const change = changeOf.get(role.apiRoleName);
        const { recipient = role.recipient } = change ?? {};
        return {
          ...role,
          name: change?.name ?? role.name,
          orderIndex: change?.orderIndex ?? role.orderIndex,
          role: change?.role ?? role.role,
          isSender: change?.isSender ?? role.isSender,
          optional: change?.optional ?? role.optional,
          recipient,
        };
      }),
    ...added.map((change, index): TemplateRole => ({
      id: facts.newId('templateRole'),
      templateId: template.id,
      organizationId: template.organizationId,
      name: change.name,
      apiRoleName: apiRoleNames[index] ?? 'role',
      orderIndex: change.orderIndex ?? last + 1 + index,
      role: change.role ?? 'signer',
      delivery: 'email',
      isSender: change.isSender ?? false,
      optional: isAddedAsOptional(change),
      recipient: change.recipient ?? null,
    })),
  ];
  const tooMany =
    changed.length > LIMITS.participantsMax
      ? [{ path: '/roles', message: `must not leave more than ${LIMITS.participantsMax} roles` }]
      : [];
  // The position in the input of the change that a role comes from.
  const positions = [
    ...changed.slice(0, changed.length - added.length).map(({ apiRoleName }) => {
      const change = changeOf.get(apiRoleName);
      return change === undefined ? -1 : changes.indexOf(change);
    }),
    ...added.map((change) => changes.indexOf(change)),
  ];
  const sorted = changed.map((role, at) => ({ role, path: `/roles/${positions[at]}` }));
  const senders = sorted.filter(({ role }) => role.isSender);
  const issues = [
    ...unknown,
    ...sorted.flatMap(({ role, path }) => validateRecipient(role, `${path}/recipient`)),
    ...senders.slice(1).map(({ path }) => ({
      path: `${path}/isSender`,
      message: `is already true for ${senders[0]?.role.apiRoleName}: only one role can be the sender's`,
    })),
    ...validateTemplateRules(fields, changed, '/roles'),
    ...validateOptionalRoles(fields, changed).map(({ message }) => ({ path: '/roles', message })),
    ...validateFormRole(changed, form),
    ...tooMany,
  ];
  return { roles: changed, issues };
}

function isAddedAsOptional({ optional, recipient = null, isSender = false }: RoleChange): boolean {
  return optional ?? (recipient === null && !isSender);
}

/** Reports that the public form couldn't be filled in any more, because its role isn't the first. */
function validateFormRole(roles: readonly TemplateRole[], form: FormRoles | null): Issue[] {
  const role = roles.find(({ apiRoleName }) => apiRoleName === form?.roleApiName);
  if (form?.enabled !== true || role === undefined) return [];
  const isFirst = roles.every(({ orderIndex }) => orderIndex >= role.orderIndex);
  if (isFirst && !role.isSender) return [];
  const message = `must leave ${role.apiRoleName} first and not the sender's, because the public form needs it`;
  return [{ path: '/roles', message }];
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
