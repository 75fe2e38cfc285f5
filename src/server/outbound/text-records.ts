import { Resolver } from 'node:dns/promises';
import { getErrorCode } from '#domain/error-code.ts';

/** A name server can't be reached or didn't answer as expected. This says nothing about the record. */
export class ResolverFailure extends Error {
  override readonly name = 'ResolverFailure';
}

/**
 * Returns the values of a name's TXT records, which are none if it has no such record. Throws
 * ResolverFailure.
 */
export type TextRecords = (name: string) => Promise<string[]>;

const TIMEOUT_MS = 3000;
const TRIES = 2;
/** The error codes for a name that doesn't exist or has no record of this type (RFC 2308). */
const ABSENT = new Set(['ENOTFOUND', 'ENODATA']);

/** Opens the resolver. It asks `servers`, or the machine's name servers if that is null. */
export function openTextRecords(servers: readonly string[] | null): TextRecords {
  return async (name) => {
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
    if (servers !== null) resolver.setServers([...servers]);
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
    } catch (error) {
      const code = getErrorCode(error) ?? '';
      if (ABSENT.has(code)) return [];
      throw new ResolverFailure(`${name} can't be resolved: ${code}`, { cause: error });
    }
  };
}
