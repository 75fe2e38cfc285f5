/** A name in snake case: letters and digits of any script, lower case, joined by single underscores; may be empty. */
export function snakeCase(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '');
}
