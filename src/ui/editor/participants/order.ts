import type { DraftParticipant } from '#ui/editor/draft/draft.ts';

/**
 * Returns the group of each participant, from 0. Those who sign with the previous one are in the same group.
 */
export function getSigningGroups(participants: readonly Pick<DraftParticipant, 'withPrevious'>[]): number[] {
  let group = -1;
  return participants.map(({ withPrevious }, position) => {
    if (position === 0 || !withPrevious) group += 1;
    return group;
  });
}

/** Whether everyone signs alone, in the order of the list. */
export function isSequential(participants: readonly Pick<DraftParticipant, 'withPrevious'>[]): boolean {
  return !participants.some(({ withPrevious }, position) => position > 0 && withPrevious);
}
