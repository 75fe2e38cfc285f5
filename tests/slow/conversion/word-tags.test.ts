import { describe, expect, it } from 'vitest';
import type { WireGraph } from '#wire/envelope-graph.ts';
import type { Glyph } from '#reading/page/words.ts';
import { findTags } from '#reading/text/find-tags.ts';
import { readDocument } from '#server/jobs/read-document.ts';
import { renderGrayPage } from '#server/pdf/reading/gray-page.ts';
import { openPages } from '#server/pdf/reading/open-pages.ts';
import { readGlyphs } from '#server/pdf/reading/page-glyphs.ts';
import { useApi } from '../../support/api.ts';
import { patience } from '../../support/patience.ts';
import { paragraph, table, wordFile } from '../../support/word-body.ts';

const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const api = useApi({ env: { DOCX_CONVERTER: 'wasm' } });

const TAGGED = wordFile(
  paragraph('Signed by {{Name;type=signature;role=Buyer}} on this day, and by nobody else.'),
  paragraph('Split {{Full na', 'me;role=', 'Seller}} over runs, with an ', 'end.'),
  table(['Place', 'Due'], ['{{Place;role=Buyer}}', 'until {{Due;type=date;role=Seller}} at noon']),
  paragraph('A tag {{Bad;type=autograph}} that stays, and [[brackets]] [[note]]'),
  paragraph('The last line'),
);

async function converted(textTags: boolean, variables?: Record<string, string>) {
  const { apiKey: key, organizationId } = await api.tenant();
  const answer = await api.ask('POST /api/v1/envelopes', {
    key,
    body: {
      originalFilename: 'Tagged.docx',
      document: { contentBase64: TAGGED.toString('base64'), contentType: TYPE },
      detect: false,
      textTags,
      ...(variables === undefined ? {} : { variables }),
    },
  });
  expect(answer.status).toBe(201);
  const { id } = answer.json.envelope;
  await readDocument(api.services, { organizationId, envelopeId: id }, false);
  const graph = (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } })).json as WireGraph;
  const query = { variant: 'prepared' } as const;
  const { bytes } = await api.ask('GET /api/v1/envelopes/{id}/document', { key, path: { id }, query });
  return { graph, ...(await drawn(bytes)) };
}

/** The first page: its characters, and its picture in gray. */
async function drawn(bytes: Uint8Array) {
  let page: { glyphs: readonly Glyph[]; width: number; height: number; gray: Uint8Array } | null = null;
  let scale = 1;
  let across = 0;
  await openPages(bytes, ({ number, opened }) => {
    if (number !== 1 || opened === null) return;
    const { library, page: loaded, space } = opened;
    const picture = renderGrayPage(library, loaded, space);
    if (picture === null) return;
    const { glyphs } = readGlyphs(library, loaded, space);
    page = { glyphs, width: space.width, height: space.height, gray: picture.values };
    scale = picture.scale;
    across = picture.width;
  });
  if (page === null) throw new Error('the page was not rendered');
  const read: { glyphs: readonly Glyph[]; width: number; height: number; gray: Uint8Array } = page;
  return { ...read, scale, across };
}

describe('tags in a Word file', () => {
  it.each([
    ['as it is', undefined],
    ['whose variables are filled in', { brackets: '{{signature}}', note: '{{Place;role=Buyer}}' }],
  ])(
    'become fields where they stood, and nothing else of a file %s changes',
    async (_what, variables) => {
      const before = await converted(false, variables);
      const after = await converted(true, variables);
      const readable = ['Name', 'Full name', 'Place', 'Due'];
      const tags = findTags(before.glyphs)
        .filter(({ inner }) => readable.includes(inner.split(';')[0] ?? ''))
        .slice(0, readable.length);
      expect(after.graph.fields.map(({ label, type, page }) => [label, type, page])).toEqual([
        ['Name', 'signature', 1],
        ['Full name', 'text', 1],
        ['Place', 'text', 1],
        ['Due', 'date', 1],
      ]);
      after.graph.fields.forEach((field, index) => {
        const box = tags[index]?.box ?? expect.fail('no such tag');
        expect(field.x).toBeCloseTo(box.x / before.width, 3);
        expect(field.y + field.height).toBeCloseTo((box.y + box.height + 2) / before.height, 2);
      });
      expect(after.graph.envelope.detectedParties?.map(({ roleLabel }) => roleLabel)).toEqual([
        'Buyer',
        'Seller',
      ]);
      const { notices = [] } = after.graph.envelope.document ?? {};
      expect(notices.find(({ code }) => code === 'unread_tags')?.items).toEqual([
        { text: '{{Bad;type=autograph}}', page: 1, reason: '"autograph" is not a field type' },
      ]);

      const gone = tags.flatMap(({ glyphs }) => glyphs);
      const kept = before.glyphs.filter((glyph) => !gone.includes(glyph));
      expect(after.glyphs.map(({ text }) => text).join('')).toBe(kept.map(({ text }) => text).join(''));
      // Marked tags are drawn separately from the text around them, which a converter rounds slightly.
      const most = variables === undefined ? 0.001 : 0.2;
      kept.forEach((glyph, index) => {
        expect(Math.abs((after.glyphs[index]?.x ?? NaN) - glyph.x)).toBeLessThanOrEqual(most);
        expect(Math.abs((after.glyphs[index]?.y ?? NaN) - glyph.y)).toBeLessThanOrEqual(most);
      });
      const { outside, left, taken } = changedPixels(before, after, gone);
      expect(left).toBe(0);
      expect(taken).toBeGreaterThan(500);
      if (variables === undefined) expect(outside).toBe(0);
    },
    patience(240_000),
  );
});

type Drawn = Awaited<ReturnType<typeof drawn>>;

/**
 * Counts the pixels that changed outside removed characters, and the pixels with and without ink inside them.
 */
function changedPixels(before: Drawn, after: Drawn, gone: readonly Glyph[]) {
  const isGone = (at: number) => {
    const [x, y] = [(at % before.across) / before.scale, Math.floor(at / before.across) / before.scale];
    return gone.some(
      (one) => x > one.x - 1 && x < one.x + one.width + 1 && y > one.y - 1 && y < one.y + one.height + 1,
    );
  };
  const counted = { outside: 0, left: 0, taken: 0 };
  before.gray.forEach((value, at) => {
    const now = after.gray[at] ?? 0;
    if (value === now) return;
    if (!isGone(at)) counted.outside += 1;
    else if (now < 250) counted.left += 1;
    else counted.taken += 1;
  });
  return counted;
}
