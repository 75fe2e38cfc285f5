import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDocument } from '#server/pdf/engine/open.ts';
import { limitDrawnBytes } from '#server/pdf/normalize/content/drawn-bytes.ts';
import { normalizeDocument } from '#server/pdf/normalize/normalize.ts';
import { takeTags } from '#server/pdf/tags/take-tags.ts';
import { corpusOf, CORPUS } from '../../support/intake-corpus.ts';
import { NOTICED_DOCUMENTS } from '../../support/noticed-documents.ts';
import { onePage } from '../../support/pdf.ts';

const LAYERS = '/OCProperties <</OCGs [6 0 R] /D <</OFF [6 0 R]>>>>';

/** Documents whose uncompressed content is edited, or whose bytes are. */
const EDITED: readonly (readonly [string, Uint8Array])[] = [
  ['a Q without a q', onePage({ content: 'BT /F1 18 Tf 20 150 Td (Agreement) Tj ET\n Q\n' })],
  ['a Q without a q in an inline image', onePage({ content: 'Q BI /W 1 /H 1 /BPC 8 /CS /G ID \x80 EI Q' })],
  [
    'a hidden layer and a Q without a q',
    onePage({
      catalog: LAYERS,
      content: '/OC /L BDC BT /F1 18 Tf (off) Tj ET EMC Q',
      resources: '/Properties <</L 6 0 R>>',
      objects: ['<</Type /OCG /Name (off)>>'],
    }),
  ],
  ['escaped bytes in a name', onePage({ content: '/F1 9 Tf Q', resources: '/XObject <</A#FCb 4 0 R>>' })],
  ['a text tag', onePage({ text: '{{Buyer;type=signature}}' })],
];

/** Every how many documents one is tested. */
const EVERY = 23;
const sample = corpusOf('pdf').filter((_traits, index) => index % EVERY === 0);

/**
 * Does everything that intake does with a file's bytes. They are a `Buffer`, as read from disk, and its
 * `slice` is a view: writing to one would write to the uploaded file.
 */
async function work(source: Buffer): Promise<void> {
  const { graph, pages } = await openDocument(source, 50);
  limitDrawnBytes(graph, pages);
  const { bytes } = await normalizeDocument(graph, pages);
  await takeTags(bytes, 50);
}

/** A refusal is as good as any other outcome here. */
async function changes(original: Uint8Array): Promise<number> {
  const source = Buffer.from(original);
  await Promise.allSettled([work(source)]);
  return source.findIndex((byte, at) => byte !== original[at]);
}

describe('the bytes of a document stay as they were uploaded', () => {
  test.each(EDITED)('with %s', async (_what, document) => {
    expect(await changes(document)).toBe(-1);
  });

  test.each(NOTICED_DOCUMENTS)('with %s', async (_what, document) => {
    expect(await changes(await document())).toBe(-1);
  });

  test.skipIf(sample.length === 0).each(sample)('in $file', async ({ file }) => {
    expect(await changes(readFileSync(join(CORPUS, 'pdf', file)))).toBe(-1);
  });
});
