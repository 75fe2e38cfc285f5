/** A piece of a message: its own words, or the name of a placeholder. */
export type MessagePart = { readonly text: string } | { readonly name: string };

/**
 * Splits a message at its placeholders, so that values can be set off or shown as markup. It renders with marks instead
 * of values, so no value can pass for our own words.
 */
export function messageParts(
  render: (marks: Readonly<Record<string, string>>) => string,
  names: readonly string[],
): MessagePart[] {
  const marks = Object.fromEntries(names.map((name, index) => [name, `${OPEN}${index}${CLOSE}`]));
  return render(marks)
    .split(MARK)
    .map((part, position) => (position % 2 === 0 ? { text: part } : { name: names[Number(part)] ?? '' }))
    .filter((part) => !('text' in part) || part.text !== '');
}

/** Noncharacters (Unicode 23.7), which no text contains. */
const OPEN = '\ufdd0';
const CLOSE = '\ufdd1';
const MARK = /\ufdd0(\d+)\ufdd1/u;
