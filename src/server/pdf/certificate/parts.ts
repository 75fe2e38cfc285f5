import { toPrintable } from '#domain/text.ts';
import { measureText } from '#server/pdf/drawing/text/wrap.ts';
import { drawMark } from '#server/pdf/drawing/marks.ts';
import type { LoadedMarks } from '#server/pdf/drawing/pictures.ts';
import {
  placeBeside,
  type Block,
  COLOR,
  createGap,
  LOOK,
  createRule,
  stackBlocks,
  tagBlock,
  createTextBlock,
} from './blocks.ts';
import type { CertificateFact, CertificatePart, CertificatePerson } from './content.ts';
import { createCodeSquare } from './code-square.ts';

const GUTTER = 18;
const CODE_SIZE = 93;
/** The widths of a person's mark and of the gap beside it, in points. */
const MARK = 102;
const MARK_GUTTER = 10;
/** The most that labels take of the width of a person's facts. */
const LABEL_SHARE = 0.46;

/** Blocks that stay together on a page. A page can end between two of these. */
type PartBlocks = {
  readonly blocks: readonly Block[];
  readonly gap: number;
};

/** Makes the blocks of a part, as wide as the column beside its heading. */
export function buildPartBlocks(
  part: Exclude<CertificatePart, { kind: 'table' }>,
  width: number,
  marks: LoadedMarks,
): PartBlocks {
  switch (part.kind) {
    case 'text':
      return { blocks: [createTextBlock(part.text, LOOK.value, width, { isSentence: true })], gap: 6 };
    case 'facts':
      return { blocks: buildFactRows(part.facts, width), gap: 6 };
    case 'files':
      return { blocks: part.files.map((file, index) => buildFileBlock(file, width, index > 0)), gap: 5 };
    case 'people':
      return { blocks: buildPeopleRows(part.people, width, marks), gap: 0 };
    case 'check':
      return { blocks: [checkBlock(part, width)], gap: 6 };
    default:
      return part satisfies never;
  }
}

function buildFactRows(facts: readonly CertificateFact[], width: number): Block[] {
  const half = (width - GUTTER) / 2;
  const rows: Block[] = [];
  let open: Block | null = null;
  const close = (): void => {
    if (open !== null) rows.push(open);
    open = null;
  };
  for (const fact of facts) {
    if (fact.isWide === true) {
      close();
      rows.push(buildFactBlock(fact, width));
    } else if (open === null) {
      open = buildFactBlock(fact, half);
    } else {
      const first: Block = open;
      open = null;
      rows.push(
        placeBeside([
          { x: 0, block: first },
          { x: half + GUTTER, block: buildFactBlock(fact, half) },
        ]),
      );
    }
  }
  close();
  return rows;
}

function buildFactBlock({ label, value, isCode, isSentence = false }: CertificateFact, width: number): Block {
  const look = isCode === true ? LOOK.code : LOOK.value;
  const text = value
    .split('\n')
    .map((line) => createTextBlock(toPrintable(line), look, width, { tag: 'Span', isSentence }));
  const labels =
    label === undefined ? [] : [createTextBlock(label, LOOK.label, width, { tag: 'Span', isSentence: true })];
  return tagBlock('P', stackBlocks([...labels, ...text], 0.5));
}

function buildFileBlock(
  {
    name,
    isSentence = false,
    pages,
    sha256,
  }: { name: string; isSentence?: boolean; pages: string; sha256: string },
  width: number,
  hasRule: boolean,
): Block {
  const side = measureText(pages, LOOK.value.style, LOOK.value.size).width + 1;
  const content = stackBlocks([
    placeBeside([
      {
        x: 0,
        block: createTextBlock(toPrintable(name), LOOK.value, width - side - 12, { tag: 'Span', isSentence }),
      },
      { x: width - side, block: createTextBlock(pages, LOOK.value, side, { tag: 'Span', isSentence: true }) },
    ]),
    createTextBlock(sha256, LOOK.code, width, { tag: 'Span' }),
  ]);
  const block = tagBlock('P', content);
  return hasRule ? stackBlocks([createRule(width, COLOR.line, 0.4), block], 5) : block;
}

/** Makes rows of two people each, with a line between the rows. */
function buildPeopleRows(people: readonly CertificatePerson[], width: number, marks: LoadedMarks): Block[] {
  const half = (width - GUTTER) / 2;
  const cards = people.map((person) => buildPersonBlock(person, half, marks));
  return cards.flatMap((card, index) => {
    if (index % 2 === 1) return [];
    const beside = cards[index + 1];
    const row = placeBeside([
      { x: 0, block: card },
      ...(beside === undefined ? [] : [{ x: half + GUTTER, block: beside }]),
    ]);
    const rule = index === 0 ? [] : [createRule(width, COLOR.line, 0.4)];
    return [stackBlocks([...rule, createGap(6), row, createGap(6)])];
  });
}

