import { isAnnotation } from '#domain/field/answer.ts';
import type { AutoSource } from '#domain/field/catalogue.ts';
import { m } from '#i18n/compiled/messages.js';
import { getLocale } from '#i18n/compiled/runtime.js';
import type { IconName } from '#ui/kit/icons/icon-paths.ts';
import type { DraftField, DraftParticipant } from '#ui/editor/draft/draft.ts';
import { getItemName, findItem, type PaletteItem } from './palette.ts';

/** The icon of each item of the palette. */
export const FIELD_ICONS: Readonly<Record<PaletteItem, IconName>> = {
  amount: 'coins',
  signature: 'signature',
  initials: 'initials',
  stamp: 'stamp',
  date: 'calendar',
  name: 'user',
  email: 'mail',
  company: 'building',
  title: 'briefcase',
  text: 'text',
  number: 'hash',
  checkbox: 'check-box',
  radio: 'radio',
  dropdown: 'select',
  choices: 'list',
  phone: 'phone',
  attachment: 'paperclip',
  note: 'note',
  strikethrough: 'strike',
};

/** Returns the name of the source that fills in a field automatically. */
export function getAutoSourceName(source: AutoSource): string {
  return m[`editor_source_${source}`]();
}

/** Returns the editor's name for a participant, even before they have a name. */
export function getParticipantName(participant: DraftParticipant | undefined, position: number): string {
  if (participant === undefined) return m.editor_unassigned();
  return (
    participant.name.trim() ||
    participant.email.trim() ||
    m.envelopes_recipient_number({ number: position + 1 })
  );
}

/** Returns a field's label, or its type if it has none. */
export function getFieldName(field: DraftField): string {
  const text = isAnnotation(field) ? field.prefillValue.trim() : '';
  return field.label.trim() || text || getItemName(findItem(field));
}

/** Describes where a field is, for people who can't see the page. */
export function describePlace(field: DraftField): string {
  return m.editor_place({ page: field.page, left: formatPercent(field.x), top: formatPercent(field.y) });
}

/** Formats a fraction, such as 0.125, as a percentage. */
export function formatPercent(fraction: number): string {
  return new Intl.NumberFormat(getLocale(), { style: 'percent', maximumFractionDigits: 1 }).format(fraction);
}

/** Says what a field is and who fills it in. `owner` is null if nobody does. */
export function describeOwnedField(field: string, owner: string | null): string {
  return owner === null ? m.editor_field_for_nobody({ field }) : m.editor_field_for({ field, name: owner });
}

/** Says whether a field is calculated, and whether it is shown only under a condition. */
export function describeRules({ condition, formula }: DraftField): string[] {
  return [
    ...(formula === null ? [] : [m.editor_state_calculated()]),
    ...(condition === null ? [] : [m.editor_state_conditional()]),
  ];
}

/** Describes a field to screen readers. */
export function describeField(field: DraftField, owner: string | null): string {
  const type = getItemName(findItem(field));
  const label = field.label.trim();
  const details = [
    describePlace(field),
    ...(field.required ? [m.editor_state_required()] : []),
    ...describeRules(field),
    ...(field.prefillValue === '' ? [] : [m.editor_state_filled({ value: field.prefillValue })]),
    ...(field.source === 'detected' ? [m.editor_state_suggested()] : []),
  ];
  return details.reduce(
    (text, detail) => m.editor_with_detail({ text, detail }),
    isAnnotation(field)
      ? type
      : describeOwnedField(label === '' ? type : m.editor_field_labeled({ type, label }), owner),
  );
}
