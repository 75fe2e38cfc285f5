import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSoftwareKey } from '#server/crypto/keys/signing-key.ts';
import { addValidationData } from '#server/pdf/seal/levels/long-term.ts';
import { seal } from '../pdf/support/seal-in-place.ts';
import { collectValidationData } from '#server/sealing/validation-data.ts';
import { openTimestampServices } from '#server/outbound/timestamp-services.ts';
import { verify } from '#verify/verify.ts';
import { exampleRequest } from '../pdf/support/seal-request-example.ts';
import { sealableDocument } from '../pdf/support/sealable-document.ts';
import { useApi } from '../support/api.ts';
import { type Issued, openOcspAuthority } from '../support/ocsp-authority.ts';
import { startTimestampServer } from '../support/timestamp/timestamp-server.ts';

const authority = openOcspAuthority();
const server = await startTimestampServer();
afterAll(async () => {
  authority.close();
  await server.close();
});
const api = useApi({ env: { OUTBOUND_NETWORKS: '127.0.0.0/8' } });
const collected = async ({ certificate }: Issued, since = new Date(Date.now() - 60_000)) => {
  api.clock.now = new Date();
  return await collectValidationData(api.services, [certificate, authority.root], since);
};

it.each(['root', 'responder'] as const)(
  'keeps an answer that the %s signed, and OpenSSL agrees',
  async (by) => {
    const issued = authority.issue('good', await authority.respond(by, '-nmin', '60'));
    const { revocationLists, ocspResponses } = await collected(issued);
    expect(revocationLists).toEqual([]);
    expect(ocspResponses).toHaveLength(1);
    expect(authority.judge(ocspResponses[0] ?? new Uint8Array(), issued)).toContain('about.pem: good');
  },
);

it('raises a seal by it, which a verifier then needs nothing else for', async () => {
  const issued = authority.issue('good', await authority.respond('responder', '-nmin', '60'));
  expect(await levelWith(issued)).toBe('B-LT');
});

/**
 * Seals a page, adds the revocation data available for its certificates, and returns the level that a
 * verifier sees.
 */
async function levelWith(issued: Issued) {
  const signer = createSoftwareKey({ ...issued, chain: [authority.root] });
  const stamping = openTimestampServices({
    ...{ urls: [server.url], timeoutMs: 20_000, clock: () => new Date() },
    onFailure: (_, reason) => expect.fail(reason),
  });
  const request = exampleRequest(await sealableDocument([{}]), signer, []);
  const sealed = await seal({ ...request, now: new Date(), stamping });
  const since = sealed.timestamp?.time ?? new Date(0);
  const longTerm = await addValidationData(sealed.bytes, await collected(issued, since));
  const report = await verify(longTerm, { roots: [authority.root], timestampRoots: [server.root] });
  expect(report.results.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['unchanged_with_updates', 'sealed_by', 'time_confirmed', 'long_term_kept']),
  );
  return report.level;
}

it('asks the responder if the revocation list cannot be had', async () => {
  const url = await authority.respond('root', '-nmin', '60');
  const issued = authority.issue('good', url, 'http://127.0.0.1:9/list.crl');
  expect((await collected(issued)).ocspResponses).toHaveLength(1);
});

describe('a list with an issuing distribution point', () => {
  let published: Uint8Array;
  const lists = createServer((_, response) => response.end(published));
  const listUrl = () => `http://127.0.0.1:${(lists.address() as AddressInfo).port}/list.crl`;
  beforeAll(async () => {
    await new Promise<void>((listening) => void lists.listen(0, '127.0.0.1', listening));
  });
  afterAll(async () => {
    await new Promise((closed) => lists.close(closed));
  });

  it.each([
    ['the one that the certificate names', () => [`fullname = URI:${listUrl()}`, 'onlyuser = TRUE']],
    ['all users', () => ['onlyuser = TRUE']],
  ])('is kept if it is for %s, and the verifier takes it', async (_what, point) => {
    const issued = authority.issue('good', 'http://127.0.0.1:9/', listUrl());
    published = authority.list(...point());
    const { revocationLists, ocspResponses } = await collected(issued);
    expect(revocationLists).toEqual([published]);
    expect(ocspResponses).toEqual([]);
    expect(await levelWith(issued)).toBe('B-LT');
  });

  it.each([
    ['another distribution point', ['fullname = URI:http://lists.example.com/2.crl']],
    ['authorities', ['onlyCA = TRUE']],
    ['some reasons', ['onlysomereasons = keyCompromise']],
    ['attribute certificates', ['onlyAA = TRUE']],
  ])('is left for an answer if it is for %s', async (_what, point) => {
    const issued = authority.issue('good', await authority.respond('root', '-nmin', '60'), listUrl());
    published = authority.list(...point);
    const { revocationLists, ocspResponses } = await collected(issued);
    expect(revocationLists).toEqual([]);
    expect(ocspResponses).toHaveLength(1);
    await expect(collected(authority.issue('good', 'ldap://none', listUrl()))).rejects.toThrow(
      'is for other certificates',
    );
  });

  it('shows a revocation before any responder is asked', async () => {
    const issued = authority.issue('revoked', 'http://127.0.0.1:9/', listUrl());
    published = authority.list('onlyuser = TRUE');
    await expect(collected(issued)).rejects.toThrow('is revoked');
  });
});

it('refuses what is revoked, unknown, out of date or signed by someone else', async () => {
  const url = await authority.respond('root', '-nmin', '60');
  await expect(collected(authority.issue('revoked', url))).rejects.toThrow('is revoked');
  await expect(collected(authority.issue('unlisted', url))).rejects.toThrow("doesn't know");
  const undated = authority.issue('good', await authority.respond('root'));
  // Without an expiry time, an answer from before the timestamp proves nothing about the time of the
  // timestamp.
  await expect(collected(undated, new Date(Date.now() + 60_000))).rejects.toThrow('out of date');
  const other = authority.issue('good', await authority.respond('other', '-nmin', '60'));
  await expect(collected(other)).rejects.toThrow("isn't signed by its issuer");
});
