import { accept, refuse, type Decision } from '../decision.ts';
import type { Language } from '../language.ts';
import { LIMITS } from '../limits.ts';
import type { Facts } from './facts.ts';
import type { EnvelopeGraph } from './graph.ts';
import { LIFECYCLE } from './lifecycle.ts';

/**
 * Records that a participant viewed the envelope in progress. Repeated views are throttled. From then on,
 * emails to the participant use the language in which they viewed it.
 */
export function view(
  graph: EnvelopeGraph,
  { participantId, language }: { readonly participantId: string; readonly language: Language | null },
  facts: Facts,
): Decision {
  const participant = graph.participants.find(({ id }) => id === participantId);
  if (participant === undefined) return refuse('not_found');
  const observed = LIFECYCLE.view.from.some((status) => status === graph.envelope.status);
  if (!observed || participant.status !== 'pending') return accept({});
  const last = participant.lastViewedAt;
  if (last !== null && Date.parse(facts.now) - Date.parse(last) < LIMITS.viewedThrottleMs) return accept({});
  return accept({
    patch: {
      participants: {
        update: [
          {
            id: participantId,
            lastViewedAt: facts.now,
            lastIpAddress: facts.audit.ipAddress,
            lastUserAgent: facts.audit.userAgent,
            ...(language === null ? {} : { language }),
          },
        ],
      },
    },
    events: [{ action: 'participant.viewed', payload: { participantId } }],
  });
}
