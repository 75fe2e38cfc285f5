import { accept, type Decision } from '../decision.ts';
import type { SealLevel } from './seal-level.ts';
import type { Timestamp } from '../timestamp.ts';
import { findDocument, type EnvelopeDocument, type EnvelopeGraph } from './graph.ts';

/** A sealed document extended to prove more, or to prove it for longer. */
export type ExtendedSeal = {
  /** The hash of the file that was extended. */
  readonly from: string;
  readonly document: EnvelopeDocument;
  readonly level: SealLevel;
  /** When to extend the seal again; null for never. */
  readonly dueAt: Timestamp | null;
};

/**
 * Records the extended document. Changes nothing if the envelope's sealed document has been replaced since.
 */
export function extendSeal(graph: EnvelopeGraph, extended: ExtendedSeal): Decision {
  const current = findDocument(graph, 'sealed');
  if (current?.sha256 !== extended.from) return accept({});
  const { document, level, dueAt } = extended;
  return accept({
    patch: { envelope: { sealLevel: level, sealDueAt: dueAt }, documents: [document] },
    events: [
      {
        action: 'envelope.seal_extended',
        payload: {
          level,
          sealedHash: document.sha256,
          previousHash: current.sha256,
          sizeBytes: document.sizeBytes,
        },
      },
    ],
  });
}
