import { createHash } from 'node:crypto';
import type { SealLevel } from '#domain/envelope/status.ts';
import { checkFile, type ReadSeal } from '#verify/checks/file.ts';
import { stripPadding } from '#verify/pdf/find-seal.ts';
import { readChildren, readDer } from '#verify/x509/der.ts';
import { OID, type SignedData } from '#verify/x509/signed-data.ts';
import { readTimestamp, type Timestamp } from '#server/crypto/timestamp/token.ts';
import { encodeSignedData, TOKEN_ATTRIBUTE_BYTES } from '../cms.ts';
import {
  addValidationData,
  prepareTimestamp,
  type PreparedTimestamp,
  type ValidationData,
} from './long-term.ts';
import { fillHole } from '../placeholder.ts';
import type { Stamping } from '../seal-request.ts';
import { refuseInvalidSeal } from '../self-check.ts';

/** What is needed to raise a seal's level: timestamps, and data that shows that certificates were valid. */
export type ExtensionSources = Stamping & {
  /**
   * Returns validation data for certificates that signed before `since`. Throws if some of it isn't
   * available.
   */
  readonly validationData: (certificates: readonly Uint8Array[], since: Date) => Promise<ValidationData>;
};

export type ExtendedFile = {
  readonly bytes: Uint8Array;
  readonly level: SealLevel;
  /** The last timestamp, which the level depends on. */
  readonly timestamp: Timestamp;
};

/** The slow stages, which can run in a thread. Each stage takes ownership of the bytes it is given. */
export type ExtensionStages = {
  readonly readSignature: (sealed: Uint8Array) => Promise<SealSignature>;
  readonly addToken: (sealed: Uint8Array, token: Uint8Array, now: Date) => Promise<Uint8Array>;
  readonly readSigners: (sealed: Uint8Array) => Promise<Signers>;
  readonly addValidationData: (sealed: Uint8Array, data: ValidationData) => Promise<Uint8Array>;
  readonly prepareTimestamp: (file: Uint8Array, tokenBytes: number) => Promise<PreparedTimestamp>;
  readonly finishTimestamp: (
    prepared: PreparedTimestamp,
    token: Uint8Array,
    now: Date,
  ) => Promise<Uint8Array>;
};

/** The hash of the seal's signature value, and the maximum length of a token that fits beside it. */
export type SealSignature = { readonly sha256: Uint8Array; readonly tokenRoom: number };
/** The certificates of everyone who signed or stamped, and the last timestamp. */
export type Signers = { readonly certificates: readonly Uint8Array[]; readonly timestamp: Timestamp };

/** Thrown if the seal was made without room for a timestamp, so it stays at B-B. */
class NoRoomError extends Error {
  override readonly name = 'NoRoomError';
}

/**
 * Raises a seal as far as its sources allow, at most to B-LTA, or renews its document timestamp. A timestamp
 * inside the seal only changes bytes in the signature's hole, which the seal doesn't cover; everything else
 * is appended. Returns null if no timestamp is available. Calls `onDelay` if it stops on the way. Throws
 * NoRoomError.
 */
export async function extendFile(
  sealed: Uint8Array,
  level: SealLevel,
  sources: ExtensionSources,
  stages: ExtensionStages,
  onDelay: (error: unknown) => void,
): Promise<ExtendedFile | null> {
  const timed = level === 'B-B' ? await addTimestamp(sealed, sources, stages) : sealed;
  if (timed === null) return null;
  const { certificates, timestamp } = await stages.readSigners(copyBytes(timed));
  const reached: ExtendedFile | null = level === 'B-B' ? { bytes: timed, level: 'B-T', timestamp } : null;
  try {
    const data = await sources.validationData(certificates, timestamp.time);
    const longTerm = await stages.addValidationData(copyBytes(timed), data);
    const archived = await archive(longTerm, sources, stages);
    // A seal that already had a document timestamp gets a newer one or stays as it is.
    return archived ?? (level === 'B-LTA' ? null : { bytes: longTerm, level: 'B-LT', timestamp });
  } catch (error) {
    onDelay(error);
    return reached;
  }
}

