import { toFractions, type PageBox, type PageFacts } from '#reading/page/page-facts.ts';
import type { ProposedField } from '#reading/proposed-field.ts';
import { tickGlyphs } from '#reading/candidates/tick-boxes.ts';

/** The room for a tick around the printed box, as shares of the box's height or width. */
const ABOVE = 0.4;
const BELOW = 0.28;
const BESIDE = 0.14;

/** Returns the tick boxes that are characters in the text of a contract: "☐ Renewal is automatic." */
export function findContractTicks(page: PageFacts): ProposedField[] {
  return tickGlyphs(page).map((glyph) => ({
    page: page.number,
    box: toFractions(withRoom(glyph), page),
    type: 'checkbox' as const,
    label: getWordsAfter(page, glyph),
    required: false,
    multiline: false,
    group: null,
    partyIndex: null,
    proposedAutoSource: null,
    confidence: 0.8,
  }));
}

function withRoom({ x, y, width, height }: PageBox): PageBox {
  return {
    x: x - width * BESIDE,
    y: y - height * ABOVE,
    width: width * (1 + 2 * BESIDE),
    height: height * (1 + ABOVE + BELOW),
  };
}

function getWordsAfter({ lines }: PageFacts, glyph: PageBox): string {
  const bottom = glyph.y + glyph.height;
  const line = lines.find(
    ({ x, width, baseline }) => Math.abs(baseline - bottom) < 4 && x + width > glyph.x + glyph.width,
  );
  return (
    line?.words
      .filter((word) => word.x > glyph.x + glyph.width / 2)
      .map(({ text }) => text)
      .join(' ') ?? ''
  );
}
