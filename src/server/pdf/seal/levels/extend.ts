import { createHash } from 'node:crypto';
import type { SealLevel } from '#domain/envelope/seal-level.ts';
import { readTimestamp, type Timestamp } from '#server/crypto/timestamp/token.ts';
import { encodeSignedData, TOKEN_ATTRIBUTE_BYTES } from '../cms.ts';
import {
  addValidationData,
  prepareTimestamp,
  type PreparedTimestamp,
  type ValidationData,
} from './long-term.ts';
import { fillHole, type Hole } from '../placeholder.ts';
import type { Stamping } from '../seal-request.ts';
import { findSignature, timestampsIn } from '../signature-hole.ts';
import { examineSeal, parseSignedData } from '../verify.ts';

/** What a seal needs to prove more: timestamps, and what shows that certificates were valid. */
export type ExtensionSources = Stamping & {
  /** Returns data about certificates that signed before `since`. Throws if some can't be had. */
  readonly validationData: (certificates: readonly Uint8Array[], since: Date) => Promise<ValidationData>;
};

export type ExtendedFile = {
  readonly bytes: Uint8Array;
  readonly level: SealLevel;
  /** The last timestamp: what the level depends on. */
  readonly timestamp: Timestamp;
};

/** The slow stages, which can run in a thread. Each takes the bytes it is given. */
export type ExtensionStages = {
  readonly signatureOf: (sealed: Uint8Array) => Promise<SealSignature>;
  readonly addToken: (sealed: Uint8Array, token: Uint8Array) => Promise<Uint8Array>;
  readonly signersOf: (sealed: Uint8Array) => Promise<Signers>;
  readonly addValidationData: (sealed: Uint8Array, data: ValidationData) => Promise<Uint8Array>;
  readonly prepareTimestamp: (file: Uint8Array, tokenBytes: number) => Promise<PreparedTimestamp>;
  readonly finishTimestamp: (prepared: PreparedTimestamp, token: Uint8Array) => Promise<Uint8Array>;
};

/** The seal's signature value, and how long a token can be to fit beside it. */
export type SealSignature = { readonly sha256: Uint8Array; readonly tokenRoom: number };
/** Everyone's certificates, and the last timestamp. */
export type Signers = { readonly certificates: readonly Uint8Array[]; readonly timestamp: Timestamp };

/** The seal was made without room for a timestamp, so it stays at B-B. */
export class NoRoomError extends Error {
  override readonly name = 'NoRoomError';
}

/**
 * Raises a seal as far as its sources allow, at most to B-LTA, or renews its document timestamp. A timestamp in the seal
 * changes bytes in its hole, which the seal doesn't cover; everything else is appended. Returns null if no timestamp is to be
 * had; `onDelay` is called if it stops on the way. Throws NoRoomError.
 */
export async function extendFile(
  sealed: Uint8Array,
  level: SealLevel,
  sources: ExtensionSources,
  stages: ExtensionStages,
  onDelay: (error: unknown) => void,
): Promise<ExtendedFile | null> {
  const timed = level === 'B-B' ? await timestamped(sealed, sources, stages) : sealed;
  if (timed === null) return null;
  const { certificates, timestamp } = await stages.signersOf(copied(timed));
  const reached: ExtendedFile | null = level === 'B-B' ? { bytes: timed, level: 'B-T', timestamp } : null;
  try {
    const data = await sources.validationData(certificates, timestamp.time);
    const longTerm = await stages.addValidationData(copied(timed), data);
    const archived = await archive(longTerm, sources, stages);
    // A seal that had a document timestamp is renewed with a newer one, or left as it is.
    return archived ?? (level === 'B-LTA' ? null : { bytes: longTerm, level: 'B-LT', timestamp });
  } catch (error) {
    onDelay(error);
    return reached;
  }
}

