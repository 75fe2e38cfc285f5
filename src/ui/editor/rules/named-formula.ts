/** A field that a formula can read: the name that people see, and its key in the API. */
export type NamedKey = { readonly name: string; readonly apiKey: string };

/** A word as formulas have them. */
const WORD = /[\p{L}\p{M}\p{N}_]+/gu;
const WORD_PART = /[\p{L}\p{M}\p{N}_]/u;
/** A function's name with what it is called by. */
const CALL = /^(?:round|sum|min|max)\s*\(/iu;

/** Writes a formula with the names of fields instead of their keys. */
export function writeNamedFormula(formula: string, fields: readonly NamedKey[]): string {
  const names = new Map(fields.map(({ name, apiKey }) => [apiKey, name]));
  return formula.replace(WORD, (word, at: number) =>
    CALL.test(formula.slice(at)) ? word : (names.get(word) ?? word),
  );
}

/**
 * Reads a formula in which fields have their names, in any case, or their keys. A name may contain spaces and
 * signs, so the longest one that fits counts. Everything else stays as it was typed.
 */
export function readNamedFormula(text: string, fields: readonly NamedKey[]): string {
  const byLength = fields.toSorted((one, other) => other.name.length - one.name.length);
  const hasName = (at: number, name: string) =>
    text.slice(at, at + name.length).toLowerCase() === name.toLowerCase() && endsWord(text, at + name.length);
  let formula = '';
  for (let at = 0; at < text.length;) {
    const startsWord = !WORD_PART.test(text.charAt(at - 1));
    const found =
      startsWord && !CALL.test(text.slice(at)) ? byLength.find(({ name }) => hasName(at, name)) : undefined;
    const length = found?.name.length ?? 1;
    formula += found?.apiKey ?? text.charAt(at);
    at += length;
  }
  return formula;
}

function endsWord(text: string, end: number): boolean {
  return !WORD_PART.test(text.charAt(end)) || !WORD_PART.test(text.charAt(end - 1));
}
