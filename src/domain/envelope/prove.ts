import { accept, type Decision, refuse, type Refuse } from '../decision.ts';
import { toCanonicalJson } from '../event/canonical.ts';
import type { Facts } from './facts.ts';
import type { EnvelopeGraph, Participant } from './graph.ts';
import { refuseByStatus } from './lifecycle.ts';
import { type Agreement, resolveAgreement, type SignInput } from './sign.ts';
import type { ProofFault } from './signing.ts';

/**
 * Returns what somebody agrees to as RFC 8785 canonical JSON. Its SHA-256 is what their key signs. Every member
 * but the nonce is in the event of the signature, so a verifier can rebuild it.
 */
function buildStatement(
  { envelope }: Pick<EnvelopeGraph, 'envelope'>,
  { signed }: Pick<Agreement, 'signed'>,
  nonce: string,
): string {
  const { participantId, documentHash, valuesHash, signatureHash, initialsHash, stampHash, intent } = signed;
  return toCanonicalJson({
    format: 'countersign-statement/1',
    ...{ organizationId: envelope.organizationId, envelopeId: envelope.id, participantId },
    ...{ documentHash, valuesHash, signatureHash, initialsHash },
    ...(stampHash === undefined ? {} : { stampHash }),
    ...{ attachments: signed.attachments ?? [], intent, nonce },
  });
}

/** Returns what someone who proves it agrees to, with the statement, or why they can't sign with this input. */
export function resolveProvable(
  graph: EnvelopeGraph,
  participantId: string,
  input: SignInput,
  nonce: string,
  facts: Facts,
): (Agreement & { readonly statement: string }) | Refuse {
  const agreed = resolveAgreement(graph, participantId, input, facts);
  if (agreed.kind === 'refuse') return agreed;
  if (agreed.participant.signing.method === 'click')
    return refuse('invalid_state', { status: graph.envelope.status, reason: 'no_proof_needed' });
  return { ...agreed, statement: buildStatement(graph, agreed, nonce) };
}

/** Checks whether a participant may sign with a passkey that hasn't signed before. */
export function mayUseNewPasskey({ signing, newPasskeyAcceptedAt }: Participant): boolean {
  return signing.method === 'passkey' && (!signing.known || newPasskeyAcceptedAt !== null);
}

/** Records that a participant created a passkey. Refuses it for someone who can't sign now. */
export function notePasskey(
  graph: EnvelopeGraph,
  participantId: string,
  { keyHash, isSynced }: { readonly keyHash: string; readonly isSynced: boolean },
): Decision {
  const participant = graph.participants.find(({ id }) => id === participantId);
  if (participant?.status !== 'pending' || graph.envelope.status !== 'in_progress')
    return refuse('invalid_state', { status: graph.envelope.status });
  return accept({
    events: [{ action: 'participant.passkey_created', payload: { participantId, keyHash, isSynced } }],
  });
}

/** Records that an answer to a statement proved nothing. It doesn't count as an attempt. */
export function noteFailedProof(participantId: string, reason: ProofFault): Decision {
  return accept({
    events: [{ action: 'participant.signing_failed', payload: { participantId, method: 'passkey', reason } }],
  });
}

/** Lets a participant sign with a passkey that hasn't signed before. Repeating it changes nothing. */
export function acceptNewPasskey(graph: EnvelopeGraph, participantId: string, facts: Facts): Decision {
  const refused = refuseByStatus('correct', graph.envelope);
  if (refused !== null) return refused;
  const participant = graph.participants.find(({ id }) => id === participantId);
  if (participant === undefined) return refuse('not_found');
  const { signing, status, newPasskeyAcceptedAt } = participant;
  if (status !== 'pending' || signing.method !== 'passkey' || !signing.known)
    return refuse('invalid_state', { status: graph.envelope.status, reason: 'no_known_passkey_needed' });
  if (newPasskeyAcceptedAt !== null) return accept({});
  return accept({
    patch: { participants: { update: [{ id: participantId, newPasskeyAcceptedAt: facts.now }] } },
    events: [{ action: 'participant.new_passkey_accepted', payload: { participantId } }],
  });
}
