import { z } from 'zod';
import { documentOf, type EnvelopeGraph } from '#domain/envelope/graph.ts';
import { envelopeFieldSchema } from './envelope-field.ts';
import { envelopeSchema, type WireEnvelope } from './envelope.ts';
import { participantSchema } from './participant.ts';

/** An envelope with its participants in signing order and its fields: the answer of most operations. */
export const envelopeGraphSchema = z
  .object({
    envelope: envelopeSchema,
    participants: z.array(participantSchema),
    fields: z.array(envelopeFieldSchema),
  })
  .meta({ id: 'EnvelopeGraph' });
export type WireGraph = z.infer<typeof envelopeGraphSchema>;

/** Maps the domain's graph to the answer. Storage keys and link epochs stay inside. */
export function toWireGraph(graph: EnvelopeGraph): WireGraph {
  return {
    envelope: toWireEnvelope(graph),
    participants: graph.participants.map(({ linkEpoch: _epoch, ...participant }) => participant),
    fields: graph.fields.map(({ options, ...field }) => ({ ...field, options: options === null ? null : [...options] })),
  };
}

function toWireEnvelope(graph: EnvelopeGraph): WireEnvelope {
  const { sealingFailedAt: _failed, detectedParties, metadata, ...envelope } = graph.envelope;
  const prepared = documentOf(graph, 'prepared');
  return {
    ...envelope,
    documentHash: prepared?.sha256 ?? null,
    pageCount: prepared?.pageCount ?? null,
    metadata: metadata === null ? null : { ...metadata },
    detectedParties: detectedParties === null ? null : [...detectedParties],
  };
}
