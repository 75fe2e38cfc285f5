import { describe, expect, it } from 'vitest';
import { type AnchorOutcome, describeAnchorProblem } from '#domain/field/anchor.ts';
import type { FieldAnchor as Anchor } from '#domain/field/details.ts';
import { toPageText } from '#reading/text/page-text.ts';
import { resolveAnchors } from '#reading/text/resolve-anchors.ts';
import { LETTER, lettersOf } from '../../support/page-facts.ts';

type Printed = readonly (readonly [text: string, x: number, baseline: number])[];

const SIZE = { width: 180, height: 44 };

function resolved(pages: readonly Printed[], ...anchors: readonly Anchor[]): AnchorOutcome[] {
  const texts = pages.map((texts, index) =>
    toPageText({
      ...{ number: index + 1, width: 612, height: 792, turned: [] },
      glyphs: texts.flatMap(([text, x, baseline]) => lettersOf(text, x, baseline)),
    }),
  );
  return resolveAnchors(
    texts,
    anchors.map((anchor) => ({ anchor, size: SIZE })),
    (text) => [text],
  );
}

/** The positions of one anchor, in points. */
function places(pages: readonly Printed[], anchor: Anchor) {
  const [outcome] = resolved(pages, anchor);
  if (outcome?.kind !== 'found') throw new Error(JSON.stringify(outcome));
  return outcome.spots.map(({ page, x, y, width, height }) => ({
    page,
    x: Math.round(x * 612),
    y: Math.round(y * 792),
    width: Math.round(width * 612),
    height: Math.round(height * 792),
  }));
}

const CONTRACT: readonly Printed[] = [
  [
    ['Agreement with BYRON ANALYTICAL LTD.', 60, 100],
    ['The signatures follow.', 60, 120],
  ],
  [
    ['ADA LOVELACE', 60, 500],
    ['BYRON ANALYTICAL LTD.', 330, 500],
    ['Signature:', 60, 560],
    ['Signature:', 330, 560],
    ['Name: Lord Byron', 330, 600],
  ],
];

