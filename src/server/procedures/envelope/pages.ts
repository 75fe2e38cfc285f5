import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import type { EnvelopeField, EnvelopeGraph } from '#domain/envelope/graph.ts';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { FIELD_TYPES } from '#domain/field/catalogue.ts';
import { LIMITS } from '#domain/limits.ts';
import { findPassage } from '#domain/search/passage.ts';
import { searchTerms } from '#domain/search/words.ts';
import { extractContract } from '#reading/contract/extract.ts';
import { extractSchema } from '#wire/extract.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { readTransaction, transaction } from '#server/db/client/transaction.ts';
import { readStoredReading, type StoredReading } from '#server/db/envelopes/contract-readings.ts';
import { loadGraph } from '#server/db/envelopes/load-graph.ts';
import { readTextPages } from '#server/db/envelopes/search-documents.ts';
import { MOST_PAGES_OF_LINES, type PageRange } from '#server/pdf/text/read-lines.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { READABLE, READABLE_DESCRIPTION, requireReadableDocument } from './shown-document.ts';

const pageNumber = z.int().min(1).max(LIMITS.documentMaxPages);
const fraction = z.number().min(0).max(1);

/** Gives an agent the text of pages line by line, with the position of each line. */
export const readPageLines = memberProcedure('read')
  .meta({ agent: { scopes: ['envelopes:read'], rest: false } })
  .input(
    z.strictObject({
      id: createPathIdSchema('envelope'),
      variant: z.enum(READABLE).optional().describe(READABLE_DESCRIPTION),
      from: pageNumber.optional().describe('The first page. Default: 1.'),
      to: pageNumber
        .optional()
        .describe(`The last page. Default: the last one of the ${MOST_PAGES_OF_LINES} that a call may read.`),
    }),
  )
  .output(
    z.object({
      variant: z.enum(READABLE),
      pageCount: z.int(),
      pages: z.array(
        z.object({
          number: z.int(),
          width: z.number().describe('In points, as displayed.'),
          height: z.number(),
          lines: z.array(
            z.object({ text: z.string(), x: fraction, y: fraction, width: fraction, height: fraction }),
          ),
          omitted: z.int().describe('How many more lines the page has.'),
        }),
      ),
    }),
  )
  .query(async ({ ctx: { services, member }, input }) => {
    const graph = await loadGraph(services, member.organizationId, input.id);
    const { variant, sha256, pageCount, read } = await requireReadableDocument(
      services,
      graph,
      input.variant,
    );
    const pages = requireRange(input, pageCount);
    const requester = { organizationId: member.organizationId, waiting: 'request' } as const;
    const found = await read((path) => services.texts.lines(requester, { path, sha256, pageCount, pages }));
    if (found === null)
      throw createRefusal(
        'document_unreadable',
        { reason: 'too_complex' },
        "The document's text took too long to read.",
      );
    return { variant, pageCount, pages: found.map(({ lines, ...page }) => ({ ...page, lines: [...lines] })) };
  });

type Wanted = { readonly from?: number | undefined; readonly to?: number | undefined };
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

/** As many envelopes as one page of a list shows. */
const MOST = 25;

/**
 * Shows where the documents of found envelopes contain the search text. Leaves out envelopes whose documents
 * don't contain it, because only their names or people match.
 */
export const readPassages = memberProcedure('read')
  .input(
    z.strictObject({
      search: z.string().min(1).max(LIMITS.filterMaxChars),
      envelopeIds: z.array(z.string()).min(1).max(MOST),
    }),
  )
  .output(
    z.array(
      z.object({
        envelopeId: z.string(),
        page: z.int(),
        parts: z.array(z.object({ text: z.string(), isMatch: z.boolean() })),
        matches: z.int(),
      }),
    ),
  )
  .query(async ({ ctx: { services, member }, input: { search, envelopeIds } }) => {
    const { organizationId } = member;
    const terms = searchTerms(search);
    if (terms.length === 0) return [];
    const texts = await readTransaction(services.db, { organizationId }, (tx) =>
      readTextPages(tx, envelopeIds, terms),
    );
    const found = [];
    for (const [envelopeId, pages] of texts) {
      const passage = findPassage(pages, search);
      if (passage !== null) found.push({ envelopeId, ...passage, parts: [...passage.parts] });
      // A long document takes milliseconds, so other requests get a chance in between.
      await setImmediate();
    }
    return found;
  });

/** Returns the data of a completed contract. */
export const extractEnvelope = memberProcedure('read')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/envelopes/{id}/extract',
      tags: ['Envelopes'],
      summary: 'Extract data from a completed contract',
      description:
        "Returns the parties, lifecycle dates and labeled fields of a completed envelope, along with dates, governing law and parties found in labeled fields or the document's text, each with its wording, page and confidence. The text is read shortly after completion; `message` says whether this has happened. Until completion, the status is `not_extracted`.",
    },
    rest: { errors: ['not_found'] },
    agent: { scopes: ['envelopes:read'], rest: true },
  })
  .input(z.strictObject({ id: createPathIdSchema('envelope') }))
  .output(extractSchema)
  .query(async ({ ctx: { services, member }, input }) => {
    const graph = await loadGraph(services, member.organizationId, input.id);
    const about = { envelopeId: graph.envelope.id, envelopeStatus: graph.envelope.status };
    const stored = await transaction(services.db, { organizationId: member.organizationId }, (tx) =>
      readStoredReading(tx, graph.envelope.id),
    );
    const contract = extractContract(graph, stored?.reading ?? null);
    if (contract === null) {
      return {
        status: 'not_extracted' as const,
        ...about,
        message: "The contract isn't complete until everyone has signed.",
      };
    }
    const { parties, dates, fields, semantic } = contract;
    return {
      status: 'extracted' as const,
      ...about,
      message: getReadingMessage(stored),
      parties: [...parties],
      dates,
      fields: [...fields],
      semantic: {
        dates: [...semantic.dates],
        governingLaw: semantic.governingLaw,
        perpetual: semantic.perpetual,
        parties: semantic.parties.map((party) => ({ ...party, aliases: [...party.aliases] })),
      },
    };
  });

/**
 * Refuses with `validation_failed` if the pages don't exist or are too many. A range may end beyond the last
 * page.
 */
function requireRange({ from = 1, to }: Wanted, pageCount: number): PageRange {
  if (from > pageCount)
    throw createInvalidRefusal([{ path: '/from', message: `must be at most ${pageCount}` }]);
  const last = to ?? from - 1 + MOST_PAGES_OF_LINES;
  if (last < from) throw createInvalidRefusal([{ path: '/to', message: 'must not be before from' }]);
  if (last - from >= MOST_PAGES_OF_LINES)
    throw createInvalidRefusal([
      { path: '/to', message: `must be less than ${MOST_PAGES_OF_LINES} pages after from` },
    ]);
  return { from, to: Math.min(last, pageCount) };
}

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

function getReadingMessage(stored: StoredReading): string {
  if (stored === null) return "Based on the signed fields. The document's text is still being read.";
  if (stored.reading === null) return "Based on the signed fields. The document's text can't be read.";
  return "Based on the signed fields and the document's text.";
}
