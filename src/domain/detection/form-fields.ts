import { type PageBox, type PageFacts, asFractions, sharedArea } from './page-facts.ts';
import type { ProposedField } from './propose-fields.ts';

/** The fields of a form's page: blanks of underscores, ruled lines with room above them, and tick boxes. */
export function formFields(page: PageFacts): ProposedField[] {
  const ticks = page.shapes.filter(isTickBox).map((box) => proposed(page, box, 'checkbox'));
  const leaders = page.leaders
    .filter(({ kind, width }) => kind === 'underscore' && width > 18)
    .map(({ x, width, baseline, size }) => ({ x, y: baseline - size, width, height: size * 1.1 }))
    .map((box) => proposed(page, box, 'text'));
  const ruled = page.rules
    .filter(
      ({ orientation, width }) => orientation === 'horizontal' && width > 30 && width < page.width * 0.7,
    )
    .map(({ x, y, width }) => ({ x, y: y - 13, width, height: 13 }))
    .filter((box) => page.words.every((word) => sharedArea(word, box) === 0))
    .map((box) => proposed(page, box, 'text'));
  return [...ticks, ...leaders, ...ruled];
}

function isTickBox(shape: PageFacts['shapes'][number]): boolean {
  return (
    shape.stroke !== null &&
    shape.width >= 5 &&
    shape.width <= 16 &&
    shape.height >= 5 &&
    shape.height <= 16 &&
    Math.abs(shape.width - shape.height) < 3
  );
}

function proposed(page: PageFacts, box: PageBox, type: ProposedField['type']): ProposedField {
  const before = page.lines
    .filter((line) => Math.abs(line.baseline - (box.y + box.height)) < box.height && line.x < box.x)
    .at(-1);
  return {
    page: page.number,
    box: asFractions(box, page),
    type,
    label: before?.text ?? '',
    required: false,
    multiline: false,
    group: null,
    partyIndex: null,
    proposedAutoSource: null,
    confidence: 0.5,
  };
}
