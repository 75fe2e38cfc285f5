/** Whether two addresses are the same account's: case doesn't matter. */
export function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
