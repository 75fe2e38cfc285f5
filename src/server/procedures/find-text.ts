import { z } from 'zod';
import { type EnvelopeDocument, findDocument } from '#domain/envelope/graph.ts';
import { createRefusal } from '#domain/errors.ts';
import { FIELD_TYPES } from '#domain/field/catalogue.ts';
import { ANCHOR_PLACES } from '#domain/field/details.ts';
import { LIMITS } from '#domain/limits.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { createRequiredLineSchema } from '#wire/text.ts';
import { loadGraph } from '#server/db/envelopes/load-graph.ts';
import { loadTemplate } from '#server/db/templates/change-template.ts';
import { findText } from '#server/document/find-text.ts';
import { memberProcedure } from '#server/trpc/audience.ts';

const wanted = {
  text: createRequiredLineSchema(LIMITS.anchorTextMaxChars),
  type: z.enum(FIELD_TYPES),
  place: z.enum(ANCHOR_PLACES).optional(),
};

const spots = z.array(
  z.object({ page: z.int(), x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
);

const foundText = z.object({
  ignoreCase: z.boolean(),
  texts: spots,
  places: spots,
  similar: z.array(z.string()),
  isTooOften: z.boolean(),
});

/** Finds the places of a text in an envelope's document, to put fields there. */
export const findEnvelopeText = memberProcedure('read')
  .input(z.strictObject({ id: createPathIdSchema('envelope'), ...wanted }))
  .output(foundText)
  .query(async ({ ctx: { services, member }, input: { id, ...given } }) => {
    const graph = await loadGraph(services, member.organizationId, id);
    const document = findDocument(graph, 'prepared');
    if (document === null)
      throw createRefusal('invalid_state', { status: graph.envelope.status, reason: 'document_missing' });
    return copyFound(await findText(services, member.organizationId, document, given));
  });

/** Finds the places of a text in a template's document. */
export const findTemplateText = memberProcedure('read')
  .input(z.strictObject({ id: createPathIdSchema('template'), ...wanted }))
  .output(foundText)
  .query(async ({ ctx: { services, member }, input: { id, ...given } }) => {
    const graph = await loadTemplate(services, member.organizationId, id);
    const document: EnvelopeDocument | null = findDocument(graph, 'prepared');
    if (document === null) throw createRefusal('not_found');
    return copyFound(await findText(services, member.organizationId, document, given));
  });

function copyFound({ texts, places, similar, ...found }: Awaited<ReturnType<typeof findText>>) {
  return { ...found, texts: [...texts], places: [...places], similar: [...similar] };
}
