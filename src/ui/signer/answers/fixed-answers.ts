import { getAutoValue } from '#domain/field/autofill.ts';
import { getFieldTypeFacts, type FieldType } from '#domain/field/catalogue.ts';
import { readTimeZone } from '../time-zone.ts';
import type { SignerView, WireSignerField } from '#wire/signer-view.ts';

/** Values that the signer can't change, by field. The value is null if the page doesn't know it yet. */
export type FixedAnswers = ReadonlyMap<string, string | null>;

/**
 * Returns the values of locked fields and of fields that are filled in automatically, by the same rule as the
 * server. The name of the sender's organization is only known here if the branding shows it.
 */
export function resolveFixedAnswers(view: SignerView, now: Date): FixedAnswers {
  const fixed = new Map<string, string | null>();
  for (const field of view.fields) {
    const value = getSourceValue(view, field, now) ?? (field.locked ? (field.prefillValue ?? '') : undefined);
    if (value !== undefined) fixed.set(field.id, value === '' ? null : value);
  }
  return fixed;
}

/** Returns a suggested value for an empty field, depending on the field's type. */
export function suggestValue(type: FieldType, me: SignerView['me']): string {
  const detail = getFieldTypeFacts(type).suggestion;
  return detail === null ? '' : (me[detail] ?? '');
}

function getSourceValue(view: SignerView, field: WireSignerField, now: Date): string | undefined {
  if (field.autoSource === null) return undefined;
  const organization = view.branding.displayName;
  if (field.autoSource === 'sender_organization' && organization === null) return '';
  const value = getAutoValue(field.autoSource, {
    envelope: view,
    participant: view.me,
    organizationName: organization ?? '',
    now: now.toISOString(),
    timeZone: readTimeZone(),
  });
  return value === null || value === '' ? undefined : value;
}
