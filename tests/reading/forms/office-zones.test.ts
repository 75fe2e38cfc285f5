import { describe, expect, it } from 'vitest';
import { findCandidates } from '#reading/candidates/find-candidates.ts';
import { findOfficeZones } from '#reading/forms/office-zones.ts';
import { pageFacts } from '../../support/page-facts.ts';

const FRAME = [400, 50, 160, 60] as const;

describe('parts of a form that are kept for its receiver', () => {
  it.each([
    'FOR OFFICE USE ONLY',
    'For court use only',
    'Do not write in this space',
    'Nur vom Amt auszufüllen',
    "Réservé à l'administration",
    'Uso oficial',
    'Niet invullen',
    'SAMPLE',
  ])('%s', (text) => {
    const page = pageFacts({ boxes: [FRAME], texts: [[text, 402, 60]] });
    const [x, y, width, height] = FRAME;
    expect(findOfficeZones(findCandidates(page))).toMatchObject([{ x, y, width, height }]);
  });

  it.each(['Office address', 'Use of the property', 'Place of business'])('not %s', (text) => {
    expect(findOfficeZones(findCandidates(pageFacts({ boxes: [FRAME], texts: [[text, 402, 60]] })))).toEqual(
      [],
    );
  });

  it('reaches to the cells that hang on a bar', () => {
    const page = pageFacts({
      boxes: [
        [100, 100, 300, 16],
        [100, 116, 150, 30],
        [250, 116, 150, 30],
      ],
      texts: [['AGENCY USE', 110, 111]],
    });
    const zones = findOfficeZones(findCandidates(page));
    expect(zones).toContainEqual(expect.objectContaining({ x: 100, y: 116 }));
    expect(zones).toContainEqual(expect.objectContaining({ x: 250, y: 116 }));
  });
});
