import { LIMITS } from './limits.ts';

/**
 * Returns the names that programs use for things that people have named. The names are snake case and unique:
 * repeats, and names that are already `given`, get `_2`, `_3`… appended. A name without letters or digits
 * becomes the fallback.
 */
export function toApiNames(
  names: readonly { readonly name: string; readonly fallback: string }[],
  given: Iterable<string> = [],
): readonly string[] {
  const taken = new Set(given);
  const repeats = new Map<string, number>();
  return names.map(({ name, fallback }) => {
    const stem = toSnakeCase(name) || fallback;
    let unique = stem;
    let number = repeats.get(stem) ?? 2;
    while (taken.has(unique)) unique = `${stem}_${number++}`;
    repeats.set(stem, number);
    taken.add(unique);
    return unique;
  });
}

/**
 * Converts a text to snake case: lowercase letters and digits of any script, `_` between words, at most 60
 * characters. Latin letters lose their accents so that the name can be typed on any keyboard.
 */
export function toSnakeCase(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/([A-Za-z])\p{Mn}+/gu, '$1')
    .normalize('NFKC')
    .toLowerCase();
  const words = plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const characters = [...words.join('_')].slice(0, LIMITS.apiNameMaxChars);
  return characters.join('').replace(/^_+|_+$/g, '');
}
