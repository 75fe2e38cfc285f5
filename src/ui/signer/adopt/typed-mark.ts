import { fitsStyle, SIGNATURE_STYLES, type SignatureStyle } from '#domain/envelope/signature-style.ts';
import type { MarkInput } from '#wire/signer.ts';

/** Returns the styles to choose from, which are those whose font has every letter of the text. */
export function listStyles(text: string): SignatureStyle[] {
  return SIGNATURE_STYLES.filter((style) => fitsStyle(text, style));
}

/** Creates a typed mark. The style is only included if it differs from the first one and the text fits it. */
export function createTypedMark(text: string, style: SignatureStyle): MarkInput {
  const isPlain = style === 'flowing' || !fitsStyle(text, style);
  return { kind: 'typed', text, ...(isPlain ? {} : { style }) };
}
