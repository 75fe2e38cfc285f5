import { getAutoValue } from '#domain/field/autofill.ts';
import { getFieldTypeFacts, type FieldType } from '#domain/field/catalogue.ts';
import { isTimeZone } from '#domain/timestamp.ts';
import type { SignerView, WireSignerField } from '#wire/signer-view.ts';

/** Values that the signer cannot change, by field; null where the page does not know the value yet. */
export type FixedAnswers = ReadonlyMap<string, string | null>;

/**
 * Returns the values of locked fields and of fields filled in automatically, by the same rule as the server. The name of
 * the sender's organization is only known here if the branding shows it.
 */
export function resolveFixedAnswers(view: SignerView, now: Date): FixedAnswers {
  const fixed = new Map<string, string | null>();
  for (const field of view.fields) {
    const value = getSourceValue(view, field, now) ?? (field.locked ? (field.prefillValue ?? '') : undefined);
    if (value !== undefined) fixed.set(field.id, value === '' ? null : value);
  }
  return fixed;
}

/** Suggests a value for an empty field by its type. */
export function suggestValue(type: FieldType, me: SignerView['me']): string {
  const detail = getFieldTypeFacts(type).suggestion;
  return detail === null ? '' : (me[detail] ?? '');
}

/** Returns where this device is, as an IANA name; null where the browser doesn't know. */
export function readTimeZone(): string | null {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return typeof timeZone === 'string' && isTimeZone(timeZone) ? timeZone : null;
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
