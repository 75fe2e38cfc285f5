import { resolveAnchors } from '#reading/text/resolve-anchors.ts';
import type { PageText } from '#reading/text/page-text.ts';
import { readPageTexts } from '#server/pdf/text/read-page-texts.ts';
import { listVisualOrders } from '#server/pdf/text/visual-orders.ts';
import { createAgreement } from './agreement.ts';
import { type Extent, type Figure, createFigure, measureRounds } from './figures.ts';

const PAGES = 2000;
/** How many different pages are read. The search sees them repeated. */
const READ = 100;
const ANCHORS = 60;
const SIZE = { width: 180, height: 44 };

/** Looks up anchors in the text of 2,000 dense pages. Reading the text isn't measured. */
export async function benchAnchors({ rounds }: Extent): Promise<Figure[]> {
  const bytes = await createAgreement(READ);
  const start = performance.now();
  const read = await readPageTexts(bytes);
  const perPage = (performance.now() - start) / READ;
  const pages = Array.from({ length: PAGES }, (_, index): PageText => {
    const page = read[index % READ];
    if (page === undefined) throw new Error('a page was not read');
    return { ...page, number: index + 1 };
  });
  const look = async (texts: readonly string[], occurrence: 'last' | 1) => {
    const begun = performance.now();
    const anchors = texts.map((text) => ({ anchor: { text, occurrence }, size: SIZE }));
    const outcomes = resolveAnchors(pages, anchors, listVisualOrders);
    if (outcomes.length !== texts.length) throw new Error('an anchor has no outcome');
    return Promise.resolve(performance.now() - begun);
  };
  const there = Array.from({ length: ANCHORS }, (_, index) => `${READ}.${(index % 44) + 1} The Supplier`);
  const absent = ['Signature of the Supplier:'];
  return [
    createFigure('read the text of a page to search in', 'ms', [perPage]),
    createFigure(
      `${ANCHORS} anchors in ${PAGES} pages`,
      'ms',
      await measureRounds(rounds, () => look(there, 1)),
      {
        atMost: 300,
      },
    ),
    createFigure(
      `the last occurrence of ${ANCHORS} texts in ${PAGES} pages`,
      'ms',
      await measureRounds(rounds, () => look(there, 'last')),
      { atMost: 300 },
    ),
    createFigure(
      `a missing text in ${PAGES} pages, with similar ones`,
      'ms',
      await measureRounds(rounds, () => look(absent, 1)),
      { atMost: 300 },
    ),
  ];
}
