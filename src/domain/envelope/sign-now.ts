import { accept, refuse, type Decision, type Refuse } from '../decision.ts';
import { isSameAddress } from './same-address.ts';
import { resolveActingSigner } from './acting-signer.ts';
import type { Facts } from './facts.ts';
import type { EnvelopeGraph, Participant } from './graph.ts';
import { isEmailed } from './participant-delivery.ts';
import { listCurrentSigners } from './turn.ts';

/** A signed-in person with a verified address. */
export type Account = { readonly userId: string; readonly email: string };

/** Returns the sender as the signer whose turn it is. Refuses everyone else with `not_your_turn`. */
export function resolveSenderTurn(
  graph: EnvelopeGraph,
  { userId, email }: Account,
  { now }: Pick<Facts, 'now'>,
): { readonly kind: 'signer'; readonly participant: Participant } | Refuse {
  const own = listCurrentSigners(graph.participants).find(
    (one) => isEmailed(one) && isSameAddress(one.email, email),
  );
  if (own === undefined || graph.envelope.senderUserId !== userId) return refuse('not_your_turn');
  return resolveActingSigner(graph, own.id, 'sign', now);
}

/** Records that the sender opened their own turn from their account, not by email. */
export function signNow(graph: EnvelopeGraph, account: Account, facts: Facts): Decision {
  const found = resolveSenderTurn(graph, account, facts);
  if (found.kind === 'refuse') return found;
  const { id: participantId, email } = found.participant;
  return accept({ events: [{ action: 'participant.account_used', payload: { participantId, email } }] });
}
