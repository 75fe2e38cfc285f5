import { z } from 'zod';
import { markInput } from '#wire/signer.ts';
import type { KeptAnswers } from './answer-sheet.svelte.ts';

const keptAnswers = z.object({
  values: z.record(z.string(), z.string()),
  marks: z.object({ signature: markInput.exactOptional(), initials: markInput.exactOptional() }),
});

/** Reads the answers that this tab kept; null if there are none or they are invalid. */
export function readKeptAnswers(text: string | null): KeptAnswers | null {
  if (text === null) return null;
  try {
    return keptAnswers.parse(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
}
