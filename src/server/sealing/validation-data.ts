import {
  AuthorityInfoAccessExtension,
  CRLDistributionPointsExtension,
  X509Certificate,
  X509Crl,
} from '@peculiar/x509';
import { findScopeFault } from '#server/crypto/revocation-list.ts';
import { readOcspAnswer, encodeOcspRequest } from '#server/crypto/ocsp.ts';
import type { ValidationData } from '#server/pdf/seal/levels/long-term.ts';
import type { Services } from '#server/runtime/services.ts';
import { ensureInstanceAuthority, getPublishedAddresses, type Keeping } from './pki/authority.ts';
import { ensureRevocationList, readEarlierRevocationList } from './pki/revocation.ts';

type Fetching = Keeping & Pick<Services, 'outbound'>;

/** Thrown if a certificate's validity can't be shown, either for now or permanently. The message says why. */
class ValidationDataError extends Error {
  override readonly name = 'ValidationDataError';
}

class RevokedError extends ValidationDataError {}

const TIMEOUT_MS = 10_000;
/** Public revocation lists are mostly under 1 MB. Whatever is collected ends up in every sealed file. */
const MAX_LIST_BYTES = 2 * 1024 * 1024;
const MAX_RESPONSE_BYTES = 64 * 1024;
const MAX_CERTIFICATE_BYTES = 64 * 1024;
const MAX_CHAIN = 8;
/** How many sources of one certificate's list are tried at most. */
const MAX_LISTS = 4;

/**
 * Collects what shows that certificates were valid when they signed, before `since`: missing issuers, and a
 * revocation list for each certificate. An OCSP response is used instead if the certificate names no list or
 * the list isn't available. Each must be signed by the issuer, be current, and not revoke the certificate.
 * Throws ValidationDataError.
 */
export async function collectValidationData(
  services: Fetching,
  certificates: readonly Uint8Array[],
  since: Date,
): Promise<ValidationData> {
  const known = certificates.map((der) => new X509Certificate(new Uint8Array(der)));
  const revocationLists: Uint8Array[] = [];
  const ocspResponses: Uint8Array[] = [];
  // Issuers that are found along the way are appended to the list, so the loop visits them too.
  for (const certificate of known) {
    if (await certificate.isSelfSigned()) continue;
    const sources = { lists: listUrls(certificate), responder: findResponderUrl(certificate) };
    const issuer = (await findIssuer(known, certificate)) ?? (await fetchIssuer(services, certificate));
    if (
      issuer !== null &&
      !known.some(
        ({ serialNumber, issuer: name }) => serialNumber === issuer.serialNumber && name === issuer.issuer,
      )
    ) {
      if (known.length >= MAX_CHAIN + certificates.length)
        throw new ValidationDataError('a chain is too long');
      known.push(issuer);
    }
    if (sources.lists.length === 0 && sources.responder === null) continue;
    if (issuer === null) throw new ValidationDataError(`the issuer of ${certificate.subject} can't be found`);
    const found = await fetchRevocationData(services, sources, { certificate, issuer, since });
    (found.isList ? revocationLists : ocspResponses).push(...found.data);
  }
  return {
    certificates: known.map(({ rawData }) => new Uint8Array(rawData)),
    ...{ revocationLists, ocspResponses },
  };
}

/** A certificate whose revocation status is requested. */
type Asked = {
  readonly certificate: X509Certificate;
  readonly issuer: X509Certificate;
  readonly since: Date;
};

/** Returns the first usable list, because lists say more, or else an OCSP response. */
async function fetchRevocationData(
  services: Fetching,
  { lists, responder }: { readonly lists: readonly string[]; readonly responder: string | null },
  asked: Asked,
): Promise<{ readonly isList: boolean; readonly data: readonly Uint8Array[] }> {
  const failures: unknown[] = [];
  for (const url of lists) {
    try {
      const [newest, ...earlier] = await fetchRevocationLists(services, url, asked.since);
      await checkList(services, newest, asked);
      return { isList: true, data: [newest, ...earlier] };
    } catch (error) {
      if (error instanceof RevokedError) throw error;
      failures.push(error);
    }
  }
  if (responder === null) throw failures[0];
  return { isList: false, data: [await fetchOcspResponse(services, responder, asked)] };
}

async function findIssuer(
  known: readonly X509Certificate[],
  certificate: X509Certificate,
): Promise<X509Certificate | null> {
  for (const candidate of known) {
    if (candidate.subject !== certificate.issuer) continue;
    if (await certificate.verify({ publicKey: candidate.publicKey, signatureOnly: true })) return candidate;
  }
  return null;
}

