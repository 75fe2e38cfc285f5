import { verifyConsistency } from '#domain/event/merkle-log.ts';
import { parseCheckpointText } from '#domain/log/checkpoint.ts';
import {
  readSignatureClaims,
  formatVerifierKey,
  parseNote,
  formatSignatureLine,
  type VerifierKey,
} from '#domain/log/note.ts';
import { parseAddCheckpoint } from '#domain/log/witness.ts';
import { verifyEd25519 } from '#server/crypto/ed25519.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { newSigner, signatureOf, type Signer } from './log.ts';
import { startReceiver, type Receiver } from './receiver.ts';

/** A witness that follows c2sp.org/tlog-witness and remembers the latest state it signed for each log. */
export type TestWitness = {
  readonly vkey: string;
  readonly signer: Signer;
  readonly server: Receiver;
  /** What it signed, by log name. */
  readonly signed: Map<string, { size: number; rootHash: string }>;
  /** The keys of the logs that it knows. */
  readonly logs: VerifierKey[];
  /** Whether it answers at all. */
  isDown: boolean;
  /** What it answers instead of the correct response. */
  lie: ((body: string) => WitnessReply) | null;
};

export type WitnessReply = { readonly status: number; readonly body: string; readonly type?: string };

/** Starts a witness on loopback. */
export async function startWitness(name: string): Promise<TestWitness> {
  const signer = newSigner(name, 'witness');
  const server = await startReceiver(({ path, body }, _request, response) => {
    if (witness.isDown) return;
    const reply: WitnessReply =
      path === '/add-checkpoint' ? (witness.lie ?? honest)(body) : { status: 404, body: '' };
    response.writeHead(reply.status, { 'content-type': reply.type ?? 'text/plain' }).end(reply.body);
  });
  const honest = (body: string) => answer(witness, body);
  const witness: TestWitness = {
    ...{ vkey: formatVerifierKey(signer.key), signer, server },
    ...{ signed: new Map(), logs: [], isDown: false, lie: null },
  };
  return witness;
}

function answer({ signer, signed, logs }: TestWitness, body: string): WitnessReply {
  const request = parseAddCheckpoint(body);
  const note = request && parseNote(request.checkpoint);
  const checkpoint = note && parseCheckpointText(note.text);
  if (request === null || note === null || checkpoint === null) return { status: 400, body: 'malformed' };
  const { origin, size, rootHash } = checkpoint;
  const known = logs.filter(({ name }) => name === origin);
  if (known.length === 0) return { status: 404, body: 'unknown log' };
  const claims = readSignatureClaims(note, known);
  const isSigned = claims.some(({ key, message, signature }) =>
    verifyEd25519(key.publicKey, message, signature),
  );
  if (!isSigned) return { status: 403, body: 'no signature of the log' };
  if (request.oldSize > size) return { status: 400, body: 'the old size is larger' };
  const last = signed.get(origin) ?? { size: 0, rootHash: computeSha256Hex('') };
  if (request.oldSize !== last.size) return { status: 409, body: `${last.size}\n`, type: 'text/x.tlog.size' };
  const claim = {
    from: last.size,
    to: size,
    fromRoot: last.rootHash,
    toRoot: rootHash,
    proof: request.proof,
  };
  if (!verifyConsistency(claim, computeSha256Hex))
    return last.size === size ? { status: 409, body: `${size}\n` } : { status: 422, body: 'inconsistent' };
  signed.set(origin, { size, rootHash });
  return { status: 200, body: formatSignatureLine(signatureOf(signer, note.text)) };
}
