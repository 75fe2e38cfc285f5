import { SIGNING_LIMITS } from '../signing-limits.ts';
import type { Participant } from './graph.ts';
import { isEmailed } from './participant-delivery.ts';

/**
 * Checks whether a participant may hand over their turn when it comes. Only emailed links can go to someone
 * else.
 */
export function mayDelegate(
  participant: Pick<Participant, 'canDelegate' | 'delegatedFrom' | 'delivery'>,
): boolean {
  const { canDelegate, delegatedFrom } = participant;
  return canDelegate && isEmailed(participant) && delegatedFrom.length < SIGNING_LIMITS.delegationsMax;
}
