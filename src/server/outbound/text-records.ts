import { Resolver } from 'node:dns/promises';

/** A name server that can't be reached or didn't answer as expected. Says nothing about the record. */
export class ResolverFailure extends Error {
  override readonly name = 'ResolverFailure';
}

/** Returns the values of a name's TXT records; none if it has none. Throws ResolverFailure. */
export type TextRecords = (name: string) => Promise<string[]>;

const TIMEOUT_MS = 3000;
const TRIES = 2;
/** The name doesn't exist, or it has no record of this type (RFC 2308). */
const ABSENT = new Set(['ENOTFOUND', 'ENODATA']);

/** Opens the resolver. Asks `servers`, or those of the machine. */
export function openTextRecords(servers: readonly string[] | null): TextRecords {
  return async (name) => {
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
    if (servers !== null) resolver.setServers([...servers]);
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (ABSENT.has(code)) return [];
      throw new ResolverFailure(`${name} can't be resolved: ${code}`, { cause: error });
    }
  };
}
