import { getLocale } from '#i18n/compiled/runtime.js';
import { m } from '#i18n/compiled/messages.js';
import { isCalendarDate } from '#domain/field/validate.ts';
import type { BulkColumn } from '#domain/bulk-send/columns.ts';
import type { Target } from '#domain/bulk-send/targets.ts';

type PersonProperty = Extract<BulkColumn, { kind: 'person' }>['property'];

const PROPERTIES: Readonly<Record<PersonProperty, () => string>> = {
  name: m.envelopes_name,
  email: m.envelopes_email,
  company: m.templates_company,
  title: m.templates_job_title,
  language: m.common_language,
  message: m.envelopes_message_note,
  delivery: m.editor_delivery,
  authentication: m.editor_authentication,
  access_code: m.editor_access_code,
  phone: m.editor_phone,
  provider: m.templates_bulk_target_provider,
};

/** Returns what a target is, without the role. */
export function detailWords({ column, label, name }: Target): string {
  switch (column.kind) {
    case 'person':
      return PROPERTIES[column.property]();
    case 'prefill':
      return label ?? column.key;
    case 'variable':
      return column.variable.path;
    case 'displayName':
      return m.templates_bulk_target_display_name();
    case 'message':
      return column.part === 'subject' ? m.templates_bulk_target_subject() : m.templates_bulk_target_body();
    default:
      column satisfies never;
      return name;
  }
}

/** Returns what a target is, with the role that it belongs to. */
export function targetWords(target: Target): string {
  const detail = detailWords(target);
  return target.role === null ? detail : m.templates_bulk_person_target({ role: target.role.name, detail });
}

/** Returns a value as people read it. */
export function valueWords(value: string, { form }: Pick<Target, 'form'>): string {
  if (form !== 'date' || !isCalendarDate(value)) return value;
  return new Intl.DateTimeFormat(getLocale(), { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(value),
  );
}
