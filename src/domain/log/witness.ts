import { fromDecimal } from './bytes.ts';
import {
  readSignatureClaims,
  parseSignatureLine,
  type NoteSignature,
  type SignatureClaim,
  type VerifierKey,
} from './note.ts';
import { parseHashes, hashLines } from './proof.ts';

/** A request to a witness (c2sp.org/tlog-witness) to sign a checkpoint that continues the one it has. */
export type AddCheckpoint = {
  /** The size of the witness's last checkpoint of this log, or 0 if it has none. */
  readonly oldSize: number;
  /** The consistency proof (RFC 6962, section 2.1.2), in hex. */
  readonly proof: readonly string[];
  readonly checkpoint: string;
};

/** Formats the body of a request for a witness's signature. */
export function formatAddCheckpoint({ oldSize, proof, checkpoint }: AddCheckpoint): string {
  return `old ${oldSize}\n${hashLines(proof)}\n${checkpoint}`;
}

/** Reads the body of a request for a witness's signature. Returns null if it isn't one. */
export function parseAddCheckpoint(body: string): AddCheckpoint | null {
  const end = body.indexOf('\n\n');
  const [first = '', ...lines] = body.slice(0, Math.max(0, end)).split('\n');
  const oldSize = fromDecimal(/^old (\d+)$/.exec(first)?.[1] ?? '');
  const proof = parseHashes(lines);
  if (oldSize === null || proof === null || proof.length > 63) return null;
  return { oldSize, proof, checkpoint: body.slice(end + 2) };
}

/** Returns the signatures by a witness's key in its response, each with what it claims to have signed. */
export function parseCosignatures(
  answer: string,
  text: string,
  key: VerifierKey,
): { signature: NoteSignature; claim: SignatureClaim }[] {
  return answer.split('\n').flatMap((line) => {
    const signature = parseSignatureLine(line);
    if (signature === null) return [];
    return readSignatureClaims({ text, signatures: [signature] }, [key]).map((claim) => ({
      signature,
      claim,
    }));
  });
}
