import { accept, type Decision, refuse, refuseInvalid } from '../decision.ts';
import type { Language } from '../language.ts';
import { LIMITS } from '../limits.ts';
import type { Facts } from './facts.ts';
import type { EnvelopeGraph } from './graph.ts';
import { LIFECYCLE } from './lifecycle.ts';
import { CONSUMER_DISCLOSURE, getDisclosureText } from '../disclosure.ts';
import { resolveActingSigner } from './turn.ts';
import { getFieldTypeFacts } from '../field/catalogue.ts';

type View = {
  readonly participantId: string;
  readonly language: Language | null;
  /** The time zone of their device. Null if the device didn't say. */
  readonly timeZone?: string | null;
};

/**
 * Records that a participant viewed the envelope in progress. Repeated views are throttled. From then on,
 * emails to the participant use the language and the time zone in which they viewed it.
 */
export function view(
  graph: EnvelopeGraph,
  { participantId, language, timeZone = null }: View,
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
            ...(timeZone === null ? {} : { timeZone }),
          },
        ],
      },
    },
    events: [{ action: 'participant.viewed', payload: { participantId } }],
  });
}

/**
 * Records the signer's consent to electronic records and signatures, together with the text that was shown.
 * Repeating it changes nothing.
 */
export function consent(graph: EnvelopeGraph, participantId: string, facts: Facts): Decision {
  const acting = resolveActingSigner(graph, participantId, 'consent', facts.now);
  if (acting.kind === 'refuse') return acting;
  if (acting.participant.consentedAt !== null) return accept({});
  return accept({
    patch: {
      participants: {
        update: [
          {
            id: participantId,
            consentedAt: facts.now,
            lastIpAddress: facts.audit.ipAddress,
            lastUserAgent: facts.audit.userAgent,
          },
        ],
      },
    },
    events: [
      {
        action: 'participant.consented',
        payload: { participantId, ...getShownDisclosure(graph, facts) },
      },
    ],
  });
}

function getShownDisclosure({ envelope }: EnvelopeGraph, facts: Facts) {
  if (!envelope.consumerDisclosure)
    return { disclosureVersion: null, disclosureLocale: null, disclosureHash: null };
  return {
    disclosureVersion: CONSUMER_DISCLOSURE.version,
    disclosureLocale: CONSUMER_DISCLOSURE.locale,
    disclosureHash: facts.sha256(getDisclosureText()),
  };
}

/**
 * Decides whether a participant may upload a file for a field. The file counts only once the participant
 * signs with it, so the upload isn't logged.
 */
export function attach(
  graph: EnvelopeGraph,
  participantId: string,
  fieldId: string,
  { now }: Pick<Facts, 'now'>,
): Decision {
  const refused = refuseUploads(graph, participantId, now);
  if (refused !== null) return refused;
  const field = graph.fields.find(({ id }) => id === fieldId);
  if (field?.participantId !== participantId) return refuseInvalid('/fieldId', 'is not one of your fields');
  if (getFieldTypeFacts(field.type).answer !== 'file')
    return refuseInvalid('/fieldId', "doesn't take a file");
  return accept({});
}

/** Decides whether a participant may remove a file that they uploaded. */
export function detach(graph: EnvelopeGraph, participantId: string, { now }: Pick<Facts, 'now'>): Decision {
  return refuseUploads(graph, participantId, now) ?? accept({});
}

function refuseUploads(graph: EnvelopeGraph, participantId: string, now: Facts['now']) {
  const acting = resolveActingSigner(graph, participantId, 'sign', now);
  if (acting.kind === 'refuse') return acting;
  const { consumerDisclosure, status } = graph.envelope;
  if (!consumerDisclosure || acting.participant.consentedAt !== null) return null;
  return refuse('invalid_state', { status, reason: 'consent_required' });
}
