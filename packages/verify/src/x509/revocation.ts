import { Malformed, isEqual } from '../bytes.ts';
import type { Path } from './path.ts';
import type { Certificate } from './certificate.ts';
import { isAbout, isResponseOf, type OcspAnswer, readOcspResponse } from './ocsp.ts';
import { isListOf, readRevocationList, type RevocationList } from './revocation-list.ts';

/** Revocation lists and OCSP responses (DER). */
export type RevocationData = {
  readonly lists: readonly Uint8Array[];
  readonly responses: readonly Uint8Array[];
};

/** What revocation data says about the certificates of paths. */
export type Revocation = {
  /** Whether a certificate of the path had been revoked at a time; at any time, if nobody vouches for the time. */
  revokedBefore(path: Path, time: { readonly at: Date; readonly isConfirmed: boolean }): boolean;
  /**
   * Whether a list, or a response that was current at the time, answers for every certificate but the root. Of a timestamp
   * service's path, certificates that don't name any list are left out: there is none to keep.
   */
  covers(path: Path, of: 'seal' | 'service', at: Date): boolean;
};

/** Sorts data by the authorities of the paths. `faults` counts what can't be read or wasn't signed by its authority. */
export async function readRevocation(
  { lists, responses }: RevocationData,
  paths: readonly Path[],
): Promise<Revocation & { readonly faults: number }> {
  const authorities = [...new Set(paths.flatMap(({ certificates }) => certificates.slice(1)))];
  const listed = await sorted<RevocationList>(lists, authorities, async (der) => {
    const list = readRevocationList(der);
    return {
      items: [list],
      isNamed: async (_, { subject }) => isEqual(subject, list.issuer),
      isSigned: (authority) => isListOf(list, authority),
    };
  });
  const answered = await sorted<OcspAnswer>(responses, authorities, async (der) => {
    const response = readOcspResponse(der);
    return {
      items: response.answers,
      isNamed: isAbout,
      isSigned: (authority) => isResponseOf(response, authority),
    };
  });
  const knownOf = ({ certificates }: Path) =>
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
      knownOf(path).some(({ certificate, lists: own, answers }) =>
        [
          ...own.map(({ revoked }) => revoked.get(certificate.serialNumber)),
          ...answers.map(({ status }) => (typeof status === 'string' ? undefined : status.revokedAt)),
        ].some((date) => date !== undefined && (!isConfirmed || date <= at)),
      ),
    covers: (path, of, at) =>
      knownOf(path).every(
        ({ certificate, lists: own, answers }) =>
          own.length > 0 ||
          answers.some((answer) => isCurrent(answer, at)) ||
          (of === 'service' && !certificate.hasListSource),
      ),
  };
}

/** Whether an answer was current at a time, or later. A certificate that was revoked later was good before. */
function isCurrent({ status, thisUpdate, nextUpdate }: OcspAnswer, at: Date): boolean {
  return status !== 'unknown' && (nextUpdate ?? thisUpdate) >= at;
}

type Readable<Item> = {
  readonly items: readonly Item[];
  readonly isNamed: (item: Item, authority: Certificate) => Promise<boolean>;
  readonly isSigned: (authority: Certificate) => Promise<boolean>;
};

/** Gives each authority the items that name it, and counts what can't be read or what it didn't sign. */
async function sorted<Item extends RevocationList | OcspAnswer>(
  data: readonly Uint8Array[],
  authorities: readonly Certificate[],
  read: (der: Uint8Array) => Promise<Readable<Item>>,
): Promise<{ readonly byIssuer: ReadonlyMap<Certificate, readonly Item[]>; readonly faults: number }> {
  const byIssuer = new Map<Certificate, readonly Item[]>();
  let faults = 0;
  for (const der of data) {
    const readable = await orElse(() => read(der), null);
    if (readable === null) {
      faults += 1;
      continue;
    }
    for (const authority of authorities) {
      const named: Item[] = [];
      for (const item of readable.items)
        if (await orElse(() => readable.isNamed(item, authority), false)) named.push(item);
      if (named.length === 0) continue;
      if (await orElse(() => readable.isSigned(authority), false))
        byIssuer.set(authority, [...(byIssuer.get(authority) ?? []), ...named]);
      else faults += 1;
    }
  }
  return { byIssuer, faults };
}

async function orElse<Value>(read: () => Promise<Value>, fallback: Value): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Malformed) return fallback;
    throw error;
  }
}
