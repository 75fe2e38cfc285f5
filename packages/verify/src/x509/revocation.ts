import { Malformed, isEqual } from '../bytes.ts';
import type { Path } from './path.ts';
import type { Certificate } from './certificate.ts';
import { isAbout, isResponseSignedBy, type OcspAnswer, readOcspResponse } from './ocsp.ts';
import {
  coversCertificate,
  isListIssuedBy,
  listsCertificates,
  readRevocationList,
  type RevocationList,
} from './revocation-list.ts';

/**
 * A list or a response. One that the document had before it was sealed may be about anyone, so it never
 * counts against the seal.
 */
export type RevocationItem = { readonly der: Uint8Array; readonly isEarlier: boolean };

/** Revocation lists and OCSP responses. */
export type RevocationData = {
  readonly lists: readonly RevocationItem[];
  readonly responses: readonly RevocationItem[];
};

/** What revocation data says about the certificates of paths. */
export type Revocation = {
  /**
   * Whether a certificate of the path had been revoked at a time; at any time, if nothing proves the time.
   */
  revokedBefore(path: Path, time: { readonly at: Date; readonly isConfirmed: boolean }): boolean;
  /**
   * Whether a list, or a response that was current at the time, covers every certificate but the root. On a
   * timestamp service's path, certificates that don't name a list are skipped, because there is none to keep.
   */
  covers(path: Path, of: 'seal' | 'service', at: Date): boolean;
  /** Whether any of the data concerns the paths. */
  readonly isAny: boolean;
};

/**
 * Sorts data by the authorities of the paths, and drops data about other authorities. `faults` counts items
 * that can't be read or processed, or weren't signed by their authority.
 */
export async function readRevocation(
  { lists, responses }: RevocationData,
  paths: readonly Path[],
): Promise<Revocation & { readonly faults: number }> {
  const authorities = [...new Set(paths.flatMap(({ certificates }) => certificates.slice(1)))];
  const listed = await groupByIssuer<RevocationList>(lists, authorities, async (der) => {
    const list = readRevocationList(der);
    return {
      items: [list],
      isNamed: async (_, { subject }) => isEqual(subject, list.issuer),
      isUsable: async (authority) => list.scope !== null && (await isListIssuedBy(list, authority)),
    };
  });
  const answered = await groupByIssuer<OcspAnswer>(responses, authorities, async (der) => {
    const response = readOcspResponse(der);
    return {
      items: response.answers,
      isNamed: isAbout,
      isUsable: (authority) => isResponseSignedBy(response, authority),
    };
  });
  const collectKnown = ({ certificates }: Path) =>
    certificates.flatMap((certificate, index) => {
      const issuer = certificates[index + 1];
      if (issuer === undefined) return [];
      const answers = (answered.byIssuer.get(issuer) ?? []).filter(
        ({ serialNumber }) => serialNumber === certificate.serialNumber,
      );
      return [{ certificate, lists: listed.byIssuer.get(issuer) ?? [], answers }];
    });
  return {
    faults: listed.faults + answered.faults,
    revokedBefore: (path, { at, isConfirmed }) =>
      collectKnown(path).some(({ certificate, lists: own, answers }) =>
        [
          ...own.filter(listsCertificates).map(({ revoked }) => revoked.get(certificate.serialNumber)),
          ...answers.map(({ status }) => (typeof status === 'string' ? undefined : status.revokedAt)),
        ].some((date) => date !== undefined && (!isConfirmed || date <= at)),
      ),
    covers: (path, of, at) =>
      collectKnown(path).every(
        ({ certificate, lists: own, answers }) =>
          own.some((list) => coversCertificate(list, certificate)) ||
          answers.some((answer) => isCurrent(answer, at)) ||
          (of === 'service' && certificate.listSources === null),
      ),
    isAny: listed.byIssuer.size + answered.byIssuer.size > 0,
  };
}

/**
 * Whether an answer was current at a time or later. If a certificate was revoked later, it was still good
 * before.
 */
function isCurrent({ status, thisUpdate, nextUpdate }: OcspAnswer, at: Date): boolean {
  return status !== 'unknown' && (nextUpdate ?? thisUpdate) >= at;
}

type Readable<Item> = {
  readonly items: readonly Item[];
  readonly isNamed: (item: Item, authority: Certificate) => Promise<boolean>;
  /** Whether the authority signed it, and everything in it can be processed. */
  readonly isUsable: (authority: Certificate) => Promise<boolean>;
};

/**
 * Assigns to each authority the items that name it. Counts items that can't be read, and items that name an
 * authority but can't be used.
 */
async function groupByIssuer<Item extends RevocationList | OcspAnswer>(
  data: readonly RevocationItem[],
  authorities: readonly Certificate[],
  read: (der: Uint8Array) => Promise<Readable<Item>>,
): Promise<{ readonly byIssuer: ReadonlyMap<Certificate, readonly Item[]>; readonly faults: number }> {
  const byIssuer = new Map<Certificate, readonly Item[]>();
  let faults = 0;
  for (const { der, isEarlier } of data) {
    const fault = isEarlier ? 0 : 1;
    const readable = await withFallback(() => read(der), null);
    if (readable === null) {
      faults += fault;
      continue;
    }
    for (const authority of authorities) {
      const named: Item[] = [];
      for (const item of readable.items)
        if (await withFallback(() => readable.isNamed(item, authority), false)) named.push(item);
      if (named.length === 0) continue;
      if (await withFallback(() => readable.isUsable(authority), false))
        byIssuer.set(authority, [...(byIssuer.get(authority) ?? []), ...named]);
      else faults += fault;
    }
  }
  return { byIssuer, faults };
}

async function withFallback<Value>(read: () => Promise<Value>, fallback: Value): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Malformed) return fallback;
    throw error;
  }
}
