import type { Draft, DraftParticipant } from '#ui/editor/draft/draft.ts';
import { isComplete } from '#ui/editor/draft/write-draft.ts';
import type { Side, Sides } from './collision.ts';

/**
 * Sorts the merged participants in the order of the side that changed it; `decide` chooses if both did.
 * Participants missing on that side come after the one they follow on the other.
 */
export function mergeOrder(
  { base, mine, theirs }: Sides,
  merged: readonly DraftParticipant[],
  decide: () => Side,
): DraftParticipant[] {
  const [before, own, other] = [base, mine, theirs].map((draft) =>
    identifySharedOrder(draft, [base, mine, theirs]),
  );
  const isTheirs = own !== other && other !== before && (own === before || decide() === 'theirs');
  const [first, second] = isTheirs ? [theirs, mine] : [mine, theirs];
  const order = first.participants.map(({ key }) => key);
  second.participants.forEach(({ key }, index) => {
    if (order.includes(key)) return;
    const previous = second.participants[index - 1];
    order.splice(previous === undefined ? 0 : order.indexOf(previous.key) + 1, 0, key);
  });
  return [...merged].sort((one, another) => order.indexOf(one.key) - order.indexOf(another.key));
}

/**
 * Returns the order of participants whom every side has with an address; the server doesn't keep the order of
 * others.
 */
function identifySharedOrder(draft: Draft, all: readonly Draft[]): string {
  return draft.participants
    .filter(({ key }) =>
      all.every(({ participants }) => participants.some((one) => one.key === key && isComplete(one))),
    )
    .map(({ key }) => key)
    .join(' ');
}
