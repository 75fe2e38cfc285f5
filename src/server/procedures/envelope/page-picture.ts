import { z } from 'zod';
import type { EnvelopeField, EnvelopeGraph } from '#domain/envelope/graph.ts';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { FIELD_TYPES } from '#domain/field/catalogue.ts';
import { LIMITS } from '#domain/limits.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { loadGraph } from '#server/db/envelopes/load-graph.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { READABLE, READABLE_DESCRIPTION, requireReadableDocument } from './readable-document.ts';

const WIDTH = 1_200;

/**
 * Colors of the boxes, by recipient. They differ clearly from each other, and are colors that small pictures
 * have.
 */
const COLORS = [
  [0, 102, 204],
  [204, 102, 0],
  [0, 153, 51],
  [153, 51, 204],
  [204, 0, 51],
  [0, 153, 153],
] as const;
const NOBODYS_COLOR = [102, 102, 102] as const;

/** Gives an agent the picture of a page, and draws the fields on it if the agent asks for them. */
export const getPagePicture = memberProcedure('read')
  .meta({ agent: { scopes: ['envelopes:read'], rest: false } })
  .input(
    z.strictObject({
      id: createPathIdSchema('envelope'),
      page: z.int().min(1).max(LIMITS.documentMaxPages),
      variant: z.enum(READABLE).optional().describe(READABLE_DESCRIPTION),
      fields: z
        .boolean()
        .optional()
        .describe('Whether to draw the fields as numbered boxes. Default: false.'),
    }),
  )
  .output(
    z.object({
      variant: z.enum(READABLE),
      page: z.int(),
      pageCount: z.int(),
      width: z.int().describe('In pixels.'),
      height: z.int(),
      pngBase64: z.string(),
      legend: z
        .array(
          z.object({
            number: z.int(),
            fieldId: z.string(),
            type: z.enum(FIELD_TYPES),
            label: z.string().nullable(),
            participantName: z.string().nullable(),
          }),
        )
        .describe('The fields on the page by the numbers in their boxes, from top to bottom.'),
    }),
  )
  .query(async ({ ctx: { services, member }, input: { id, page, variant: wanted, fields = false } }) => {
    const graph = await loadGraph(services, member.organizationId, id);
    const document = await requireReadableDocument(services, graph, wanted);
    const { variant, pageCount } = document;
    if (page > pageCount)
      throw createInvalidRefusal([{ path: '/page', message: `must be at most ${pageCount}` }]);
    const shown = fields ? listPageFields(graph, page) : [];
    const picture = await services.pictures.page(
      { organizationId: member.organizationId, waiting: 'request' },
      document,
      { page, width: WIDTH, boxes: shown.map((field, index) => toBox(graph, field, index + 1)) },
    );
    if (picture === null)
      throw createRefusal(
        'document_unreadable',
        { reason: 'too_complex' },
        "The page can't be drawn in time.",
      );
    const { width, height, png } = picture;
    const legend = shown.map((field, index) => toLegend(graph, field, index + 1));
    const pngBase64 = Buffer.from(png).toString('base64');
    return { variant, page, pageCount, width, height, pngBase64, legend };
  });

function listPageFields({ fields }: EnvelopeGraph, page: number): EnvelopeField[] {
  return fields
    .filter((field) => field.placed && field.page === page)
    .sort((one, other) => one.y - other.y || one.x - other.x);
}

function toBox({ participants }: EnvelopeGraph, field: EnvelopeField, number: number) {
  const { x, y, width, height, participantId } = field;
  const place = participants.findIndex(({ id }) => id === participantId);
  const color = place < 0 ? NOBODYS_COLOR : (COLORS[place % COLORS.length] ?? NOBODYS_COLOR);
  return { number, x, y, width, height, color };
}

function toLegend({ participants }: EnvelopeGraph, field: EnvelopeField, number: number) {
  const { id: fieldId, type, label, participantId, syntheticRoleName } = field;
  const participant = participants.find(({ id }) => id === participantId);
  return { number, fieldId, type, label, participantName: participant?.name ?? syntheticRoleName };
}
