import type { EnvelopeListItem } from '#wire/envelope-list.ts';
import type { WireTemplate, WireTemplateGraph } from '#wire/template.ts';
import { clipText, formatCount, formatDay, formatFraction, joinParts, STATUS_WORDS } from './words.ts';

/** Returns one line for each envelope of a list. */
export function listLines(items: readonly EnvelopeListItem[]): string[] {
  return items.map((item) =>
    joinParts(
      item.id,
      clipText(item.displayName, 60),
      formatProgress(item),
      item.status === 'in_progress' && item.expiresAt !== null && `expires ${formatDay(item.expiresAt)}`,
      item.attention.length > 0 && `needs attention: ${item.attention.join(', ').replaceAll('_', ' ')}`,
    ),
  );
}

function formatProgress(item: EnvelopeListItem): string {
  const { status, waitingFor, signedCount, participantCount, signers } = item;
  switch (status) {
    case 'in_progress': {
      const others = waitingFor?.otherCount ?? 0;
      return joinParts(
        waitingFor !== null &&
          `waiting for ${clipText(waitingFor.name, 40)}${others > 0 ? ` and ${formatCount(others, 'other')}` : ''} since ${formatDay(waitingFor.since)}`,
        `${signedCount} of ${participantCount}`,
      );
    }
    case 'completed':
      return `completed ${formatDay(item.completedAt ?? item.updatedAt)}`;
    case 'declined': {
      const who = signers.find((signer) => signer.status === 'declined');
      const why = who?.declineReason ?? '';
      return `declined by ${who?.name ?? 'a recipient'}${why === '' ? '' : `: ${clipText(why, 120)}`}`;
    }
    default:
      return joinParts(STATUS_WORDS[status], formatNames(signers));
  }
}

/** Formats the first few names and how many others there are. */
function formatNames(people: readonly { readonly name: string }[]): string {
  const [first, second, ...others] = people.map(({ name }) => clipText(name, 40));
  if (others.length < 2) return [first, second, ...others].filter(Boolean).join(', ');
  return `${first}, ${second} and ${formatCount(others.length, 'other')}`;
}

/** Returns one line for each template of a list. */
export function formatTemplateListLines(templates: readonly WireTemplate[]): string[] {
  return templates.map((template) =>
    joinParts(
      template.id,
      clipText(template.name, 60),
      `used ${formatCount(template.useCount, 'time')}`,
      template.archivedAt !== null && 'archived',
    ),
  );
}

/**
 * Describes a template: its roles, the fields that they fill in, and what can be supplied for a draft made
 * from it.
 */
export function formatTemplateLines({ template, roles, fields, variables }: WireTemplateGraph): string[] {
  const names = new Map(roles.map(({ id, apiRoleName }) => [id, apiRoleName]));
  return [
    ...formatTemplateListLines([template]),
    'Roles, by signing order (name them in recipients):',
    ...roles.map((role) =>
      joinParts(
        `${role.orderIndex + 1}. ${role.apiRoleName}`,
        role.name,
        role.role,
        role.isSender && 'the sender',
        role.optional && 'optional',
        role.recipient !== null && `${role.recipient.name} <${role.recipient.email}> unless you name someone`,
      ),
    ),
    'Fields:',
    ...fields.map((field) =>
      joinParts(
        `p${field.page} ${formatFraction(field.x)} ${formatFraction(field.y)}`,
        field.type,
        field.roleId === null ? 'the sender' : names.get(field.roleId),
        field.label !== null && `“${clipText(field.label, 80)}”`,
        !field.required && 'optional',
        field.prefillKey !== null && `prefill ${field.prefillKey}`,
      ),
    ),
    ...(variables.length === 0
      ? []
      : ['Variables of its Word file:', ...variables.map((variable) => `${variable.path ?? ''}`)]),
  ];
}
