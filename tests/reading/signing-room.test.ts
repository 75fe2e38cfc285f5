import { describe, expect, it } from 'vitest';
import type { FieldType } from '#domain/field/catalogue.ts';
import type { PageBox } from '#reading/page/page-facts.ts';
import { proposeFields } from '#reading/propose-fields.ts';
import type { ProposedField } from '#reading/proposed-field.ts';
import { withSigningRoom } from '#reading/signing-room.ts';
import { pageFacts, type Printed } from '../support/page-facts.ts';

/** A blank 14 points high whose bottom is 500 points from the top. */
const BLANK = { x: 100, y: 486, width: 200, height: 14 };

function field(type: FieldType, { x, y, width, height }: PageBox = BLANK, page = 1): ProposedField {
  return {
    ...{ page, type, label: '', required: true, multiline: false, group: null, partyIndex: null },
    box: { x: x / 612, y: y / 792, width: width / 612, height: height / 792 },
    proposedAutoSource: null,
    confidence: 1,
  };
}

/** The top and height of each box in points. */
function roomOf(fields: readonly ProposedField[], printed: Printed = {}) {
  return withSigningRoom(fields, [pageFacts(printed)]).map(({ box }) => [
    Math.round(box.y * 7920) / 10,
    Math.round(box.height * 7920) / 10,
  ]);
}

describe('room to sign', () => {
  it('is made upward, and only for signatures and initials', () => {
    expect(roomOf([field('signature')])).toEqual([[472, 28]]);
    expect(roomOf([field('initials')])).toEqual([[476, 24]]);
    expect(roomOf([field('date'), field('text')])).toEqual([
      [486, 14],
      [486, 14],
    ]);
  });

  it('leaves a box that is high enough, and one of a page that was not read, as they are', () => {
    const high = field('signature', { ...BLANK, y: 460, height: 40 });
    const elsewhere = field('signature', BLANK, 2);
    expect(withSigningRoom([high, elsewhere], [pageFacts({})])).toEqual([high, elsewhere]);
  });

  it.each<[string, Printed]>([
    ['words', { texts: [['ACME WIDGETS', 120, 480]] }],
    ['a blank', { texts: [['_____________', 120, 478]] }],
    ['a line', { rules: [[80, 479.75, 320, 479.75]] }],
    ["a cell's side", { boxes: [[80, 480, 300, 30]] }],
    ['a picture', { images: [{ x: 120, y: 440, width: 40, height: 40 }] }],
  ])('ends below %s above it', (_, printed) => {
    expect(roomOf([field('signature')], printed)).toEqual([[481, 19]]);
  });

  it.each<[string, Printed]>([
    ['words before it', { texts: [['By:', 84, 498]] }],
    ['words that end where it begins', { texts: [['ACME', 80.5, 480]] }],
    ['the line that it stands on', { rules: [[100, 500, 300, 500]] }],
    ['the sides of its column', { rules: [[100, 300, 100, 600]] }],
    ['the scan of the page', { images: [{ x: 0, y: 0, width: 612, height: 792 }] }],
  ])('is not taken by %s', (_, printed) => {
    expect(roomOf([field('signature')], printed)).toEqual([[472, 28]]);
  });

  it('does not grow over words that reach into it', () => {
    expect(roomOf([field('signature')], { texts: [['Accepted', 120, 490]] })).toEqual([[486, 14]]);
  });

  it('leaves other fields alone, also those that grew', () => {
    const above = field('name', { ...BLANK, y: 466 });
    expect(roomOf([above, field('signature')])).toEqual([
      [466, 14],
      [481, 19],
    ]);
    const higher = field('signature', { ...BLANK, y: 468 });
    expect(roomOf([higher, field('signature')])).toEqual([
      [454, 28],
      [483, 17],
    ]);
  });

  it('is made above the lines of a signature block, below its heading', () => {
    const page = pageFacts({
      texts: [
        ['This Agreement is made between Acme Widgets, Inc. ("Seller")', 60, 60],
        ['and Muster GmbH ("Buyer"). The parties to this Agreement agree:', 60, 74],
        ['IN WITNESS WHEREOF, the parties have executed this Agreement.', 60, 110],
        ['ACME WIDGETS, INC.', 60, 150],
        ['By: ____________________', 60, 190],
        ['Name: __________________', 60, 206],
        ['MUSTER GMBH', 60, 250],
        ['By: ____________________', 60, 266],
        ['Name: __________________', 60, 282],
      ],
    });
    const { fields } = proposeFields([page]);
    const marks = withSigningRoom(fields, [page]).filter(({ type }) => type === 'signature');
    const heights = marks.map(({ box }) => Math.round(box.height * 792));
    expect(heights[0]).toBe(28);
    expect(heights[1]).toBeLessThan(20);
    const [, heading] = page.lines.filter(({ text }) => text === 'MUSTER GMBH' || text.startsWith('ACME'));
    expect((marks[1]?.box.y ?? 0) * 792).toBeGreaterThanOrEqual((heading?.y ?? 0) + (heading?.height ?? 0));
  });
});
