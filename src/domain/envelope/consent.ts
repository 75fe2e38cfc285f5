import { accept, type Decision } from '../decision.ts';
import { CONSUMER_DISCLOSURE, getDisclosureText } from '../disclosure.ts';
import { resolveActingSigner } from './acting-signer.ts';
import type { Facts } from './facts.ts';
import type { EnvelopeGraph } from './graph.ts';

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
