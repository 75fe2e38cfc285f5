/** Returns the name under which an organization seals and asks for signatures: a test environment's says TEST. */
export function getShownName({
  name,
  testOf,
}: {
  readonly name: string;
  readonly testOf: string | null;
}): string {
  return testOf === null ? name : `TEST ${name}`;
}
