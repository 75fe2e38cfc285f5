import { describe, expect, it } from 'vitest';
import { fromHex, encodeUtf8 } from '#domain/log/bytes.ts';
import { formatCheckpoint } from '#domain/log/checkpoint.ts';
import { parsePreimage, buildPreimage } from '#domain/log/entry.ts';
import { logFault, readLogEvidence, type LogEvidence } from '#domain/log/inclusion.ts';
import { formatNote } from '#domain/log/note.ts';
import { formatProof, parseProof } from '#domain/log/proof.ts';
import { parseCosignatures, formatAddCheckpoint, parseAddCheckpoint } from '#domain/log/witness.ts';
import { formatSignatureLine } from '#domain/log/note.ts';
import { computeSha256Bytes, computeSha256Hex } from '#server/crypto/hash.ts';
import { memoryLog, newSigner, signatureOf } from '../../support/log.ts';

const events = [1, 2, 3].map((seq) => ({ seq, hash: computeSha256Hex(`event ${seq}`) }));
const chain = { organizationId: 'org_1', envelopeId: 'env_1', events };
const head = {
  organizationId: 'org_1',
  envelopeId: 'env_1',
  seq: 2,
  headHash: computeSha256Hex('event 2'),
  nonce: '0f'.repeat(16),
};
const preimage = buildPreimage(head);
const others = Array.from({ length: 6 }, (_, n) => computeSha256Bytes(encodeUtf8(`other ${n}`)));
const log = memoryLog([...others.slice(0, 4), computeSha256Bytes(encodeUtf8(preimage)), ...others.slice(4)]);
const signer = newSigner('sign.example/log', 'log');
const text = formatCheckpoint({ origin: signer.key.name, size: 7, rootHash: log.rootAt(7) });
const checkpoint = formatNote({ text, signatures: [signatureOf(signer, text)] });
const proof = { index: 4, hashes: log.proofOf(4, 7), checkpoint };
const evidence: LogEvidence = { preimage, index: 4, proof: formatProof(proof) };

describe('the evidence of the log', () => {
  it('confirms a chain, also one that has grown since', () => {
    expect(logFault(evidence, chain, computeSha256Hex)).toBeNull();
    expect(readLogEvidence(evidence)?.head).toEqual(head);
  });

  it.each([
    ['a chain that was cut', evidence, { ...chain, events: events.slice(0, 1) }, 'chain_cut'],
    [
      'a chain that was rewritten',
      evidence,
      { ...chain, events: events.map((event) => ({ ...event, hash: computeSha256Hex(event.hash) })) },
      'chain_rewritten',
    ],
    ['another envelope', evidence, { ...chain, envelopeId: 'env_2' }, 'other_envelope'],
    ['another organization', evidence, { ...chain, organizationId: 'org_2' }, 'other_organization'],
    [
      'another nonce',
      { ...evidence, preimage: buildPreimage({ ...head, nonce: '00'.repeat(16) }) },
      chain,
      'not_in_tree',
    ],
    [
      'another place',
      { ...evidence, index: 3, proof: formatProof({ ...proof, index: 3 }) },
      chain,
      'not_in_tree',
    ],
    ['a place that the proof contradicts', { ...evidence, index: 3 }, chain, 'not_in_tree'],
    ['no proof', { ...evidence, proof: 'x' }, chain, 'not_in_tree'],
    ['a preimage that is not canonical', { ...evidence, preimage: ` ${preimage}` }, chain, 'not_in_tree'],
    [
      'a preimage with more in it',
      { ...evidence, preimage: preimage.replace('{', '{"a":1,') },
      chain,
      'not_in_tree',
    ],
    [
      'no checkpoint',
      { ...evidence, proof: formatProof({ ...proof, checkpoint: '' }) },
      chain,
      'not_in_tree',
    ],
    [
      'another tree',
      {
        ...evidence,
        proof: formatProof({
          ...proof,
          checkpoint: checkpoint.replace(
            text,
            formatCheckpoint({ origin: 'x', size: 7, rootHash: log.rootAt(6) }),
          ),
        }),
      },
      chain,
      'not_in_tree',
    ],
  ])('finds %s', (_what, given, against, fault) => {
    expect(logFault(given, against, computeSha256Hex)).toBe(fault);
  });

  it('hides what it commits to: the preimage without its nonce leads nowhere', () => {
    expect(parsePreimage(preimage.replace(/"nonce":"[^"]+",/, ''))).toBeNull();
    expect(fromHex(head.nonce)).toHaveLength(16);
  });
});

describe('a proof', () => {
  it('survives being written and read, also with extra data', () => {
    expect(parseProof(evidence.proof)).toEqual(proof);
    expect(parseProof(evidence.proof.replace('\n', '\nextra AAAA\n'))).toEqual(proof);
    const alone = { index: 0, hashes: [], checkpoint };
    expect(parseProof(formatProof(alone))).toEqual(alone);
  });
});

describe('a request to a witness', () => {
  it('survives being written and read', () => {
    const request = { oldSize: 4, proof: log.proofOf(0, 7), checkpoint };
    expect(parseAddCheckpoint(formatAddCheckpoint(request))).toEqual(request);
    const first = { oldSize: 0, proof: [], checkpoint };
    expect(parseAddCheckpoint(formatAddCheckpoint(first))).toEqual(first);
    expect(parseAddCheckpoint(formatAddCheckpoint(request).replace('old 4', 'old 04'))).toBeNull();
  });

  it('finds the signatures of the asked key in the answer', () => {
    const [asked, stranger] = [newSigner('w.example', 'witness'), newSigner('x.example', 'witness')];
    const answer = [stranger, asked]
      .map((witness) => formatSignatureLine(signatureOf(witness, text, 77)))
      .join('');
    expect(parseCosignatures(answer, text, asked.key).map(({ claim }) => claim.time)).toEqual([77]);
    expect(parseCosignatures('<html>', text, asked.key)).toEqual([]);
  });
});
