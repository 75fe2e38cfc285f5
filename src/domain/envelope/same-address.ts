/** Checks whether two addresses belong to the same account. Case doesn't matter. */
export function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
