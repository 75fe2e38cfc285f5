import { describe, expect, it } from 'vitest';
import { proposeFields } from '#reading/propose-fields.ts';
import { placeAsScanned } from '#reading/scans/place-as-scanned.ts';
import { readPageFacts } from '#server/pdf/reading/read-page-facts.ts';
import { scanContract, turnPoint, type ScanOptions } from '../../support/scanned-contract.ts';

/** The fields proposed for a scan: type, party, and the middle of each in points. */
async function proposeFor(options: ScanOptions) {
  const pages = await readPageFacts(await scanContract(options));
  const { fields, parties } = proposeFields(pages);
  return {
    lines: pages.flatMap(({ lines }) => lines.map(({ text }) => text)),
    parties: parties.map(({ name }) => name),
    fields: placeAsScanned(fields, pages).map(({ type, partyIndex, box }) => ({
      type,
      partyIndex,
      x: (box.x + box.width / 2) * 612,
      y: (box.y + box.height / 2) * 792,
    })),
  };
}

describe('a scan with the text of a copier', () => {
  it.each([
    ['tilted', 0.5],
    ['tilted', 3],
    ['tilted', -3],
    ['tilted', 7],
    ['level', 3],
    ['level', -2],
  ] as const)(
    'with %s words and turned by %d degrees has the fields of a straight one',
    async (layer, degrees) => {
      const straight = await proposeFor({ layer: 'tilted' });
      expect(straight.fields.map(({ type }) => type).filter((type) => type === 'signature')).toHaveLength(2);
      expect(straight.fields).toHaveLength(8);
      const turned = await proposeFor({ layer, degrees });
      expect(turned.lines).toContain('This Agreement is governed by the laws of the State of Delaware.');
      expect(turned.parties).toEqual(straight.parties);
      const expected = straight.fields.map(({ type, partyIndex, x, y }) => ({
        type,
        partyIndex,
        ...turnPoint(x, y, degrees),
      }));
      for (const field of expected) {
        const near = turned.fields.find(({ x, y }) => Math.abs(x - field.x) < 8 && Math.abs(y - field.y) < 5);
        expect(near).toMatchObject({ type: field.type, partyIndex: field.partyIndex });
      }
      expect(turned.fields).toHaveLength(expected.length);
    },
  );
});

describe('a scan without text', () => {
  it.each([
    [0, [255, 255]],
    [0, [190, 120]],
    [2, [210, 150]],
    [-5, [255, 255]],
  ] as const)('turned by %d degrees on paper from %j still shows its lines', async (degrees, paper) => {
    const [page] = await readPageFacts(await scanContract({ degrees, paper }));
    expect(page?.tilt ?? 0).toBeCloseTo(degrees, 0);
    const rules =
      page?.rules.filter(({ orientation, width }) => orientation === 'horizontal' && width > 140) ?? [];
    expect(rules).toHaveLength(8);
    for (const rule of rules) expect(rule.width).toBeCloseTo(170, -1);
  });
});
