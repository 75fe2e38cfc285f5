import { LazyPart } from '#ui/signer/lazy/lazy-part.svelte.ts';

/** The screens without anything to sign, which few people see. */
export const STATUS_SCREEN = new LazyPart(() => import('./StatusPage.svelte'));
