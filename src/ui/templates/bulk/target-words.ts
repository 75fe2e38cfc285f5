import { getFieldTypeName } from '#ui/kit/field-type-name.ts';
import { formatDay } from '#ui/kit/time.ts';
import { getLocale } from '#i18n/compiled/runtime.js';
import { m } from '#i18n/compiled/messages.js';
import { parsePlainNumber } from '#domain/field/plain-number.ts';
import { isCalendarDate } from '#domain/field/validate.ts';
import { findOverfullMonth, type DayOrder } from '#domain/bulk-send/days.ts';
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
  signing: m.editor_signing,
};

/** Describes a target without its role. */
export function describeDetail({ column, label, type, name }: Target): string {
  switch (column.kind) {
    case 'person':
      return PROPERTIES[column.property]();
    case 'prefill':
      return label ?? (type === null ? column.key : getFieldTypeName(type));
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

/** Describes a target together with its role. Fields are distinguished from details of the same name. */
export function describeTarget(target: Target): string {
  const detail = describeDetail(target);
  if (target.role === null) return detail;
  const words = { role: target.role.name, detail };
  const isTaken =
    target.column.kind === 'prefill' && Object.values(PROPERTIES).some((name) => name() === detail);
  return isTaken ? m.templates_bulk_field_target(words) : m.templates_bulk_person_target(words);
}

/** Returns the headings of targets. The first role isn't mentioned. */
export function formatHeadings(targets: readonly Target[]): string[] {
  const first = targets.find(({ role }) => role !== null)?.role?.id;
  return targets.map((target) =>
    target.role?.id === first ? describeDetail(target) : describeTarget(target),
  );
}

/** Formats a value for people to read. */
export function formatValue(value: string, { form, format }: Pick<Target, 'form' | 'format'>): string {
  if (format?.currency != null && parsePlainNumber(value) !== null)
    return formatAmount(value, format.currency);
  if (form !== 'date' || !isCalendarDate(value)) return value;
  return formatDay(value);
}

function formatAmount(value: string, currency: string): string {
  return new Intl.NumberFormat(getLocale(), { style: 'currency', currency }).format(
    Number(parsePlainNumber(value)),
  );
}

/** Returns a text that says how many days a month has, if a date goes beyond them; null otherwise. */
export function explainMonth(value: string, order: DayOrder): string | null {
  const found = findOverfullMonth(value, order);
  if (found === null) return null;
  const month = new Intl.DateTimeFormat(getLocale(), { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return m.templates_bulk_month_days({
    month: month.format(new Date(`${found.month}-01`)),
    count: found.days,
  });
}
