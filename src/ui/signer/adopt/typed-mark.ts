import { fitsStyle, SIGNATURE_STYLES, type SignatureStyle } from '#domain/envelope/signature-style.ts';
import type { MarkInput } from '#wire/signer.ts';

/** Returns the styles to choose from: those whose font has every letter. */
export function listStyles(text: string): SignatureStyle[] {
  return SIGNATURE_STYLES.filter((style) => fitsStyle(text, style));
}

/** Names only a style that differs from the first one and that the text can have. */
export function createTypedMark(text: string, style: SignatureStyle): MarkInput {
  const isPlain = style === 'flowing' || !fitsStyle(text, style);
  return { kind: 'typed', text, ...(isPlain ? {} : { style }) };
}
