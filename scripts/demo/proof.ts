import { createHash } from 'node:crypto';

import { PDF } from '@libpdf/core';

import { verifyChain } from '#domain/event/chain.ts';
import { verify } from '#verify/verify.ts';
import type { WireEvent } from '#wire/event.ts';

/** What anyone can establish from nothing but the sealed file and the event log. */
export interface Proof {
  readonly events: number;
  readonly headAtCompletion: string;
  readonly sealedBy: string;
  readonly presentedBytes: number;
}

/** Returns the SHA-256 in lowercase hex. */
export function computeSha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/**
 * Recomputes the event chain, examines the seal, and compares the two: the evidence in the sealed file
 * contains the head of the chain, and the file starts with the bytes that the signers saw. Throws at the
 * first mismatch.
 */
export async function prove(
  sealed: Uint8Array,
  events: readonly WireEvent[],
  documentHash: string,
): Promise<Proof> {
  const chain = verifyChain(events as Parameters<typeof verifyChain>[0], computeSha256);
  if (!chain.ok) throw new Error(`event ${chain.seq} does not verify: ${chain.reason}`);
  const completion = events.find(({ action }) => action === 'envelope.completed');
  const sealing = events.find(({ action }) => action === 'envelope.sealed');
  if (completion === undefined || sealing === undefined) throw new Error('the log tells of no completion');
  if (sealing.payload?.['sealedHash'] !== computeSha256(sealed))
    throw new Error('the log tells of another sealed file');

  const seal = await verify(sealed);
  const failed = seal.results.find(({ outcome }) => outcome === 'failed');
  if (failed !== undefined) throw new Error(`the seal is not intact: ${failed.code}`);
  const presentedBytes = seal.presented?.length ?? 0;
  if (computeSha256(sealed.subarray(0, presentedBytes)) !== documentHash)
    throw new Error('the sealed file does not begin with the bytes that were signed');

  const attached = (await PDF.load(sealed)).getAttachment('evidence.json');
  if (attached === null) throw new Error('no evidence is attached to the sealed file');
  const evidence = JSON.parse(Buffer.from(attached).toString()) as { headHash?: string };
  if (evidence.headHash !== completion.hash) throw new Error('the attached evidence names another chain');
  return {
    events: chain.length,
    headAtCompletion: completion.hash,
    sealedBy: seal.organization ?? 'unknown',
    presentedBytes,
  };
}
