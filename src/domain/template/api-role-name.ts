import { LIMITS } from '../limits.ts';

/**
 * The names by which programs call things that people have named: snake case, each only once (a repeated one gets
 * `_2`, `_3` …), never empty. What has no letter or digit is called by its fallback.
 */
export function apiNames(
  names: readonly { readonly name: string; readonly fallback: string }[],
): readonly string[] {
  const taken = new Set<string>();
  return names.map(({ name, fallback }) => {
    const stem = snakeCase(name) || fallback;
    let unique = stem;
    for (let n = 2; taken.has(unique); n++) unique = `${stem}_${n}`;
    taken.add(unique);
    return unique;
  });
}

/**
 * A text in snake case: lowercase letters and digits of any script, with `_` for everything between them. Latin
 * letters lose their accents, so that they can be typed anywhere. At most 60 characters, before a number is added.
 */
export function snakeCase(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/([A-Za-z])\p{Mn}+/gu, '$1')
    .normalize('NFKC')
    .toLowerCase();
  const words = plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const characters = [...words.join('_')].slice(0, LIMITS.apiNameMaxChars);
  return characters.join('').replace(/^_+|_+$/g, '');
}
