import { LazyPart } from '#ui/signer/lazy/lazy-part.svelte.ts';

/** What the document can be read without, in the order in which it is needed. */
export const SIGNING_PARTS = {
  panel: new LazyPart(() => import('./FieldPanel.svelte')),
  dialogs: new LazyPart(() => import('#ui/signer/dialogs/SigningDialogs.svelte')),
  review: new LazyPart(() => import('#ui/signer/screens/ReviewStep.svelte')),
  list: new LazyPart(() => import('./ListView.svelte')),
} as const;

/** Loads all of them ahead of their use. */
export function loadSigningParts(): void {
  for (const part of Object.values(SIGNING_PARTS)) void part.load();
}
