import { accept, type Decision, refuse, refuseInvalid } from '../decision.ts';
import { isSameAddress } from './same-address.ts';
import { resolveActingSigner } from './turn.ts';
import { forgetVisit } from './correct.ts';
import type { Facts } from './facts.ts';
import type { EnvelopeGraph } from './graph.ts';
import { issueLink } from './links.ts';
import { mayDelegate } from './participant-delivery.ts';

export type DelegateInput = {
  readonly name: string;
  readonly email: string;
  /**
   * The number that the new person's codes are texted to. Required if the sender asked for such codes, which
   * are never sent to the first person's phone.
   */
  readonly phone?: string | null;
  /** Contains no control characters. */
  readonly reason: string | null;
};

/**
 * Hands a turn over to another person, who gets a link of their own while the old one stops working. The new
 * person takes over the first person's fields, company and authentication method, but not what the first
 * person consented to, proved, or was told in private. Codes by text message go to the new person's own
 * phone: falling back to an emailed code would leave one mailbox as the only proof.
 */
export function delegate(
  graph: EnvelopeGraph,
  participantId: string,
  { name, email, phone = null, reason }: DelegateInput,
  facts: Facts,
): Decision {
  const acting = resolveActingSigner(graph, participantId, 'delegate', facts.now);
  if (acting.kind === 'refuse') return acting;
  const { participant } = acting;
  const { envelope } = graph;
  if (!mayDelegate(participant))
    return refuse('invalid_state', { status: envelope.status, reason: 'delegation_not_allowed' });
  if (isSameAddress(email, participant.email)) return refuseInvalid('/email', 'is your own address');
  if (graph.participants.some((one) => isSameAddress(email, one.email)))
    return refuseInvalid('/email', 'already takes part in this envelope');

  const isTexted = participant.authenticationMethod === 'sms_code';
  if (isTexted && phone === null)
    return refuseInvalid('/phone', 'is required: they get a code by text message');
  if (!isTexted && phone !== null)
    return refuseInvalid('/phone', 'must be omitted: they get no code by text message');

  const { organizationId, id: envelopeId } = envelope;
  const link = issueLink(participant, envelope, facts.now);
  const { delegatedFrom } = participant;
  const effect = { organizationId, envelopeId, participantId, epoch: link.linkEpoch };
  return accept({
    patch: {
      participants: {
        update: [
          {
            ...link,
            ...forgetVisit(),
            ...{ name, email, title: null, message: null, authenticationPhone: phone },
            delegatedFrom: [...delegatedFrom, { name: participant.name, at: facts.now }],
          },
        ],
      },
    },
    events: [
      {
        action: 'participant.delegated',
        payload: {
          participantId,
          epoch: link.linkEpoch,
          before: { name: participant.name, email: participant.email },
          after: { name, email },
          reason,
        },
      },
    ],
    effects: [
      { name: 'svc/participant.delegated', payload: { ...effect, recipient: participantId } },
      ...(isSameAddress(envelope.senderEmail, participant.email)
        ? []
        : [{ name: 'svc/participant.delegated' as const, payload: { ...effect, recipient: 'sender' } }]),
    ],
  });
}
