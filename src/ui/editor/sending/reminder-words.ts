import type { ReminderPolicy } from '#domain/envelope/graph.ts';
import { m } from '#i18n/compiled/messages.js';

/** Summarizes when signers are reminded. */
export function reminderWords(policy: ReminderPolicy | null): string {
  if (policy === null) return m.editor_reminders_none();
  const { firstAfterDays, everyDays, maxReminders } = policy;
  return m.editor_reminders_summary({ first: firstAfterDays, every: everyDays, count: maxReminders });
}
