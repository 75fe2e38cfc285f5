import { getLocalName, parsePieces, createStrictParser } from './package-xml.ts';

/** What a part reveals before it is laid out. */
export interface StoryEstimate {
  /** Whether the part is the text of a Word document (ECMA-376 part 1, 17.2). */
  readonly isDocument: boolean;
  /** The approximate minimum number of pages, assuming tiny letters. */
  readonly pages: number;
}

/** The area that a 5-point letter takes up, in square twips. */
const LETTER_AREA = 50 * 100;

/**
 * Streams a document's text and estimates its pages from the sizes of its sections (ECMA-376 part 1, 17.6). A
 * few kilobytes of text on tiny pages can take a converter minutes. @throws BadXml
 */
export async function estimateStory(pieces: AsyncIterable<Buffer>): Promise<StoryEstimate> {
  const parser = createStrictParser();
  const path: string[] = [];
  let isDocument = false;
  let letters = 0;
  let pages = 0;
  let section: { size: readonly [number, number]; margins: readonly [number, number] } | null = null;

  parser.on('opentag', ({ name, attributes }) => {
    path.push(getLocalName(name));
    const element = getLocalName(name);
    isDocument ||= path.length === 2 && path[0] === 'document' && element === 'body';
    // The section's state before a tracked change doesn't count.
    if (path.includes('sectPrChange')) return;
    const named = Object.fromEntries(
      Object.entries(attributes).map(([key, value]) => [getLocalName(key), value]),
    );
    const readTwips = (key: string) => Number(named[key] ?? 0) || 0;
    if (element === 'sectPr') section = { size: [0, 0], margins: [0, 0] };
    if (section === null) return;
    if (element === 'pgSz') section = { ...section, size: [readTwips('w'), readTwips('h')] };
    if (element === 'pgMar')
      section = {
        ...section,
        margins: [readTwips('left') + readTwips('right'), readTwips('top') + readTwips('bottom')],
      };
  });
  parser.on('text', (text) => {
    if (path.at(-1) === 't') letters += text.length;
  });
  parser.on('closetag', () => {
    const element = path.pop();
    if (element !== 'sectPr' || section === null || path.includes('sectPrChange')) return;
    const { size, margins } = section;
    if (size[0] > 0 && size[1] > 0) {
      const area = Math.max(0, size[0] - margins[0]) * Math.max(0, size[1] - margins[1]);
      pages += letters / Math.max(1, area / LETTER_AREA);
    }
    letters = 0;
    section = null;
  });
  await parsePieces(parser, pieces);
  return { isDocument, pages };
}