describe('an anchor', () => {
  it('takes what is nearby in any case', () => {
    const pages: readonly Printed[] = [
      [['Agreement with Byron Analytical Ltd.', 60, 100]],
      ...CONTRACT.slice(1),
    ];
    expect(places(pages, { text: 'Signature:', near: 'Byron Analytical Ltd.' })).toMatchObject([
      { page: 2, x: 330 + 10 * LETTER + 4 },
    ]);
  });

  it('prefers the exact case, unless it asks for all or says that case doesn’t matter', () => {
    const lease: readonly Printed[] = [
      [['(the “Tenant”) rents the premises from the landlord.', 60, 100]],
      [
        ['LANDLORD', 60, 500],
        ['TENANT', 330, 500],
      ],
    ];
    const find = (anchor: Anchor) => places(lease, anchor).map(({ page }) => page);
    expect(find({ text: 'TENANT' })).toEqual([2]);
    expect(find({ text: 'Tenant' })).toEqual([1]);
    expect(find({ text: 'tenant' })).toEqual([1]);
    expect(find({ text: 'TENANT', occurrence: 2 })).toEqual([2]);
    expect(find({ text: 'TENANT', ignoreCase: true })).toEqual([1]);
    expect(find({ text: 'TENANT', occurrence: 'all' })).toEqual([1, 2]);
  });

  it('places a field on the line of its text, to the right', () => {
    // The letters extend from the baseline to 7 points above it.
    expect(places(CONTRACT, { text: 'Signature:' })).toEqual([
      { page: 2, x: 60 + 10 * LETTER + 4, y: 560 + 2 - 44, width: 180, height: 44 },
    ]);
  });

  it.each([
    ['below', 60, 564],
    ['above', 60, 505],
    ['over', 60, 535],
  ] as const)('places a field %s its text', (place, x, y) => {
    expect(places(CONTRACT, { text: 'Signature:', place })).toMatchObject([
      { x, y: expect.closeTo(y, -0.5) },
    ]);
  });

  it('shifts and sizes a field in fractions of the page, and keeps it on the page', () => {
    const anchor = { text: 'Signature:', dx: 0.1, dy: -0.1, width: 0.25, height: 0.05 };
    expect(places(CONTRACT, anchor)).toEqual([
      { page: 2, x: 114 + 61, y: Math.round(562 - 39.6 - 79.2), width: 153, height: 40 },
    ]);
    expect(places(CONTRACT, { text: 'Signature:', dx: 0.9, dy: 0.9 })).toMatchObject([{ x: 432, y: 748 }]);
  });

  it('takes the occurrence that is asked for', () => {
    const xs = (occurrence: Anchor['occurrence']) =>
      places(CONTRACT, { text: 'signature:', occurrence }).map(({ x }) => x);
    expect(xs(2)).toEqual([384]);
    expect(xs('last')).toEqual([384]);
    expect(xs('all')).toEqual([114, 384]);
    expect(resolved(CONTRACT, { text: 'signature:', occurrence: 3 })).toEqual([
      { kind: 'too_few', text: 'signature:', count: 2 },
    ]);
  });

  it('matches whole words, except in scripts without spaces', () => {
    expect(places(CONTRACT, { text: 'Signature' })).toMatchObject([{ page: 2 }]);
    expect(resolved(CONTRACT, { text: 'Analytic' })).toMatchObject([{ kind: 'absent' }]);
    expect(places([[['ご署名日をご記入ください', 60, 100]]], { text: '署名日' })).toHaveLength(1);
  });

  it('is looked for near another text', () => {
    expect(places(CONTRACT, { text: 'Signature:', near: 'byron analytical ltd.' })).toMatchObject([
      { x: 384 },
    ]);
    expect(places(CONTRACT, { text: 'Signature:', near: 'ADA LOVELACE' })).toMatchObject([{ x: 114 }]);
    expect(places(CONTRACT, { text: 'Signature:', near: 'ADA LOVELACE', occurrence: 2 })).toMatchObject([
      { x: 384 },
    ]);
    expect(resolved(CONTRACT, { text: 'ADA LOVELACE', near: 'Name:' })).toEqual([
      { kind: 'not_below', text: 'ADA LOVELACE', near: 'Name:' },
    ]);
  });

  it('is limited to a page', () => {
    expect(places(CONTRACT, { text: 'BYRON', page: 2 })).toMatchObject([{ page: 2 }]);
    expect(resolved(CONTRACT, { text: 'BYRON', page: 3 })).toEqual([{ kind: 'no_such_page', pages: 2 }]);
  });

  it('folds white space, quotes and dashes, but does not run over lines', () => {
    const page: Printed = [
      ['The   \u201CBuyer\u201D \u2013 hereafter', 60, 100],
      ['the Party', 60, 112],
    ];
    expect(places([page], { text: 'the "buyer" -\u00A0hereafter' })).toHaveLength(1);
    expect(resolved([page], { text: 'hereafter the Party' })).toMatchObject([{ kind: 'absent' }]);
  });

  it('observes case if it is asked to', () => {
    expect(resolved(CONTRACT, { text: 'signature:', ignoreCase: false })).toMatchObject([{ kind: 'absent' }]);
    expect(places([[['İMZA: İsim', 60, 100]]], { text: 'İMZA:', ignoreCase: false })).toHaveLength(1);
  });

  it('suggests the three most similar texts if its own is absent', () => {
    const [outcome] = resolved(CONTRACT, { text: 'Signatur' });
    expect(outcome).toEqual({
      kind: 'absent',
      text: 'Signatur',
      similar: ['signatures', 'Signature:', 'Name:'],
    });
  });

  it('says what is wrong in one sentence', () => {
    const [absent] = resolved(CONTRACT, { text: 'Signatur of Byron' });
    expect(absent?.kind === 'absent' && describeAnchorProblem(absent)).toMatch(
      /^"Signatur of Byron" is not in the document\. Similar: ".+", ".+", ".+"\.$/,
    );
  });

  it('is text, whatever is in it', () => {
    for (const text of ['.*', '\\', '((((((((((', '\u202E', '\0', '\uD800', ' ', '$&'.repeat(200)])
      expect(resolved(CONTRACT, { text })).toMatchObject([{ kind: 'absent' }]);
  });

  it('may be in a text that is drawn twice to look bold, letter by letter, or in pieces', () => {
    const twice: Printed = [
      ['Tenant', 60, 100],
      ['Tenant', 60.4, 100],
    ];
    expect(places([twice], { text: 'Tenant', occurrence: 'all' })).toHaveLength(1);
    const spaced: Printed = [['S I G N E D  B Y', 60, 100]];
    expect(places([spaced], { text: 'signed by' })).toHaveLength(1);
    const pieces: Printed = [
      ['ture:', 85, 100],
      ['Other words', 60, 200],
      ['Signa', 60, 100.4],
    ];
    expect(places([pieces], { text: 'Signature:' })).toMatchObject([{ x: 114 }]);
  });

  it('is refused if every place of it is wanted and there are too many', () => {
    const page: Printed = Array.from({ length: 60 }, (_, line) => ['x '.repeat(100), 10, 10 + line * 12]);
    expect(resolved([page], { text: 'x', occurrence: 'all' })).toEqual([
      { kind: 'too_many', text: 'x', most: 4999 },
    ]);
  });
});
