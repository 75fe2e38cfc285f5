import { withoutExtension } from '#domain/envelope/display-name.ts';
import type { WireGraph } from '#wire/envelope-graph.ts';

/** Prefixes whose hyphen belongs to the word: "non-disclosure", "co-owner". */
const PREFIXES = ['co', 'e', 'ex', 'non', 'pre', 'self', 'sub'];

/** Returns the name to offer for an envelope: its own, or that of its first file in words. */
export function suggestName({ displayName, originalFilename }: WireGraph['envelope']): string {
  return displayName === withoutExtension(originalFilename) ? suggestTitle(originalFilename) : displayName;
}

/** Turns a filename into a title: "mutual_NDA-v2.docx" becomes "Mutual NDA v2". */
export function suggestTitle(filename: string): string {
  const name = filename.replace(/\.(pdf|docx|png|jpe?g)$/i, '');
  const spaced = name.replace(/%20|[_\s]+/g, ' ').trim();
  const words = /\s/.test(name)
    ? spaced
    : spaced.replace(
        /([^\s-])-(?=[^\s-])/g,
        (_, before: string, at: number) => before + replaceHyphen(spaced, at + 1),
      );
  // Only the name's own separators were in it, or nothing.
  if (!/[\p{L}\p{N}]/u.test(words)) return filename;
  return /^\p{Ll}[\p{Ll}-]*(\s|$)/u.test(words)
    ? words.replace(/^./u, (letter) => letter.toUpperCase())
    : words;
}

/** Returns what a hyphen becomes. It stays in dates and numbers, after a prefix, and between words that underscores join. */
function replaceHyphen(name: string, at: number): '-' | ' ' {
  const before = /[^\s-]*$/.exec(name.slice(0, at))?.[0] ?? '';
  const after = /^[^\s-]*/.exec(name.slice(at + 1))?.[0] ?? '';
  if (/\d$/.test(before) && /^\d/.test(after)) return '-';
  if (PREFIXES.includes(before.toLowerCase())) return '-';
  const isCompound = /\s/.test(name) && /^\p{L}+$/u.test(before) && /^\p{L}+$/u.test(after);
  return isCompound ? '-' : ' ';
}
