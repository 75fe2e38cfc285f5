import { getInitials } from '#ui/kit/initials.ts';

/** As many colors as there are for people; they repeat, so initials stand next to them. */
const COLORS = 4;

/** Fields that belong to nobody. */
const NOBODY = { color: '#6b6b6b', soft: '#efeeec' } as const;

/** Returns the color of the participant at a position, and its soft fill; a negative position is nobody's. */
export function getParticipantColors(position: number): { readonly color: string; readonly soft: string } {
  if (position < 0) return NOBODY;
  const number = (position % COLORS) + 1;
  return { color: `var(--person-${number})`, soft: `var(--person-${number}-soft)` };
}

/** Returns what stands for a participant: their initials, or their number while they have no name. */
export function getParticipantMark(
  participants: readonly { readonly name: string }[],
  position: number,
): string {
  if (position < 0) return '?';
  return getInitials(participants[position]?.name ?? '') || String(position + 1);
}
