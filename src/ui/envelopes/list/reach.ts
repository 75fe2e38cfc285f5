import type { SignIn } from '#domain/envelope/sign-in.ts';
import { LIMITS } from '#domain/limits.ts';
import type { WireEvent } from '#wire/event.ts';

/** What the event log says about reaching a participant. */
export type Reach = {
  /** When the participant was last reminded; null if never. */
  readonly remindedAt: string | null;
  /** When the sender may remind the participant again. */
  readonly nextReminderAt: string | null;
  /** Why the last email to the participant bounced or the last text message failed, else null. */
  readonly refusal: string | null;
  /** Whether the message that failed was a text message. */
  readonly isText: boolean;
  /** How often wrong codes have locked the participant's link. */
  readonly locks: number;
  /** How the participant last signed in with an identity provider; null if they haven't. */
  readonly signIn: SignIn | null;
  /** Whether a link has been emailed to the participant. */
  readonly asked: boolean;
};

/**
 * Reads a participant's events. A corrected address starts over, without reminders, bounces or wrong codes.
 */
export function summarizeReach(events: readonly WireEvent[], participantId: string): Reach {
  let reach: Reach = {
    ...{ remindedAt: null, nextReminderAt: null, refusal: null, isText: false },
    ...{ asked: false, locks: 0, signIn: null },
  };
  for (const { action, occurredAt, payload } of events) {
    if (payload?.['participantId'] !== participantId) continue;
    if (action === 'participant.reminder_sent')
      reach = { ...reach, remindedAt: occurredAt, nextReminderAt: getWindowEnd(occurredAt) };
    if (action === 'participant.delivery_failed')
      reach = { ...reach, refusal: String(payload['reason'] ?? ''), isText: 'phone' in payload };
    if (action === 'participant.authentication_failed') reach = { ...reach, locks: reach.locks + 1 };
    // The participant received a code after all.
    if (action === 'participant.authenticated' && reach.isText) reach = { ...reach, refusal: null };
    if (action === 'participant.authenticated')
      reach = { ...reach, signIn: (payload['signIn'] as SignIn | undefined) ?? null };
    if (action === 'participant.link_issued' || action === 'participant.link_reissued')
      reach = { ...reach, refusal: null, asked: true };
    if (action === 'participant.corrected')
      reach = hasChangedAddress(payload)
        ? { ...reach, remindedAt: null, nextReminderAt: null, refusal: null, locks: 0 }
        : { ...reach, refusal: null };
  }
  return reach;
}

function getWindowEnd(remindedAt: string): string {
  return new Date(Date.parse(remindedAt) + LIMITS.reminderWindowMs).toISOString();
}

function hasChangedAddress({ before, after }: Record<string, unknown>): boolean {
  const getEmail = (side: unknown) => (side as { email?: unknown } | null | undefined)?.email;
  return getEmail(before) !== getEmail(after);
}