async function timestamped(
  sealed: Uint8Array,
  sources: Stamping,
  stages: ExtensionStages,
): Promise<Uint8Array | null> {
  const { sha256, tokenRoom } = await stages.signatureOf(copied(sealed));
  if (tokenRoom < sources.tokenBytes()) throw new NoRoomError(`the seal has room for ${tokenRoom} bytes`);
  const timestamp = await sources.stamp(sha256);
  if (timestamp === null) return null;
  if (timestamp.token.length > tokenRoom) throw new NoRoomError(`the seal has room for ${tokenRoom} bytes`);
  return await stages.addToken(copied(sealed), timestamp.token);
}

async function archive(
  file: Uint8Array,
  sources: Stamping,
  stages: ExtensionStages,
): Promise<ExtendedFile | null> {
  let tokenBytes = sources.tokenBytes();
  for (;;) {
    const prepared = await stages.prepareTimestamp(copied(file), tokenBytes);
    const timestamp = await sources.stamp(prepared.hole.sha256);
    if (timestamp === null) return null;
    if (timestamp.token.length <= tokenBytes)
      return { bytes: await stages.finishTimestamp(prepared, timestamp.token), level: 'B-LTA', timestamp };
    tokenBytes = timestamp.token.length + 1024;
  }
}

/** Stages take their bytes away. */
function copied(bytes: Uint8Array): Uint8Array {
  return Uint8Array.from(bytes);
}

type Sealed = {
  readonly cms: ReturnType<typeof parseSignedData>;
  readonly hole: Omit<Hole, 'sha256'>;
  readonly leaf: Uint8Array;
};

function readSeal(sealed: Uint8Array): Sealed {
  const found = findSignature(sealed);
  if (typeof found === 'string') throw new Error(found);
  const [leaf] = examineSeal(sealed).certificates;
  if (leaf === undefined) throw new Error("the seal's certificate is missing");
  const [, start, end] = found.byteRange;
  return { cms: parseSignedData(found.contents), hole: { start, end }, leaf };
}

/** The stages where they are called. */
export const EXTENSION_IN_PLACE = {
  signatureOf(sealed: Uint8Array): SealSignature {
    const { cms, hole, leaf } = readSeal(sealed);
    const used = encodeSignedData({ ...cms, leaf, timestamp: null }).length;
    return {
      sha256: createHash('sha256').update(cms.signature).digest(),
      tokenRoom: Math.max(0, (hole.end - hole.start - 2) / 2 - used - TOKEN_ATTRIBUTE_BYTES),
    };
  },
  addToken(sealed: Uint8Array, token: Uint8Array): Uint8Array {
    const { cms, hole, leaf } = readSeal(sealed);
    fillHole(sealed, hole, encodeSignedData({ ...cms, leaf, timestamp: token }));
    return verified(sealed);
  },
  signersOf(sealed: Uint8Array): Signers {
    const { cms } = readSeal(sealed);
    const archived = timestampsIn(sealed);
    if (typeof archived === 'string') throw new Error(archived);
    const tokens = [
      ...archived.map(({ contents }) => contents),
      ...(cms.timestamp === null ? [] : [cms.timestamp]),
    ];
    const [last, ...others] = tokens.map(readTimestamp);
    if (last === undefined) throw new Error('the seal has no timestamp');
    const signers = [last, ...others].flatMap(({ certificates }) => certificates);
    return { certificates: [...cms.certificates, ...signers], timestamp: last };
  },
  addValidationData,
  prepareTimestamp,
  finishTimestamp({ bytes, hole }: PreparedTimestamp, token: Uint8Array): Uint8Array {
    fillHole(bytes, hole, token);
    return verified(bytes);
  },
};

/** Refuses to return anything that a verifier would reject. */
function verified(bytes: Uint8Array): Uint8Array {
  const { ok, reason } = examineSeal(bytes);
  if (!ok) throw new Error(`the extended seal does not verify: ${reason ?? ''}`);
  return bytes;
}
