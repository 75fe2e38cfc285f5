import { toPrintable } from '#domain/text.ts';
import { measureText } from '#server/pdf/drawing/text/wrap.ts';
import { StructureElement } from '#server/pdf/drawing/structure.ts';
import type { LoadedMarks } from '#server/pdf/drawing/pictures.ts';
import type { PageSheet, Sheets } from '#server/pdf/drawing/sheets.ts';
import { type Block, COLOR, createRule, createTextBlock, LOOK, placeBeside, stackBlocks } from './blocks.ts';
import type { CertificateOfCompletion, CertificatePart, CertificateSection } from './content.ts';
import { CertificateFlow, type PageSize } from './flow.ts';
import { buildPartBlocks, buildTableBlocks } from './parts.ts';
import { createPolylineShape, roundRectangle } from '#server/pdf/drawing/shapes.ts';

/** The points of the logo's ring, which is open at the right. The drawing is 24 units wide. */
const RING = Array.from({ length: 41 }, (_, index) => {
  const angle = ((30 + (index * 328) / 40) * Math.PI) / 180;
  return [12 + 7.5 * Math.cos(angle), 12 - 7.5 * Math.sin(angle)] as const;
});

const CHECK = [
  [9, 12],
  [12, 15],
  [19.5, 7],
] as const;

const A4: PageSize = { width: 595.28, height: 841.89 };
const LETTER: PageSize = { width: 612, height: 792 };
/** The widths of the column of headings and of the gap beside it, in points. */
const SIDE = 87;
const GUTTER = 18;
const SECTION_GAP = 10.5;

/** The pages of a certificate, and their structure. */
export type DrawnCertificate = {
  readonly sheets: readonly PageSheet[];
  readonly structure: StructureElement;
};

/**
 * Draws the certificate of completion on as many pages as it needs. Returns the pages and their structure.
 */
export function drawCertificate(
  sheets: Sheets,
  certificate: CertificateOfCompletion,
  marks: LoadedMarks,
  size: PageSize,
): DrawnCertificate {
  const structure = new StructureElement('Part', { language: certificate.language });
  const flow = new CertificateFlow(size, structure);
  placeTitle(flow, certificate);
  const sections = certificate.sections.map((section) => measureSection(section, flow.width, marks));
  sections.forEach((section, index) => {
    // A single section on the last page looks lost, so the section before the last one moves along with it.
    const together = index === sections.length - 2 ? sections.slice(index) : [section];
    const needed = together.reduce((sum, one) => sum + one.needed + SECTION_GAP, 0);
    if (!flow.hasRoom(needed) && !flow.atTop) flow.breakPage();
    flow.within('Sect', () => placeSection(flow, section));
  });
  const pages = flow.print(sheets, certificate.isRightToLeft, (page, count) =>
    createFooter(certificate, flow.width, page, count),
  );
  return { sheets: pages, structure };
}

/**
 * Returns US Letter if a side of the first page is 8.5 inches long (give or take 0.1), otherwise A4. Sizes
 * are in points.
 */
export function pickCertificatePageSize(first: { width: number; height: number }): PageSize {
  const isLetterSide = (length: number): boolean => Math.abs(length - LETTER.width) <= 7.2;
  return isLetterSide(first.width) || isLetterSide(first.height) ? LETTER : A4;
}

function placeTitle(flow: CertificateFlow, { title, name, introduction }: CertificateOfCompletion): void {
  const product = createTextBlock('Countersign', LOOK.product, flow.width - 21);
  flow.place(
    placeBeside([
      { x: 0, block: createLogo(15) },
      { x: 21, block: product },
    ]),
  );
  flow.space(9);
  flow.place(createTextBlock(title, LOOK.title, flow.width, { tag: 'H1', isSentence: true }));
  flow.place(createTextBlock(toPrintable(name), LOOK.name, flow.width));
  flow.space(10);
  flow.place(createRule(flow.width, COLOR.accent, 1.5));
  flow.space(9);
  flow.place(createTextBlock(introduction, LOOK.value, flow.width, { isSentence: true }));
  flow.space(10);
}

/**
 * A section that is ready to be placed. A page has room for it if `needed` points fit, which is the height of
 * its heading and its first part.
 */
type MeasuredSection = {
  readonly heading: Block;
  readonly isWide: boolean;
  readonly parts: readonly PlacedPart[];
  readonly width: number;
  readonly needed: number;
};
type PlacedPart = { readonly part: CertificatePart; readonly blocks: readonly Block[]; readonly gap: number };

function measureSection(section: CertificateSection, pageWidth: number, marks: LoadedMarks): MeasuredSection {
  const isWide = section.isWide === true;
  const width = isWide ? pageWidth : pageWidth - SIDE - GUTTER;
  const heading = isWide ? createWideHeadingBlock(section, pageWidth) : createHeadingBlock(section);
  const parts = section.parts.map((part) => placePart(part, width, marks));
  const first = parts[0]?.blocks[0]?.height ?? 0;
  const needed = isWide
    ? heading.height + measureHeight(parts)
    : Math.max(heading.height, first, measureHeight(parts.slice(0, 1), 90));
  return { heading, isWide, parts, width, needed };
}