async function addTimestamp(
  sealed: Uint8Array,
  sources: Stamping,
  stages: ExtensionStages,
): Promise<Uint8Array | null> {
  const { sha256, tokenRoom } = await stages.readSignature(copyBytes(sealed));
  if (tokenRoom < (await sources.tokenBytes()))
    throw new NoRoomError(`the seal has room for ${tokenRoom} bytes`);
  const timestamp = await sources.stamp(sha256);
  if (timestamp === null) return null;
  if (timestamp.token.length > tokenRoom) throw new NoRoomError(`the seal has room for ${tokenRoom} bytes`);
  return await stages.addToken(copyBytes(sealed), timestamp.token, timestamp.time);
}

async function archive(
  file: Uint8Array,
  sources: Stamping,
  stages: ExtensionStages,
): Promise<ExtendedFile | null> {
  let tokenBytes = await sources.tokenBytes();
  for (;;) {
    const prepared = await stages.prepareTimestamp(copyBytes(file), tokenBytes);
    const timestamp = await sources.stamp(prepared.hole.sha256);
    if (timestamp === null) return null;
    if (timestamp.token.length <= tokenBytes)
      return {
        bytes: await stages.finishTimestamp(prepared, timestamp.token, timestamp.time),
        level: 'B-LTA',
        timestamp,
      };
    tokenBytes = timestamp.token.length + 1024;
  }
}

/** Returns a copy, because stages take ownership of the bytes they are given. */
function copyBytes(bytes: Uint8Array): Uint8Array {
  return Uint8Array.from(bytes);
}

type Sealed = ReadSeal & { readonly cms: SignedData };

async function readSeal(sealed: Uint8Array): Promise<Sealed> {
  const { seal, result } = await checkFile(sealed);
  if (seal?.cms == null || result.outcome !== 'passed')
    throw new Error(`the file has no intact seal: ${result.code}`);
  return { ...seal, cms: seal.cms };
}

/** Encodes a seal's CMS structure as it was made, with the given timestamp or none. */
function encodeSeal(cms: SignedData, timestamp: Uint8Array | null): Uint8Array {
  return encodeSignedData({
    certificates: cms.certificates.map(({ der }) => der),
    leaf: cms.signer.der,
    attributes: readChildren(readDer(cms.signedAttributes)).map(({ bytes }) => bytes),
    signature: cms.signature,
    timestamp,
  });
}

/** The stages, run in the caller's thread. */
export const EXTENSION_IN_PLACE = {
  async readSignature(sealed: Uint8Array): Promise<SealSignature> {
    const { cms, found } = await readSeal(sealed);
    return {
      sha256: createHash('sha256').update(cms.signature).digest(),
      tokenRoom: Math.max(0, found.contents.length - encodeSeal(cms, null).length - TOKEN_ATTRIBUTE_BYTES),
    };
  },
  async addToken(sealed: Uint8Array, token: Uint8Array, now: Date): Promise<Uint8Array> {
    const { cms, found } = await readSeal(sealed);
    fillHole(sealed, found.hole, encodeSeal(cms, token));
    await refuseInvalidSeal(sealed, now);
    return sealed;
  },
  async readSigners(sealed: Uint8Array): Promise<Signers> {
    const { cms, updates } = await readSeal(sealed);
    const archived = updates.revisions
      .flatMap(({ timestamps }) => timestamps)
      .map(({ contents }) => stripPadding(contents));
    const own = cms.unsigned.get(OID.timestampToken)?.bytes;
    const tokens = await Promise.all([...(own === undefined ? [] : [own]), ...archived].map(readTimestamp));
    const last = tokens.at(-1);
    if (last === undefined) throw new Error('the seal has no timestamp');
    const sealers = [cms.signer, ...cms.certificates.filter((one) => one !== cms.signer)];
    return {
      certificates: [...sealers.map(({ der }) => der), ...tokens.flatMap(({ certificates }) => certificates)],
      timestamp: last,
    };
  },
  addValidationData,
  prepareTimestamp,
  async finishTimestamp(
    { bytes, hole }: PreparedTimestamp,
    token: Uint8Array,
    now: Date,
  ): Promise<Uint8Array> {
    fillHole(bytes, hole, token);
    await refuseInvalidSeal(bytes, now);
    return bytes;
  },
};
