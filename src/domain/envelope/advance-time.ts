import { accept, type Accept } from '../decision.ts';
import { LIMITS } from '../limits.ts';
import type { Timestamp } from '../timestamp.ts';
import type { Facts } from './facts.ts';
import type { EnvelopeGraph } from './graph.ts';

/** A decision, and by how many milliseconds it moves the deadlines. */
type Advanced = Accept & { readonly milliseconds: number };

/**
 * Moves an envelope's deadlines closer, by `ms` or until the next one is due. This is how time passes in test
 * mode. Whatever becomes due is still recorded at the real time.
 */
export function advanceTime({ envelope, participants }: EnvelopeGraph, ms: number, facts: Facts): Advanced {
  const isSent = envelope.status === 'in_progress';
  const isScheduled = ['draft', 'review'].includes(envelope.status) && envelope.scheduledSendAt !== null;
  const reminded = participants.filter(({ nextReminderAt }) => isSent && nextReminderAt !== null);
  const deadlines = [
    ...(isSent || isScheduled ? [envelope.scheduledSendAt, envelope.expiresAt] : []),
    ...reminded.map(({ nextReminderAt }) => nextReminderAt),
  ].flatMap((at) => (at === null ? [] : Date.parse(at)));
  if (deadlines.length === 0) return { ...accept({}), milliseconds: 0 };
  const warning =
    isSent && envelope.expiresAt !== null ? [Date.parse(envelope.expiresAt) - LIMITS.expiringSoonMs] : [];
  const waits = [...deadlines, ...warning].map((at) => at - Date.parse(facts.now)).filter((wait) => wait > 0);
  const milliseconds = Math.min(ms, ...waits);
  const moveCloser = (at: Timestamp | null) =>
    at === null ? null : new Date(Date.parse(at) - milliseconds).toISOString();
  const [expiresAt, scheduledSendAt] = [moveCloser(envelope.expiresAt), moveCloser(envelope.scheduledSendAt)];
  const decision = accept({
    patch: {
      envelope: { expiresAt, scheduledSendAt },
      participants: {
        update: reminded.map(({ id, nextReminderAt }) => ({
          id,
          nextReminderAt: moveCloser(nextReminderAt),
        })),
      },
    },
    events: [
      { action: 'envelope.time_advanced', payload: { milliseconds, expiresAt, sendAt: scheduledSendAt } },
    ],
  });
  return { ...decision, milliseconds };
}
