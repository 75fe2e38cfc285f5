import type { EventPayloads } from '../event/catalogue.ts';
import { isSameAddress } from './same-address.ts';
import type { EnvelopeGraph, Participant } from './graph.ts';

type Logged = readonly { readonly action: string; readonly payload: unknown }[];

/**
 * Returns the name of the person who was asked to act in place of the holder of an old link, or null if the
 * link stopped working for another reason.
 */
export function findDelegate(
  events: Logged,
  link: { readonly part: string; readonly epoch: number },
): string | null {
  const handedOver = events
    .filter(({ action }) => action === 'participant.delegated')
    .map(({ payload }) => payload as EventPayloads['participant.delegated'])
    .find(({ participantId, epoch }) => participantId === link.part && epoch === link.epoch + 1);
  return handedOver?.after.name ?? null;
}

/**
 * Returns the address that a participant had when the envelope was last recalled, or null if they had no link
 * then. Editing a recalled envelope replaces its participants, so an older link may name a participant who no
 * longer exists.
 */
export function findRecalledAddress(events: Logged, participantId: string): string | null {
  const recalled = events
    .filter(({ action }) => action === 'envelope.recalled')
    .flatMap(({ payload }) => (payload as EventPayloads['envelope.recalled']).recipients)
    .findLast((recipient) => recipient.participantId === participantId);
  return recalled?.email ?? null;
}

/**
 * Finds the participant who replaced one that no longer exists because the envelope was recalled and edited:
 * the one with the same address.
 */
export function findSuccessor(
  { participants }: Pick<EnvelopeGraph, 'participants'>,
  events: Logged,
  participantId: string,
): Participant | undefined {
  const address = findRecalledAddress(events, participantId);
  return address === null ? undefined : participants.find(({ email }) => isSameAddress(email, address));
}
