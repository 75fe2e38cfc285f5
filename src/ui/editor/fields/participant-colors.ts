import { getInitials } from '#ui/kit/initials.ts';

/** The number of colors that there are for people. Colors repeat, so initials are shown next to them. */
const COLORS = 4;

/** The colors of fields that belong to nobody. */
const NOBODY = { color: '#6b6b6b', soft: '#efeeec' } as const;

/** Returns the color of the participant at a position and its soft fill. A negative position means nobody. */
export function getParticipantColors(position: number): { readonly color: string; readonly soft: string } {
  if (position < 0) return NOBODY;
  const number = (position % COLORS) + 1;
  return { color: `var(--person-${number})`, soft: `var(--person-${number}-soft)` };
}

/**
 * Returns the mark that represents a participant: their initials, or their number if they have no name yet.
 */
export function getParticipantMark(
  participants: readonly { readonly name: string }[],
  position: number,
): string {
  if (position < 0) return '?';
  return getInitials(participants[position]?.name ?? '') || String(position + 1);
}
