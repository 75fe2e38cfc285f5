import type { Attention } from '#domain/envelope/status.ts';
import type { Tone } from '#ui/kit/intent.ts';
import { ATTENTION_WORDS } from '#ui/envelopes/status-words.ts';

const RANK: readonly Tone[] = ['danger', 'warn', 'accent'];

/** Returns the most urgent tone among an envelope's reasons for attention, or null if it has none. */
export function urgencyOf(attention: readonly Attention[]): Tone | null {
  const tones = attention.map((reason) => ATTENTION_WORDS[reason].tone);
  return RANK.find((tone) => tones.includes(tone)) ?? null;
}
