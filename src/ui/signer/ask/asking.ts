import { LazyPart } from '#ui/signer/lazy/lazy-part.svelte.ts';

/** The dialog for questions, with its texts. */
export const ASK_DIALOG = new LazyPart(async () => {
  await (await import('#ui/signer/lazy/added-texts.ts')).addTexts('ask');
  return await import('./AskDialog.svelte');
});
