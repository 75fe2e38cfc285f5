import type { Attention } from '#domain/envelope/status.ts';
import type { Intent } from '#ui/kit/intent.ts';
import { ATTENTION_WORDS } from '#ui/envelopes/status-words.ts';

const RANK: readonly Intent[] = ['danger', 'warn', 'accent'];

/** Returns the most urgent tone among an envelope's reasons for attention, or null if it has none. */
export function urgencyOf(attention: readonly Attention[]): Intent | null {
  const tones = attention.map((reason) => ATTENTION_WORDS[reason].tone);
  return RANK.find((tone) => tones.includes(tone)) ?? null;
}
