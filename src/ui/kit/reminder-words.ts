import type { ReminderPolicy } from '#domain/envelope/graph.ts';
import { m } from '#i18n/compiled/messages.js';

/** Summarizes when signers are reminded. */
export function describeReminders(policy: ReminderPolicy | null): string {
  if (policy === null) return m.editor_reminders_none();
  const { firstAfterDays, everyDays, maxReminders } = policy;
  return [
    m.editor_reminders_after({ count: firstAfterDays }),
    m.editor_reminders_each({ count: everyDays }),
    m.editor_reminders_most({ count: maxReminders }),
  ].join(' · ');
}
