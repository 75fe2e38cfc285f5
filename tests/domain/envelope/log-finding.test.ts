import { expect, it } from 'vitest';
import { verifyEnvelope, type LogFacts } from '#domain/envelope/verification.ts';
import { encodeUtf8 } from '#domain/log/bytes.ts';
import { formatCheckpoint } from '#domain/log/checkpoint.ts';
import { buildPreimage } from '#domain/log/entry.ts';
import { formatNote } from '#domain/log/note.ts';
import { formatProof } from '#domain/log/proof.ts';
import { computeSha256Bytes, computeSha256Hex } from '#server/crypto/hash.ts';
import { memoryLog, newSigner, signatureOf } from '../../support/log.ts';

const envelope = { id: 'env_1', organizationId: 'org_1' };
const head = { organizationId: 'org_1', envelopeId: 'env_1', seq: 0, headHash: '', nonce: '00'.repeat(16) };

/** Returns the log's finding for an envelope without events; the entry refers to event `seq`. */
function found(facts: Partial<LogFacts>, seq = 1) {
  const preimage = buildPreimage({ ...head, seq });
  const log = memoryLog([computeSha256Bytes(encodeUtf8(preimage))]);
  const signer = newSigner('sign.example/log', 'log');
  const text = formatCheckpoint({ origin: signer.key.name, size: 1, rootHash: log.rootAt(1) });
  const checkpoint = formatNote({ text, signatures: [signatureOf(signer, text)] });
  const evidence = { preimage, index: 0, proof: formatProof({ index: 0, hashes: [], checkpoint }) };
  const given = { evidence, isSigned: true, witnesses: 0, quorum: 0, ...facts };
  const events = [{ seq: 1, hash: '' }] as unknown as Parameters<typeof verifyEnvelope>[0]['events'];
  const stored = { originals: [], prepared: null, sealed: null, certificate: null };
  return verifyEnvelope({ envelope, events, log: given, stored }, computeSha256Hex)[1];
}

it.each([
  [{}, 1, 'checkpoint_covers'],
  [{ witnesses: 1, quorum: 2 }, 1, 'checkpoint_covers'],
  [{ witnesses: 2, quorum: 2 }, 1, 'checkpoint_witnessed'],
  [{ isSigned: false, witnesses: 2, quorum: 2 }, 1, 'checkpoint_signature'],
  [{}, 2, 'chain_cut'],
] as const)('with %j about event %i is %s', (facts, seq, code) => {
  expect(found(facts, seq)?.code).toBe(code);
});
