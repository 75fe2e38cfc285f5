import { autoValue } from '#domain/field/autofill.ts';
import type { FieldType } from '#domain/field/catalogue.ts';
import type { SignerView, WireSignerField } from '#wire/signer-view.ts';

/** Values of fields that are not the signer's to change: field → value; null where the page cannot know it yet. */
export type FixedAnswers = ReadonlyMap<string, string | null>;

/**
 * What stands already: fields that are filled at signing from a source, and locked ones. The server resolves them by the
 * same rule; where the branding does not tell the name of the sender's organization, it is known to the server alone.
 */
export function fixedAnswers(view: SignerView, now: Date): FixedAnswers {
  const fixed = new Map<string, string | null>();
  for (const field of view.fields) {
    const value = sourceValue(view, field, now) ?? (field.locked ? (field.prefillValue ?? '') : undefined);
    if (value !== undefined) fixed.set(field.id, value === '' ? null : value);
  }
  return fixed;
}

/** What an empty field of a telling type most likely gets: offered, and the signer's to change. */
export function suggestion(type: FieldType, me: SignerView['me']): string {
  switch (type) {
    case 'name':
      return me.name;
    case 'email':
      return me.email;
    case 'company':
      return me.company ?? '';
    case 'title':
      return me.title ?? '';
    default:
      return '';
  }
}

function sourceValue(view: SignerView, field: WireSignerField, now: Date): string | undefined {
  if (field.autoSource === null) return undefined;
  const organization = view.branding.displayName;
  if (field.autoSource === 'sender_organization' && organization === null) return '';
  const value = autoValue(field.autoSource, {
    envelope: view,
    participant: view.me,
    organizationName: organization ?? '',
    now: now.toISOString(),
  });
  return value === null || value === '' ? undefined : value;
}
