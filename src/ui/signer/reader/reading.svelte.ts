import { LazyPart } from '#ui/signer/lazy/lazy-part.svelte.ts';

/** The reader, which people load when they open a document to read it. */
export const READER = new LazyPart(() => import('./Reader.svelte'));

/** Whether a document lies open over the screen, to be read. */
export class Reading {
  isOpen = $state(false);
  readonly count = $derived.by(() => Number(this.isOpen));

  closeTop(): void {
    this.isOpen = false;
  }
}
