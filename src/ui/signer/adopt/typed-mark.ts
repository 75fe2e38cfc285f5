import { fitsStyle, SIGNATURE_STYLES, type SignatureStyle } from '#domain/envelope/signature-style.ts';
import type { MarkInput } from '#wire/signer.ts';

/** Returns the styles whose font has every letter of the text. */
export function listStyles(text: string): SignatureStyle[] {
  return SIGNATURE_STYLES.filter((style) => fitsStyle(text, style));
}

/** Checks whether the bold style's font has the Japanese letters of a text. The list of letters loads when it's needed. */
export async function hasBoldLetters(text: string): Promise<boolean> {
  if (!/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return true;
  try {
    const { pickJapaneseHand } = await import('#ui/fields/japanese-hand.ts');
    return (await pickJapaneseHand(text, 'bold')) === 'boldJapanese';
  } catch {
    // Without a connection, only the first style is offered.
    return false;
  }
}

/** Creates a typed mark. The style is only included if it differs from the first one and the text fits it. */
export function createTypedMark(text: string, style: SignatureStyle): MarkInput {
  const isPlain = style === 'flowing' || !fitsStyle(text, style);
  return { kind: 'typed', text, ...(isPlain ? {} : { style }) };
}
