/** Path of the list of scripts with a page's texts, below the pages' public files. */
export const TEXTS_LIST = '_app/texts.json';

/** The parts of the product that have their texts in a script of their own. */
export type TextsPart = 'signer' | 'dashboard';

/** Returns the part that a page belongs to. The pages of signers and people with a copy, and the preview in the editor, are one. */
export function getTextsPart(path: string): TextsPart {
  if (path === '/copy' || path === '/sign' || path.startsWith('/sign/')) return 'signer';
  return /^\/envelopes\/[^/]+\/preview$/.test(path) ? 'signer' : 'dashboard';
}