function buildPersonBlock(person: CertificatePerson, width: number, marks: LoadedMarks): Block {
  const identity = stackBlocks([
    markBlock(person, MARK, marks),
    createGap(3),
    createTextBlock(toPrintable(person.name), LOOK.person, MARK),
    ...person.lines.map((line) => createTextBlock(toPrintable(line), LOOK.detail, MARK)),
  ]);
  const facts = buildPersonFacts(person, width - MARK - MARK_GUTTER);
  return placeBeside([
    { x: 0, block: identity },
    { x: MARK + MARK_GUTTER, block: facts },
  ]);
}

/** Makes a person's facts, with all labels in one column as wide as the widest. */
function buildPersonFacts({ facts }: CertificatePerson, width: number): Block {
  const { style, size } = LOOK.label;
  const widest = Math.max(...facts.map(({ label }) => measureText(label, style, size).width));
  const side = Math.min(widest + 6, width * LABEL_SHARE);
  const rows = facts.map(({ label, value, isSentence = false }) => {
    const lines = value
      .split('\n')
      .map((line) =>
        createTextBlock(toPrintable(line), LOOK.detail, width - side, { tag: 'Span', isSentence }),
      );
    const name = createTextBlock(label, LOOK.label, side - 4, { tag: 'Span', isSentence: true });
    return tagBlock(
      'P',
      placeBeside([
        { x: 0, block: name },
        { x: side, block: stackBlocks(lines) },
      ]),
    );
  });
  return stackBlocks(rows, 2);
}

function markBlock(
  { mark, markAlt, standsFor, caption }: CertificatePerson,
  width: number,
  marks: LoadedMarks,
): Block {
  const height = 32;
  const below = createTextBlock(caption, LOOK.label, width, { isSentence: true });
  const stand = createTextBlock(standsFor, LOOK.name, width, { isSentence: true });
  return {
    height: height + 2 + below.height,
    draw(page, x, y) {
      if (mark === null) {
        stand.draw(page, x, y + height - stand.height - 2);
      } else {
        const drawn = mark.kind === 'typed' ? { ...mark, text: toPrintable(mark.text) } : mark;
        const place = { x: x + 3, y, width: width - 6, height: height - 3 };
        page.figure(markAlt, place, (at) => drawMark(page.drawing, at, drawn, marks));
      }
      createRule(width).draw(page, x, y + height);
      below.draw(page, x, y + height + 2);
    },
  };
}

function checkBlock(
  { text, steps, code }: Extract<CertificatePart, { kind: 'check' }>,
  width: number,
): Block {
  const left = width - CODE_SIZE - GUTTER;
  const numbered = steps.map((step, index) =>
    tagBlock(
      'LI',
      placeBeside([
        { x: 0, block: createTextBlock(`${index + 1}.`, LOOK.value, 14, { tag: 'Lbl', isSentence: true }) },
        { x: 14, block: createTextBlock(step, LOOK.value, left - 14, { tag: 'LBody', isSentence: true }) },
      ]),
    ),
  );
  const words = stackBlocks([
    createTextBlock(text, LOOK.value, left, { isSentence: true }),
    createGap(6),
    tagBlock('L', stackBlocks(numbered, 3)),
  ]);
  const square: Block = {
    height: CODE_SIZE,
    draw(page, x, y) {
      const place = { x, y, width: CODE_SIZE, height: CODE_SIZE };
      page.figure(code.alt, place, (at) => page.drawing.fill(createCodeSquare(code.url, at), COLOR.ink));
    },
  };
  return placeBeside([
    { x: 0, block: words },
    { x: left + GUTTER, block: square },
  ]);
}

/** Makes a table's head and rows. Each cell is as wide as its share. */
export function buildTableBlocks(
  { head, rows }: Extract<CertificatePart, { kind: 'table' }>,
  width: number,
): PartBlocks & { readonly repeated: Block } {
  const shares = [0.06, 0.27, 0.36, 0.31];
  const buildRow = (cells: readonly string[], isHead: boolean): Block => {
    let x = 0;
    const parts = cells.map((cell, index) => {
      const own = width * (shares[index] ?? 0.3);
      const options = { tag: isHead ? 'TH' : 'TD', isSentence: isHead || index > 1 } as const;
      const look = isHead ? LOOK.label : index === 1 ? LOOK.person : LOOK.detail;
      const part = { x, block: createTextBlock(cell, look, own - 6, options) };
      x += own;
      return part;
    });
    return tagBlock('TR', stackBlocks([placeBeside(parts), createRule(width, COLOR.line, 0.4)], 2));
  };
  const repeated = buildRow(head, true);
  const blocks = rows.map((cells) =>
    buildRow(
      cells.map((cell) => toPrintable(cell)),
      false,
    ),
  );
  return { blocks: [repeated, ...blocks], gap: 2, repeated };
}