async function fetchIssuer(
  services: Fetching,
  certificate: X509Certificate,
): Promise<X509Certificate | null> {
  const access = certificate.getExtension(AuthorityInfoAccessExtension);
  const url = access?.caIssuers.find(({ type, value }) => type === 'url' && value.startsWith('http'))?.value;
  if (url === undefined) return null;
  const fetched = new X509Certificate(new Uint8Array(await download(services, url, MAX_CERTIFICATE_BYTES)));
  if (!(await certificate.verify({ publicKey: fetched.publicKey, signatureOnly: true })))
    throw new ValidationDataError(`${url} is not the issuer of ${certificate.subject}`);
  return fetched;
}

function listUrls(certificate: X509Certificate): string[] {
  const points = certificate.getExtension(CRLDistributionPointsExtension)?.distributionPoints ?? [];
  return points
    .flatMap((point) => point.distributionPoint?.fullName ?? [])
    .flatMap(({ uniformResourceIdentifier: url }) => (url?.startsWith('http') ? [url] : []))
    .slice(0, MAX_LISTS);
}

function findResponderUrl(certificate: X509Certificate): string | null {
  const access = certificate.getExtension(AuthorityInfoAccessExtension);
  return access?.ocsp.find(({ type, value }) => type === 'url' && value.startsWith('http'))?.value ?? null;
}

/**
 * Reads our own list from the database, whatever this instance's address is at the moment. Also returns the
 * list that was current at `since`: some validators only accept what was available when the seal was made,
 * others only what was issued afterwards.
 */
async function fetchRevocationLists(
  services: Fetching,
  url: string,
  since: Date,
): Promise<[Uint8Array, ...Uint8Array[]]> {
  const authority = await ensureInstanceAuthority(services);
  const own = new URL(getPublishedAddresses(services, authority.id).revocationList);
  if (new URL(url).pathname !== own.pathname) return [await download(services, url, MAX_LIST_BYTES)];
  // Read this first, because issuing a new list deletes the oldest one.
  const earlier = await readEarlierRevocationList(services, since);
  const newest = await ensureRevocationList(services, since);
  if (newest.thisUpdate < since)
    throw new ValidationDataError("this instance's clock is behind the timestamp's");
  return [newest.list, ...(earlier === null || earlier.number === newest.number ? [] : [earlier.list])];
}

/** Accepts only lists that the verifier accepts too. */
async function checkList(
  services: Fetching,
  data: Uint8Array,
  { certificate, issuer }: Asked,
): Promise<void> {
  const fault = findScopeFault(data, new Uint8Array(certificate.rawData));
  if (fault !== null)
    throw new ValidationDataError(`the revocation list for ${certificate.subject} ${fault}`);
  const list = new X509Crl(new Uint8Array(data));
  if (!(await list.verify({ publicKey: issuer.publicKey })))
    throw new ValidationDataError(
      `the revocation list for ${certificate.subject} isn't signed by its issuer`,
    );
  if (list.nextUpdate !== undefined && list.nextUpdate < services.clock())
    throw new ValidationDataError(`the revocation list for ${certificate.subject} is out of date`);
  if (list.findRevoked(certificate.serialNumber) !== null)
    throw new RevokedError(`${certificate.subject} is revoked`);
}

/** Queries a responder by GET (RFC 6960, A.1), because responses to GET can be cached. */
async function fetchOcspResponse(
  services: Fetching,
  url: string,
  { certificate, issuer, since }: Asked,
): Promise<Uint8Array> {
  const own = new Uint8Array(certificate.rawData);
  const authority = new Uint8Array(issuer.rawData);
  const request = encodeURIComponent(Buffer.from(encodeOcspRequest(own, authority)).toString('base64'));
  const response = await download(services, `${url.replace(/\/$/, '')}/${request}`, MAX_RESPONSE_BYTES);
  const answer = await readOcspAnswer(response, own, authority);
  if (answer === null)
    throw new ValidationDataError(
      `the OCSP response for ${certificate.subject} isn't signed by its issuer or a responder of it`,
    );
  const { status, thisUpdate, nextUpdate } = answer;
  if (typeof status !== 'string') throw new RevokedError(`${certificate.subject} is revoked`);
  if (status === 'unknown') throw new ValidationDataError(`${url} doesn't know ${certificate.subject}`);
  if ((nextUpdate ?? thisUpdate) < since || (nextUpdate !== null && nextUpdate < services.clock()))
    throw new ValidationDataError(`the OCSP response for ${certificate.subject} is out of date`);
  return response;
}

async function download(services: Fetching, url: string, maxBytes: number): Promise<Uint8Array> {
  const answer = await services.outbound({ method: 'GET', url, timeoutMs: TIMEOUT_MS, maxBytes });
  if (answer.status !== 200 || answer.truncated)
    throw new ValidationDataError(`${url} answered ${answer.status}${answer.truncated ? ', too long' : ''}`);
  return new Uint8Array(answer.body);
}
