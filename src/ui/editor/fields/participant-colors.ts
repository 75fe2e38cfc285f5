/**
 * Colors that can be distinguished with any kind of color blindness (Okabe and Ito, "Color Universal Design", 2008).
 */
const OKABE_ITO = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#f0e442'] as const;

/** Returns the color of the participant at a position. It repeats after seven, so the number is shown next to it. */
export function participantColor(position: number): string {
  const count = OKABE_ITO.length;
  return OKABE_ITO[((position % count) + count) % count] ?? OKABE_ITO[0];
}

/** Returns black or white, whichever has a contrast of at least 4.5 on the participant's color. */
export function participantInk(position: number): string {
  return participantColor(position) === '#0072b2' ? '#ffffff' : '#14161c';
}
