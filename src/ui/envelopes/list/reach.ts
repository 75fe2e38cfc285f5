import { LIMITS } from '#domain/limits.ts';
import type { WireEvent } from '#wire/event.ts';

/** What the event log says about reaching a participant. */
export type Reach = {
  /** When they were last reminded; null if never. */
  readonly remindedAt: string | null;
  /** When the sender may remind them again. */
  readonly nextReminderAt: string | null;
  /** The mail server's answer if their last email bounced, else null. */
  readonly refusal: string | null;
  /** Whether a link has been emailed to them. */
  readonly asked: boolean;
};

/** Reads a participant's events. A corrected address starts over: no reminders, no bounces. */
export function reachOf(events: readonly WireEvent[], participantId: string): Reach {
  let reach: Reach = { remindedAt: null, nextReminderAt: null, refusal: null, asked: false };
  for (const { action, occurredAt, payload } of events) {
    if (payload?.['participantId'] !== participantId) continue;
    if (action === 'participant.reminder_sent')
      reach = { ...reach, remindedAt: occurredAt, nextReminderAt: windowEnd(occurredAt) };
    if (action === 'participant.delivery_failed')
      reach = { ...reach, refusal: String(payload['reason'] ?? '') };
    if (action === 'participant.link_issued' || action === 'participant.link_reissued')
      reach = { ...reach, refusal: null, asked: true };
    if (action === 'participant.corrected')
      reach = changedAddress(payload)
        ? { ...reach, remindedAt: null, nextReminderAt: null, refusal: null }
        : { ...reach, refusal: null };
  }
  return reach;
}

function windowEnd(remindedAt: string): string {
  return new Date(Date.parse(remindedAt) + LIMITS.reminderWindowMs).toISOString();
}

function changedAddress({ before, after }: Record<string, unknown>): boolean {
  const email = (side: unknown) => (side as { email?: unknown } | null | undefined)?.email;
  return email(before) !== email(after);
}
