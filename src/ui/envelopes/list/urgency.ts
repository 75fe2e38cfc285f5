import type { Attention } from '#domain/envelope/status.ts';
import type { Tone } from '#ui/kit/intent.ts';
import { ATTENTION_WORDS } from '#ui/envelopes/status-words.ts';

const RANK: readonly Tone[] = ['danger', 'warn', 'accent'];

/** How urgent an envelope is, by what about it needs attention: the most urgent tone, or null where nothing does. */
export function urgencyOf(attention: readonly Attention[]): Tone | null {
  const tones = attention.map((reason) => ATTENTION_WORDS[reason].tone);
  return RANK.find((tone) => tones.includes(tone)) ?? null;
}
