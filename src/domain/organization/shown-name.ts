/**
 * Returns the name under which an organization seals and asks for signatures. The name of a test environment
 * says TEST.
 */
export function getShownName({
  name,
  testOf,
}: {
  readonly name: string;
  readonly testOf: string | null;
}): string {
  return testOf === null ? name : `TEST ${name}`;
}
