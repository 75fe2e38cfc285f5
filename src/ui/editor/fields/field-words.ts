import type { AutoSource, FieldType } from '#domain/field/catalogue.ts';
import { FIELD_CATALOGUE } from '#domain/field/catalogue.ts';
import type { IconName } from '#ui/kit/icons/icon-paths.ts';
import type { DraftField, DraftParticipant } from '#ui/editor/draft/draft.ts';

/** The icon of each field type. */
export const FIELD_ICONS: Readonly<Record<FieldType, IconName>> = {
  signature: 'signature',
  initials: 'initials',
  date: 'calendar',
  name: 'user',
  email: 'mail',
  company: 'building',
  title: 'list',
  text: 'text',
  number: 'hash',
  checkbox: 'check-box',
  radio: 'radio',
  dropdown: 'select',
  phone: 'phone',
  attachment: 'paperclip',
};

/** What fills a field by itself, in words. */
export const AUTO_SOURCE_WORDS: Readonly<Record<AutoSource, string>> = {
  signed_date: 'Date of signing',
  signer_name: 'Name of the participant',
  signer_email: 'E-mail of the participant',
  signer_company: 'Company of the participant',
  signer_title: 'Title of the participant',
  sender_name: 'Name of the sender',
  sender_email: 'E-mail of the sender',
  sender_organization: 'Organization of the sender',
};

/** What a participant is called in the editor, also before they have a name. */
export function participantName(participant: DraftParticipant | undefined, position: number): string {
  if (participant === undefined) return 'nobody';
  return participant.name.trim() || participant.email.trim() || `Participant ${position + 1}`;
}

/** What a field is called: its label, else its type. */
export function fieldName(field: DraftField): string {
  return field.label.trim() || FIELD_CATALOGUE[field.type].label;
}

/** A place in words for people who do not see the page. */
export function placeWords(field: DraftField): string {
  return `page ${field.page}, ${percent(field.x)} from the left, ${percent(field.y)} from the top`;
}

function percent(fraction: number): string {
  return `${(fraction * 100).toFixed(1)} %`;
}

/** How many fields, in words. */
export function countOfFields(count: number): string {
  return count === 1 ? '1 field' : `${count.toLocaleString('en')} fields`;
}

/** A field as screen readers hear it. */
export function fieldInWords(field: DraftField, owner: string): string {
  const type = FIELD_CATALOGUE[field.type].label;
  return [
    `${type}${field.label ? ` “${field.label}”` : ''} for ${owner}`,
    placeWords(field),
    ...(field.required ? ['required'] : []),
    ...(field.prefillValue === '' ? [] : [`filled with ${field.prefillValue}`]),
    ...(field.source === 'detected' ? ['proposed'] : []),
  ].join(', ');
}