function placeSection(flow: CertificateFlow, { heading, isWide, parts, width }: MeasuredSection): void {
  if (!flow.atTop) {
    flow.place(createRule(flow.width), { isArtifact: true });
    flow.space(SECTION_GAP);
  }
  if (isWide) flow.place(heading);
  else flow.placeBeside(heading);
  const indent = isWide ? 0 : SIDE + GUTTER;
  parts.forEach(({ part, blocks, gap }, index) => {
    if (index > 0) flow.space(6);
    if (part.kind === 'table') placeTable(flow, part, width);
    else
      blocks.forEach((block, at) => {
        if (at > 0) flow.space(gap);
        flow.place(placeBeside([{ x: indent, block }]));
      });
  });
  flow.space(SECTION_GAP);
}

function placePart(part: CertificatePart, width: number, marks: LoadedMarks): PlacedPart {
  const made = part.kind === 'table' ? buildTableBlocks(part, width) : buildPartBlocks(part, width, marks);
  return { part, ...made };
}

/** Returns the height of the parts, up to a limit. Long parts break across pages. */
function measureHeight(parts: readonly PlacedPart[], limit = 600): number {
  const height = parts.reduce(
    (sum, { blocks, gap }) => sum + 6 + blocks.reduce((own, block) => own + block.height + gap, 0),
    0,
  );
  return Math.min(height, limit);
}

function createHeadingBlock({ heading, note }: CertificateSection): Block {
  const title = createTextBlock(heading, LOOK.heading, SIDE, { tag: 'H2', isSentence: true });
  return note === undefined
    ? title
    : stackBlocks([title, createTextBlock(note, LOOK.label, SIDE, { isSentence: true })], 1);
}

/** Makes a heading across the page, with its note at the end of the line. */
function createWideHeadingBlock({ heading, note = '' }: CertificateSection, width: number): Block {
  const side = measureText(note, LOOK.label.style, LOOK.label.size).width + 1;
  const options = { isSentence: true } as const;
  return placeBeside([
    { x: 0, block: createTextBlock(heading, LOOK.wideHeading, width - side - 12, { tag: 'H2', ...options }) },
    ...(note === '' ? [] : [{ x: width - side, block: createTextBlock(note, LOOK.label, side, options) }]),
  ]);
}

/** Places one line per row, under a head that is repeated on each page. */
function placeTable(
  flow: CertificateFlow,
  table: Extract<CertificatePart, { kind: 'table' }>,
  width: number,
): void {
  const { blocks, repeated, gap } = buildTableBlocks(table, width);
  const indentBlock = (block: Block): Block => placeBeside([{ x: SIDE + GUTTER, block }]);
  flow.within('Table', () => {
    for (const block of blocks) {
      if (!flow.hasRoom(block.height)) {
        flow.breakPage();
        flow.place(indentBlock(repeated), { isArtifact: true });
        flow.space(gap);
      }
      flow.place(indentBlock(block));
      flow.space(gap);
    }
  });
}

/** Makes the line at the bottom of each page. */
function createFooter(
  { footer: text, pageNumber }: CertificateOfCompletion,
  width: number,
  page: number,
  pages: number,
): Block {
  const number = pageNumber.replace('{page}', String(page)).replace('{pages}', String(pages));
  const numberWidth = measureText(number, LOOK.label.style, LOOK.label.size).width + 1;
  const options = { isSentence: true } as const;
  return stackBlocks(
    [
      createRule(width),
      placeBeside([
        { x: 0, block: createTextBlock(text, LOOK.label, width - numberWidth - 12, options) },
        { x: width - numberWidth, block: createTextBlock(number, LOOK.label, numberWidth, options) },
      ]),
    ],
    6,
  );
}

/** Makes the product's logo: a ring with a check mark on a rounded square. */
function createLogo(size: number): Block {
  return {
    height: size,
    draw(page, x, y) {
      page.decorations((drawing, left) => {
        const start = left(x, size);
        const inset = size * 0.175;
        const unit = (size - 2 * inset) / 24;
        const toPoint = ([px, py]: readonly [number, number]) =>
          [start + inset + px * unit, y + inset + py * unit] as const;
        drawing.fill(roundRectangle(start, y, size, size, size * 0.3), COLOR.accent);
        drawing.stroke(createPolylineShape(...RING.map(toPoint)), { color: '#ffffff', width: 2 * unit });
        drawing.stroke(createPolylineShape(...CHECK.map(toPoint)), { color: '#ffffff', width: 2 * unit });
      });
    },
  };
}
