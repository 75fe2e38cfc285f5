import { withoutExtension } from '#domain/text.ts';
import type { WireGraph } from '#wire/envelope-graph.ts';

/** Prefixes that keep their hyphen: "non-disclosure", "co-owner". */
const PREFIXES = ['co', 'e', 'ex', 'non', 'pre', 'self', 'sub'];

/**
 * Returns the suggested name for an envelope: its own name, or one made from the filename of its first file.
 */
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
  // The name contained only separators, or nothing.
  if (!/[\p{L}\p{N}]/u.test(words)) return filename;
  return /^\p{Ll}[\p{Ll}-]*(\s|$)/u.test(words)
    ? words.replace(/^./u, (letter) => letter.toUpperCase())
    : words;
}

/**
 * Returns the replacement for a hyphen. A hyphen stays in dates and numbers, after a prefix, and between
 * words that are joined by underscores.
 */
function replaceHyphen(name: string, at: number): '-' | ' ' {
  const before = /[^\s-]*$/.exec(name.slice(0, at))?.[0] ?? '';
  const after = /^[^\s-]*/.exec(name.slice(at + 1))?.[0] ?? '';
  if (/\d$/.test(before) && /^\d/.test(after)) return '-';
  if (PREFIXES.includes(before.toLowerCase())) return '-';
  const isCompound = /\s/.test(name) && /^\p{L}+$/u.test(before) && /^\p{L}+$/u.test(after);
  return isCompound ? '-' : ' ';
}
