import { LIMITS } from './limits.ts';

/**
 * Returns the names that programs use for things people have named: snake case, unique (`_2`, `_3`… are appended to
 * repeats and to names that are `given` already), and the fallback for a name without letters or digits.
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
 * Returns a text in snake case: lowercase letters and digits of any script, `_` between words, at most 60 characters.
 * Latin letters lose their accents so that the name can be typed on any keyboard.
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
