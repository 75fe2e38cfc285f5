import { accept } from '#domain/decision.ts';
import type { EffectPayloads } from '#domain/effects.ts';
import { isDetectionUnderWay, startDetection } from '#domain/envelope/detect.ts';
import type { Services } from '#server/runtime/services.ts';
import { convertDocuments } from './convert-documents.ts';
import { decide } from './decide-as-system.ts';
import { detectFields } from './detect-fields.ts';

type Target = EffectPayloads['svc/document.received'];

/**
 * Reads an envelope's document: converts it if the conversion was left to a job, and detects fields if
 * requested. An envelope whose state has changed is left as it is. After the last attempt, the draft
 * continues without fields.
 */
export async function readDocument(services: Services, target: Target, lastAttempt: boolean): Promise<void> {
  // If this attempt is killed too, only a draft whose detection has started is given up on.
  const begin = lastAttempt ? startDetection : () => accept({});
  const received = await decide(services, target, begin);
  if (received === null) return;
  const graph =
    received.envelope.documentStatus === 'processing'
      ? await convertDocuments(services, target, received, { lastAttempt, begin })
      : received;
  if (graph !== null && isDetectionUnderWay(graph.envelope))
    await detectFields(services, target, graph, lastAttempt);
}
