import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { extendDueSeals } from '#server/jobs/extend-seals.ts';
import { sealEnvelope } from '#server/jobs/seal-envelope.ts';
import { verify } from '#verify/verify.ts';
import { baselineFaults } from '../pdf/support/baseline-lint.ts';
import { pdfsig, qpdfCheck } from '../pdf/support/pdf-tools.ts';
import { useApi } from '../support/api.ts';
import { ALICE, sendDraft, SIGNATURE } from '../support/envelopes.ts';
import { openOcspAuthority } from '../support/ocsp-authority.ts';
import { signAs } from '../support/signer.ts';
import { startTimestampServer } from '../support/timestamp/timestamp-server.ts';

const authority = openOcspAuthority();
const stamps = await startTimestampServer();
let isDown = true;
let responder: string;
const front = await startFront();
// The certificate names a responder, but no revocation list.
authority.issue('good', `http://127.0.0.1:${(front.address() as AddressInfo).port}/`);
const api = useApi({
  env: {
    SEAL_PKCS12: authority.keyStore('good'),
    SEAL_PKCS12_PASSWORD: 'secret',
    TIMESTAMP_URLS: stamps.url,
    OUTBOUND_NETWORKS: '127.0.0.0/8',
  },
});
beforeAll(async () => {
  responder = await authority.respond('responder', '-nmin', '60');
});
afterAll(async () => {
  authority.close();
  await stamps.close();
  await new Promise((closed) => front.close(closed));
});

/**
 * Starts a server in front of the responder. It answers with 503 while it's down, otherwise with the
 * responder's answer.
 */
async function startFront(): Promise<Server> {
  const server = createServer((incoming, outgoing) => {
    if (isDown) return void outgoing.writeHead(503).end();
    const { method, headers } = incoming;
    const onward = request(responder + (incoming.url ?? ''), { method, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  return server;
}

it('raises a seal of a foreign authority as soon as its responder answers', async () => {
  const { apiKey: key, organizationId } = await api.tenant();
  const sent = await sendDraft(api, key, {
    participants: [ALICE],
    fields: [{ ...SIGNATURE, participantIndex: 0 }],
  });
  await signAs(api, sent, ALICE);
  const id = sent.envelope.id as string;
  const work = async (job: () => Promise<unknown>) => {
    // The services use the real time.
    api.clock.now = new Date();
    await job();
    const path = `/api/v1/envelopes/${id}/document?variant=sealed`;
    return (await api.call('GET', path, { key })).bytes;
  };
  const report = async (file: Uint8Array) =>
    await verify(file, { roots: [authority.root], timestampRoots: [stamps.root] });

  const sealed = await work(() => sealEnvelope(api.services, { organizationId, envelopeId: id }));
  expect((await report(sealed)).level).toBe('B-T');
  const waiting = await work(() => extendDueSeals(api.services));
  expect(waiting.equals(sealed)).toBe(true);

  isDown = false;
  const archived = await work(() => extendDueSeals(api.services));
  expect(archived.subarray(0, sealed.length).equals(sealed)).toBe(true);
  const { verdict, level, results } = await report(archived);
  expect([verdict, level]).toEqual(['valid', 'B-LTA']);
  expect(results.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['unchanged_with_updates', 'sealed_by', 'time_confirmed', 'long_term_archived']),
  );
  expect(archived.includes('/OCSPs')).toBe(true);
  expect(await baselineFaults(archived, 'B-LTA')).toEqual([]);
  expect(pdfsig(archived)).toContain('Signature is Valid.');
  expect(qpdfCheck(archived).status).toBe(0);
});
