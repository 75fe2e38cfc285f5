import type { EnvelopeListItem } from '#wire/envelope-list.ts';
import type { WireTemplate, WireTemplateGraph } from '#wire/template.ts';
import { clipped, counted, day, fraction, parts, STATUS_WORDS } from './words.ts';

/** One line for each envelope of a list. */
export function listLines(items: readonly EnvelopeListItem[]): string[] {
  return items.map((item) =>
    parts(
      item.id,
      clipped(item.displayName, 60),
      progressOf(item),
      item.status === 'in_progress' && item.expiresAt !== null && `expires ${day(item.expiresAt)}`,
      item.attention.length > 0 && `needs attention: ${item.attention.join(', ').replaceAll('_', ' ')}`,
    ),
  );
}

function progressOf(item: EnvelopeListItem): string {
  const { status, waitingFor, signedCount, participantCount, signers } = item;
  switch (status) {
    case 'in_progress': {
      const others = waitingFor?.otherCount ?? 0;
      return parts(
        waitingFor !== null &&
          `waiting for ${clipped(waitingFor.name, 40)}${others > 0 ? ` and ${counted(others, 'other')}` : ''} since ${day(waitingFor.since)}`,
        `${signedCount} of ${participantCount}`,
      );
    }
    case 'completed':
      return `completed ${day(item.completedAt ?? item.updatedAt)}`;
    case 'declined': {
      const who = signers.find((signer) => signer.status === 'declined');
      const why = who?.declineReason ?? '';
      return `declined by ${who?.name ?? 'a recipient'}${why === '' ? '' : `: ${clipped(why, 120)}`}`;
    }
    default:
      return parts(STATUS_WORDS[status], namesOf(signers));
  }
}

/** The first names of several, and how many others there are. */
function namesOf(people: readonly { readonly name: string }[]): string {
  const [first, second, ...others] = people.map(({ name }) => clipped(name, 40));
  if (others.length < 2) return [first, second, ...others].filter(Boolean).join(', ');
  return `${first}, ${second} and ${counted(others.length, 'other')}`;
}

/** One line for each template of a list. */
export function templateListLines(templates: readonly WireTemplate[]): string[] {
  return templates.map((template) =>
    parts(
      template.id,
      clipped(template.name, 60),
      `used ${counted(template.useCount, 'time')}`,
      template.archivedAt !== null && 'archived',
    ),
  );
}

/** A template: its roles, what they fill in, and what a draft made from it can be given. */
export function templateLines({ template, roles, fields, variables }: WireTemplateGraph): string[] {
  const names = new Map(roles.map(({ id, apiRoleName }) => [id, apiRoleName]));
  return [
    ...templateListLines([template]),
    'Roles, by signing order (name them in recipients):',
    ...roles.map((role) =>
      parts(
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
      parts(
        `p${field.page} ${fraction(field.x)} ${fraction(field.y)}`,
        field.type,
        names.get(field.roleId),
        field.label !== null && `“${clipped(field.label, 80)}”`,
        !field.required && 'optional',
        field.prefillKey !== null && `prefill ${field.prefillKey}`,
      ),
    ),
    ...(variables.length === 0
      ? []
      : ['Variables of its Word file:', ...variables.map((variable) => `${variable.path ?? ''}`)]),
  ];
}
