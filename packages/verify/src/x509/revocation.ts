import { Malformed, isEqual } from '../bytes.ts';
import type { Path } from './path.ts';
import type { Certificate } from './certificate.ts';
import { isListOf, readRevocationList, type RevocationList } from './revocation-list.ts';

/** What revocation lists say about the certificates of paths. */
export type Revocation = {
  /** Whether a certificate of the path had been revoked at a time; at any time, if nobody vouches for the time. */
  revokedBefore(path: Path, time: { readonly at: Date; readonly isConfirmed: boolean }): boolean;
  /**
   * Whether a list answers for every certificate but the root. Of a timestamp service's path, certificates that don't name
   * any list are left out: there is none to keep.
   */
  covers(path: Path, of: 'seal' | 'service'): boolean;
};

/** Sorts lists by the authorities of the paths. `faults` counts lists that can't be read or that nobody here signed. */
export async function readRevocation(
  lists: readonly Uint8Array[],
  paths: readonly Path[],
): Promise<Revocation & { readonly faults: number }> {
  const byIssuer = new Map<Certificate, RevocationList[]>();
  const authorities = new Set(paths.flatMap(({ certificates }) => certificates.slice(1)));
  let faults = 0;
  for (const der of lists) {
    const list = listOf(der);
    const named =
      list === null ? [] : [...authorities].filter(({ subject }) => isEqual(subject, list.issuer));
    if (list === null) faults += 1;
    for (const authority of named) {
      if (list === null) continue;
      if (await isIssued(list, authority))
        byIssuer.set(authority, [...(byIssuer.get(authority) ?? []), list]);
      else faults += 1;
    }
  }
  const listsFor = ({ certificates }: Path) =>
    certificates.flatMap((certificate, index) => {
      const issuer = certificates[index + 1];
      return issuer === undefined ? [] : [{ certificate, lists: byIssuer.get(issuer) ?? [] }];
    });
  return {
    faults,
    revokedBefore: (path, { at, isConfirmed }) =>
      listsFor(path).some(({ certificate, lists: own }) =>
        own.some(({ revoked }) => {
          const date = revoked.get(certificate.serialNumber);
          return date !== undefined && (!isConfirmed || date <= at);
        }),
      ),
    covers: (path, of) =>
      listsFor(path).every(
        ({ certificate, lists: own }) => own.length > 0 || (of === 'service' && !certificate.hasListSource),
      ),
  };
}

function listOf(der: Uint8Array): RevocationList | null {
  try {
    return readRevocationList(der);
  } catch (error) {
    if (error instanceof Malformed) return null;
    throw error;
  }
}

async function isIssued(list: RevocationList, authority: Certificate): Promise<boolean> {
  try {
    return await isListOf(list, authority);
  } catch (error) {
    if (error instanceof Malformed) return false;
    throw error;
  }
}
