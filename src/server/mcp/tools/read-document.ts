import { z } from 'zod';
import { createInvalidRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { getEnvelopeFacts } from '../facts.ts';
import { formatPageTextLines, type ReadPage } from '../lines/document.ts';
import { formatEnvelopeHead } from '../lines/envelope.ts';
import { clipText, formatCount, joinParts } from '../lines/words.ts';
import { requireOperation } from '../operations.ts';
import { toToolResult } from '../results.ts';
import { SHOWS_REVIEW } from '../review/screen.ts';
import { callFor, envelopeId, readGraph, READS, createTool } from '../tool.ts';
import { waitUntilRead } from '../documents/until-read.ts';

/** The most tokens of text in an answer: `MOST_TOKENS` if the call names pages, `USUAL_TOKENS` otherwise. */
const MOST_TOKENS = 8_000;
const USUAL_TOKENS = 1_700;
/** The most page pictures in an answer. */
const MOST_PICTURES = 3;

type Lines = { readonly pageCount: number; readonly pages: readonly ReadPage[] };
type Picture = {
  readonly page: number;
  readonly pageCount: number;
  readonly pngBase64: string;
  readonly legend: readonly {
    readonly number: number;
    readonly fieldId: string;
    readonly type: string;
    readonly label: string | null;
    readonly participantName: string | null;
  }[];
};

const page = z.int().min(1).max(LIMITS.documentMaxPages);
/** The variants are named as in the operation. */
const { variant } = requireOperation('envelope.pageLines').input.shape as {
  readonly variant: z.ZodOptional<z.ZodString>;
};

/** Reads the document of an envelope. */
export const readDocument = createTool({
  name: 'read_document',
  title: 'Read a document',
  description:
    'Reads the pages of an envelope: as text, as lines with their places, or as pictures for scans and layouts. To see the fields on a page, preview.',
  annotations: READS,
  input: {
    envelope: envelopeId,
    pages: z
      .string()
      .regex(/^\d{1,5}(-\d{1,5})?$/, 'must be like 2 or 1-3')
      .optional()
      .describe('Such as 2 or 1-3. Default: the beginning.'),
    as: z.enum(['text', 'lines', 'pictures']).optional().describe('Default: text.'),
    variant,
  },
  needs: ['envelope.get', 'envelope.pageLines', 'envelope.pagePicture'],
  run: async (call) => {
    const { envelope: id, pages, as = 'text', variant: wanted } = call.input;
    const { from, to } = parsePageRange(pages);
    const graph = await waitUntilRead(call, await readGraph(call, id));
    const which = wanted === undefined ? {} : { variant: wanted };
    const facts = getEnvelopeFacts(call.context, graph);
    if (as === 'pictures') {
      const last = Math.min(to ?? from, from + MOST_PICTURES - 1);
      const pictures: Picture[] = [];
      for (let number = from; number <= last; number += 1) {
        const before = pictures.at(-1);
        if (before !== undefined && number > before.pageCount) break;
        pictures.push(await callFor<Picture>(call, 'envelope.pagePicture', { id, page: number, ...which }));
      }
      const shown = pictures.map((picture) => picture.page);
      return toToolResult({
        lines: [
          formatEnvelopeHead(graph),
          `Pictures of page ${shown.join(', ')} of ${pictures[0]?.pageCount ?? 0}.`,
        ],
        pictures: pictures.map(({ pngBase64 }) => pngBase64),
        facts,
      });
    }
    const range = { from, ...(to === undefined ? {} : { to }) };
    const read = await callFor<Lines>(call, 'envelope.pageLines', { id, ...range, ...which });
    const budget = pages === undefined ? USUAL_TOKENS : MOST_TOKENS;
    const { lines, next } = formatPageTextLines(read.pages, as === 'lines', budget);
    const end = next ?? (read.pages.at(-1)?.number ?? 0) + 1;
    const more =
      end <= read.pageCount && (next !== null || pages === undefined)
        ? [`More: call again with pages=${end}-${read.pageCount}`]
        : [];
    return toToolResult({
      lines: [joinParts(formatEnvelopeHead(graph), formatCount(read.pageCount, 'page')), ...lines, ...more],
      facts,
    });
  },
});

/** Shows a page with its fields. */
export const preview = createTool({
  name: 'preview',
  title: 'Preview a page',
  description:
    'Returns the picture of a page with its fields as numbered boxes, one color for each recipient, and what each number is. Use it to check your own placing before send.',
  annotations: READS,
  meta: SHOWS_REVIEW,
  input: { envelope: envelopeId, page: page.optional().describe('Default: the first with a field.') },
  needs: ['envelope.get', 'envelope.pagePicture'],
  run: async (call) => {
    const { envelope: id } = call.input;
    const graph = await waitUntilRead(call, await readGraph(call, id));
    const withFields = graph.fields.filter(({ placed }) => placed).map((field) => field.page);
    const shown = call.input.page ?? (withFields.length === 0 ? 1 : Math.min(...withFields));
    const picture = await callFor<Picture>(call, 'envelope.pagePicture', {
      ...{ id, page: shown, fields: true },
    });
    const others = [...new Set(withFields.filter((number) => number !== shown))].sort(
      (one, other) => one - other,
    );
    return toToolResult({
      lines: [
        formatEnvelopeHead(graph),
        `Page ${shown} of ${picture.pageCount}:`,
        ...picture.legend.map(({ number, fieldId, type, label, participantName }) =>
          joinParts(
            `${number}. ${type}`,
            participantName ?? 'nobody yet',
            label !== null && `“${clipText(label, 80)}”`,
            fieldId,
          ),
        ),
        others.length === 0
          ? 'No fields on other pages.'
          : `Fields also on page ${others.slice(0, 20).join(', ')}.`,
      ],
      pictures: [picture.pngBase64],
      facts: getEnvelopeFacts(call.context, graph),
    });
  },
});

function parsePageRange(pages: string | undefined): { from: number; to?: number } {
  if (pages === undefined) return { from: 1 };
  const [from = 1, to = from] = pages.split('-').map(Number);
  if (from < 1 || to < from)
    throw createInvalidRefusal([{ path: '/pages', message: 'must be like 2 or 1-3' }]);
  return { from, to };
}
