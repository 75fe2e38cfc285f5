import { LIMITS } from '#domain/limits.ts';
import type { WireEvent } from '#wire/event.ts';

/** What the log says about reaching a participant. */
export type Reach = {
  /** When they were reminded last; null where never. */
  readonly remindedAt: string | null;
  /** From when on they can be reminded again by hand. */
  readonly nextReminderAt: string | null;
  /** What the mail server answered when it refused their last mail; null where it did not. */
  readonly refusal: string | null;
  /** Whether they have been mailed a link. */
  readonly asked: boolean;
};

/** Reads it. A correction to another address begins anew: nobody there has been reminded, and nothing refused. */
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
