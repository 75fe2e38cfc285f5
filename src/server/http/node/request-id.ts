/** The id that a request is logged under and told of: the caller's own where it is a plain name, else a new one. */
export function requestIdOf(given: string | null | undefined): string {
  return given && /^[A-Za-z0-9._-]{1,100}$/.test(given) ? given : crypto.randomUUID();
}
