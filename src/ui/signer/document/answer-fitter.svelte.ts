import type { fitAnswer as fit } from './fit-answer.ts';

/** No character is wider than this, in font sizes. */
const WIDEST = 1.1;

let loaded = $state.raw<typeof fit | null>(null);

/**
 * Fits an answer into its box. `size` is the usual size of text there, in CSS pixels. The code for this is only
 * loaded for answers that may be too long.
 */
export function fitAnswer(
  size: number,
  ...[field, value, page]: Parameters<typeof fit>
): ReturnType<typeof fit> {
  const isShort = value.length * WIDEST * size < field.width * page.width - 4;
  if (isShort && !value.includes('\n')) return null;
  if (loaded !== null) return loaded(field, value, page);
  // Without it, answers are shown in the usual way, and the server refuses what is too long.
  import('./fit-answer.ts').then(
    (code) => (loaded = code.fitAnswer),
    () => undefined,
  );
  return null;
}
