import type { LinkedEvent } from '../../../../src/domain/event/chain.ts';
import type { Evidence } from '../evidence.ts';
import { createResult, type Result } from '../result.ts';

/** The start of the file: the document that people were given to sign. */
export type Presented = { readonly length: number; readonly sha256: string; readonly pages: number | null };

/**
 * Checks that the file starts with the document that was shown to everyone who signed or approved, according
 * to their events.
 */
export function checkPresented(presented: Presented | null, evidence: Evidence | null): Result {
  if (presented === null) return createResult('presented', 'presented_length_missing');
  const facts = {
    bytes: presented.length,
    sha256: presented.sha256,
    ...(presented.pages === null ? {} : { pages: presented.pages }),
  };
  const stated = evidence === null ? [] : collectShownHashes(evidence.events);
  if (stated.length === 0) return createResult('presented', 'presented_not_recorded', facts);
  return createResult(
    'presented',
    stated.every((hash) => hash === presented.sha256) ? 'presented_matches' : 'presented_differs',
    { ...facts, people: stated.length },
  );
}

/** Events before the document was last sent are about a draft. */
function collectShownHashes(events: readonly LinkedEvent[]): string[] {
  const since = events.slice(events.findLastIndex(({ action }) => action === 'envelope.sent') + 1);
  return since.flatMap(({ action, payload }) => {
    if (action !== 'participant.signed' && action !== 'participant.approved') return [];
    const hash = isRecord(payload) ? payload['documentHash'] : null;
    return typeof hash === 'string' ? [hash] : [];
  });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
