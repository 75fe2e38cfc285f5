import type { Timestamp } from '../timestamp.ts';
import { isSameMessage, toMessage, type MessageInput } from '../envelope/message.ts';
import type { CopyInput } from '../envelope/graph.ts';
import { toTemplateCopy } from '../envelope/copies.ts';
import type { Issue } from '../errors.ts';
import { describeFailure, parseNamePattern } from '../name-pattern/parse.ts';
import type { Template, TemplateField, TemplateRole } from './template.ts';

export type TemplateChange = {
  readonly name?: string | undefined;
  readonly teamId?: string | undefined;
  /** Null clears it. */
  readonly namePattern?: string | null | undefined;
  /** Null clears it. */
  readonly message?: MessageInput | null | undefined;
  readonly copies?: readonly CopyInput[] | undefined;
};

/** The names that the tokens of a pattern can refer to. */
export type Vocabulary = {
  readonly roles: readonly Pick<TemplateRole, 'apiRoleName'>[];
  readonly fields: readonly Pick<TemplateField, 'prefillKey'>[];
};

/** Changes a template's name, team, pattern, message, and copies. Existing envelopes stay as they are. */
export function change(
  template: Template,
  { name, teamId, namePattern, message, copies }: TemplateChange,
  now: Timestamp,
): Template {
  const changed = {
    ...template,
    name: name ?? template.name,
    teamId: teamId ?? template.teamId,
    namePattern: namePattern === undefined ? template.namePattern : namePattern,
    message: message === undefined ? template.message : toMessage(message),
    copies: copies === undefined ? template.copies : copies.map(toTemplateCopy),
  };
  const same =
    changed.name === template.name &&
    changed.teamId === template.teamId &&
    changed.namePattern === template.namePattern &&
    isSameMessage(changed.message, template.message) &&
    JSON.stringify(changed.copies) === JSON.stringify(template.copies);
  return same ? template : { ...changed, updatedAt: now };
}

/**
 * Reports a syntax error in a name pattern, or the first role or prefill key that the template doesn't have.
 */
export function validatePattern(pattern: string, { roles, fields }: Vocabulary): Issue[] {
  const parsed = parseNamePattern(pattern);
  if (!parsed.ok) return [{ path: '/namePattern', message: describeFailure(parsed) }];
  const roleNames = roles.map(({ apiRoleName }) => apiRoleName);
  const keys = fields.flatMap(({ prefillKey }) => prefillKey ?? []);
  for (const node of parsed.nodes) {
    const unknown =
      node.kind === 'role' && !roleNames.includes(node.role)
        ? `refers to “${node.role}”, which is not a role of the template: ${formatNames(roleNames)}`
        : node.kind === 'prefill' && !keys.includes(node.key)
          ? `refers to “${node.key}”, which is not a prefill key of the template: ${formatNames(keys)}`
          : null;
    if (unknown === null || (node.kind !== 'role' && node.kind !== 'prefill')) continue;
    const failure = { ok: false, message: unknown, position: node.position } as const;
    return [{ path: '/namePattern', message: describeFailure(failure) }];
  }
  return [];
}

const SHOWN = 10;

function formatNames(names: readonly string[]): string {
  if (names.length === 0) return 'there are none';
  const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : '';
  return `use one of ${names.slice(0, SHOWN).join(', ')}${more}`;
}
