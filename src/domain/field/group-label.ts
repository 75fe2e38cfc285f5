/** How many answers stand for a group that has no name for people. */
const MOST_NAMED = 3;

/**
 * Returns the question that a group of boxes asks: its name, or its answers if the name was written for
 * programs, such as `pay` or `form[0].Choice1`. Null if nothing tells the answers apart.
 */
export function findGroupLabel(group: string, answers: readonly string[], locale: string): string | null {
  if (!isKey(group)) return group;
  const named = [...new Set(answers)];
  if (named.length < 2) return null;
  const shown = named.length > MOST_NAMED ? [...named.slice(0, MOST_NAMED), '…'] : named;
  return new Intl.ListFormat(locale, { type: 'disjunction' }).format(shown);
}

/** Checks for one word that is an identifier: lowercase ASCII, or with digits or separators in it. */
function isKey(name: string): boolean {
  return /^[a-z]+$/.test(name) || (!/\s/.test(name) && /[\d._[\]/#-]/.test(name));
}
