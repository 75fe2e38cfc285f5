import { LazyPart } from '#ui/signer/lazy/lazy-part.svelte.ts';

/** The parts that aren't needed to read the document, in the order in which they are needed. */
export const SIGNING_PARTS = {
  frames: new LazyPart(() => import('./GroupFrames.svelte')),
  panel: new LazyPart(() => import('./FieldPanel.svelte')),
  dialogs: new LazyPart(() => loadWithTexts(() => import('#ui/signer/dialogs/SigningDialogs.svelte'))),
  review: new LazyPart(() => loadWithTexts(() => import('#ui/signer/screens/ReviewStep.svelte'))),
  deadline: new LazyPart(() => loadWithTexts(() => import('#ui/signer/deadline/Deadline.svelte'))),
  list: new LazyPart(() => import('./ListView.svelte')),
  ask: new LazyPart(() => import('#ui/signer/ask/AskLayer.svelte')),
} as const;

/** Loads all parts before they are needed. */
export function loadSigningParts(): void {
  for (const part of Object.values(SIGNING_PARTS)) void part.load();
}

async function loadWithTexts<T>(load: () => Promise<T>): Promise<T> {
  await (await import('#ui/signer/lazy/added-texts.ts')).addTexts('later');
  return await load();
}
