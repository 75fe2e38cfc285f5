import { verifyInclusion, type Sha256OfBytes } from '../event/merkle-log.ts';
import { parseCheckpointText, type Checkpoint } from './checkpoint.ts';
import { hashEntryLeaf, toLogEntry, parsePreimage, type SaltedHead } from './entry.ts';
import { parseNote, type Note } from './note.ts';
import { parseProof } from './proof.ts';

/** An envelope's entry in the log, as it is included in the evidence. */
export type LogEvidence = {
  readonly preimage: string;
  readonly index: number;
  /** The text of a `.tlog-proof` file. */
  readonly proof: string;
};

/**
 * Why the log doesn't confirm a chain. `chain_cut` and `chain_rewritten`: the log has an event that the chain
 * lacks or has in another form. `not_in_tree`: nothing proves that the log contains the entry.
 */
export const LOG_FAULTS = [
  'other_organization',
  'other_envelope',
  'chain_cut',
  'chain_rewritten',
  'not_in_tree',
] as const;
export type LogFault = (typeof LOG_FAULTS)[number];

/** What the log's evidence states. Its signatures are checked separately, with {@link Note}. */
export type LogStatement = {
  readonly head: SaltedHead;
  readonly index: number;
  readonly hashes: readonly string[];
  readonly checkpoint: Checkpoint;
  readonly note: Note;
};

/**
 * Reads the log's evidence. Returns null if a part of it is malformed or if the parts contradict each other.
 */
export function readLogEvidence({ preimage, index, proof }: LogEvidence): LogStatement | null {
  const head = parsePreimage(preimage);
  const parsed = parseProof(proof);
  const note = parsed && parseNote(parsed.checkpoint);
  const checkpoint = note && parseCheckpointText(note.text);
  if (head === null || parsed === null || note === null || checkpoint === null) return null;
  return parsed.index === index ? { head, index, hashes: parsed.hashes, checkpoint, note } : null;
}

/** Checks a chain, already verified on its own, against its entry in the log. Returns null if they agree. */
export function logFault(
  evidence: LogEvidence,
  chain: {
    readonly organizationId: string;
    readonly envelopeId: string;
    readonly events: readonly { readonly seq: number; readonly hash: string }[];
  },
  sha256: Sha256OfBytes,
): LogFault | null {
  const statement = readLogEvidence(evidence);
  if (statement === null) return 'not_in_tree';
  const { head, index, hashes, checkpoint } = statement;
  if (head.organizationId !== chain.organizationId) return 'other_organization';
  if (head.envelopeId !== chain.envelopeId) return 'other_envelope';
  const event = chain.events[head.seq - 1];
  if (event === undefined) return 'chain_cut';
  if (event.hash !== head.headHash) return 'chain_rewritten';
  const leaf = hashEntryLeaf(toLogEntry(evidence.preimage, sha256), sha256);
  const claim = { leaf, position: index, size: checkpoint.size, root: checkpoint.rootHash, proof: hashes };
  return verifyInclusion(claim, sha256) ? null : 'not_in_tree';
}
