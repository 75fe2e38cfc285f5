import { listCurrentSigners } from '#domain/envelope/turn.ts';
import type { WireGraph } from '#wire/envelope-graph.ts';
import type { WireParticipant } from '#wire/participant.ts';

/** Who gets the device now, and who else could. */
export type InPersonTurn = {
  readonly next: WireParticipant;
  readonly others: readonly WireParticipant[];
  /** Whether somebody has had the device before. */
  readonly isLater: boolean;
};

/**
 * Returns who gets the device now: `wanted` if it's their turn, else the first whose turn it is. Null if it's
 * nobody's who signs in person.
 */
export function findInPersonTurn(graph: WireGraph, wanted: string | null): InPersonTurn | null {
  if (graph.envelope.status !== 'in_progress') return null;
  const ready = listCurrentSigners(graph.participants).filter(isInPerson);
  const next = ready.find(({ id }) => id === wanted) ?? ready[0];
  if (next === undefined) return null;
  return {
    next,
    others: ready.filter(({ id }) => id !== next.id),
    isLater: graph.participants.some((person) => isInPerson(person) && person.status === 'signed'),
  };
}

function isInPerson({ delivery }: WireParticipant): boolean {
  return delivery === 'in_person';
}
