import { LazyPart } from '#ui/signer/lazy/lazy-part.svelte.ts';

/** The screens that the landing page doesn't need. */
export const SCREEN_PARTS = {
  steps: new LazyPart(() => import('#ui/signer/document/SigningSteps.svelte')),
  code: new LazyPart(() => import('#ui/signer/code/CodeStep.svelte')),
  signIn: new LazyPart(() => import('#ui/signer/code/SignInStep.svelte')),
  done: new LazyPart(() => import('./DonePage.svelte')),
} as const;
