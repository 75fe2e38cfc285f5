import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export interface S3Credentials {
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

interface Claim {
  readonly credential: string;
  readonly signedHeaders: string;
  readonly signature: string;
  readonly date: string;
  readonly payloadHash: string;
  readonly expiresSeconds: number;
}

const HEADER_LIFE_SECONDS = 15 * 60;

/**
 * Checks a request's AWS Signature Version 4, in its header or query, like S3 and without the code that
 * created it. Returns null if it's valid, otherwise S3's error code.
 */
export function signatureFault(
  request: IncomingMessage,
  credentials: S3Credentials,
  now: number,
): string | null {
  const url = new URL(request.url ?? '/', `http://${request.headers.host ?? ''}`);
  const claim = claimInQuery(url) ?? claimInHeader(request);
  if (!claim) return 'AccessDenied';
  const day = claim.date.slice(0, 8);
  const scope = `${day}/${credentials.region}/s3/aws4_request`;
  if (claim.credential !== `${credentials.accessKeyId}/${scope}`) return 'InvalidAccessKeyId';
  const age = (now - timeOf(claim.date)) / 1000;
  if (!(age > -HEADER_LIFE_SECONDS && age < claim.expiresSeconds)) return 'AccessDenied';
  if (!claim.signedHeaders.split(';').includes('host')) return 'AccessDenied';

  const canonical = canonicalRequest(request, url, claim);
  const text = [
    'AWS4-HMAC-SHA256',
    claim.date,
    scope,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n');
  const key = ['s3', 'aws4_request'].reduce(
    (parent, part) => hmac(parent, part),
    hmac(hmac(Buffer.from(`AWS4${credentials.secretAccessKey}`), day), credentials.region),
  );
  const expected = Buffer.from(hmac(key, text).toString('hex'));
  const given = Buffer.from(claim.signature);
  return given.length === expected.length && timingSafeEqual(given, expected)
    ? null
    : 'SignatureDoesNotMatch';
}

function canonicalRequest(request: IncomingMessage, url: URL, claim: Claim): string {
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const headers = claim.signedHeaders
    .split(';')
    .map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`)
    .join('');
  return [request.method, url.pathname, query, headers, claim.signedHeaders, claim.payloadHash].join('\n');
}

function claimInHeader(request: IncomingMessage): Claim | null {
  const form = /^AWS4-HMAC-SHA256 Credential=(\S+), SignedHeaders=(\S+), Signature=([0-9a-f]+)$/;
  const [, credential, signedHeaders, signature] = form.exec(request.headers.authorization ?? '') ?? [];
  const { 'x-amz-date': date, 'x-amz-content-sha256': payloadHash } = request.headers;
  if (!credential || !signedHeaders || !signature) return null;
  if (typeof date !== 'string' || typeof payloadHash !== 'string') return null;
  return { credential, signedHeaders, signature, date, payloadHash, expiresSeconds: HEADER_LIFE_SECONDS };
}

function claimInQuery(url: URL): Claim | null {
  const get = (name: string) => url.searchParams.get(`X-Amz-${name}`) ?? '';
  if (get('Algorithm') !== 'AWS4-HMAC-SHA256') return null;
  return {
    credential: get('Credential'),
    signedHeaders: get('SignedHeaders'),
    signature: get('Signature'),
    date: get('Date'),
    payloadHash: 'UNSIGNED-PAYLOAD',
    expiresSeconds: Number(get('Expires')),
  };
}

/** Returns the milliseconds of a date in the basic format, such as 20261121T093000Z. */
function timeOf(date: string): number {
  return Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
