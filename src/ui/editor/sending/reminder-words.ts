import type { ReminderPolicy } from '#domain/envelope/graph.ts';

/** When signers are reminded, in words. */
export function reminderWords(policy: ReminderPolicy | null): string {
  if (policy === null) return 'none by themselves';
  const { firstAfterDays, everyDays, maxReminders } = policy;
  if (maxReminders === 1) return `one, after ${days(firstAfterDays)}`;
  return `after ${days(firstAfterDays)}, then every ${everyDays === 1 ? 'day' : days(everyDays)}, at most ${maxReminders}`;
}

function days(count: number): string {
  return count === 1 ? '1 day' : `${count} days`;
}
