import { isTextRightToLeft } from '../../text.ts';
import type { Alignment } from '../details.ts';

/** How a value is laid out in its box. */
export type TextLayout = { readonly direction: 'ltr' | 'rtl'; readonly side: Alignment };

/**
 * Returns the direction of a value and the side it's aligned to, on the page and in the sealed document. The
 * value decides, not the language of the page: what a signer sees has to be what is sealed.
 */
export function getTextLayout(text: string, align: Alignment | null | undefined): TextLayout {
  const isRightToLeft = isTextRightToLeft(text);
  return { direction: isRightToLeft ? 'rtl' : 'ltr', side: align ?? (isRightToLeft ? 'right' : 'left') };
}
