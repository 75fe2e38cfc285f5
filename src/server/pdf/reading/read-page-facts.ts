import type { PageFacts } from '#reading/page/page-facts.ts';
import { groupTurnedWords, groupWordsAndLines } from '#reading/page/words.ts';
import { findRasterLines } from '#reading/scans/raster-lines.ts';
import { findRasterWords, toUnreadGlyphs } from '#reading/scans/raster-words.ts';
import { renderGrayPage } from './gray-page.ts';
import { type Drawing, readDrawing } from './page-drawing.ts';
import { readGlyphs } from './page-glyphs.ts';
import type { PageSpace } from '#server/pdf/engine/page-space.ts';
import type { Pdfium } from '#server/pdf/engine/pdfium.ts';
import { type OpenPage, openPages, UNREADABLE_PAGE } from './open-pages.ts';

/**
 * Reads everything printed on a PDF's pages as geometry: characters, rules, shapes and images, whatever they
 * are nested in. Throws if PDFium can't open the file. Untrusted files belong in a separate process: see
 * detector.ts.
 */
export async function readPageFacts(bytes: Uint8Array): Promise<readonly PageFacts[]> {
  const facts: PageFacts[] = [];
  await openPages(bytes, (page) => facts.push(readPage(page)));
  return facts;
}

function readPage({ number, opened }: OpenPage): PageFacts {
  if (opened === null) return emptyPage(number);
  const { library, page, space } = opened;
  const written = readGlyphs(library, page, space);
  const drawn = readDrawing(library, page, space);
  const { rules, shapes, images, glyphs, turned } = isScan(drawn, space)
    ? withRaster(library, page, space, { ...drawn, ...written })
    : { ...drawn, ...written };
  const { words, lines, leaders } = groupWordsAndLines(glyphs);
  return {
    number,
    width: space.width,
    height: space.height,
    words,
    lines,
    leaders,
    rules,
    shapes,
    images,
    turned: groupTurnedWords(turned),
  };
}

/** A page counts as a scan if an image covers at least this fraction of it and it has few drawn lines. */
const SCANNED = 0.5;
const FEW_LINES = 12;

function isScan({ rules, shapes, images }: Drawing, { width, height }: PageSpace): boolean {
  const covered = images.reduce((sum, image) => sum + image.width * image.height, 0);
  return rules.length + shapes.length < FEW_LINES && covered >= width * height * SCANNED;
}

type Contents = Drawing & ReturnType<typeof readGlyphs>;

/** From this many characters on, a page's text is considered complete. */
const FEW_LETTERS = 20;

/**
 * Adds the lines and boxes found in the page's image, and the positions of its words if the page has no text.
 */
function withRaster(library: Pdfium, page: number, space: PageSpace, drawn: Contents): Contents {
  const gray = renderGrayPage(library, page, space);
  if (gray === null) return drawn;
  const { rules, shapes } = findRasterLines(gray);
  const isRead = drawn.glyphs.length >= FEW_LETTERS;
  const unread = isRead ? [] : toUnreadGlyphs(findRasterWords(gray, [...rules, ...shapes]));
  return {
    ...drawn,
    rules: [...drawn.rules, ...rules],
    shapes: [...drawn.shapes, ...shapes],
    glyphs: [...drawn.glyphs, ...unread],
  };
}

function emptyPage(number: number): PageFacts {
  const nothing = { words: [], lines: [], leaders: [], rules: [], shapes: [], images: [], turned: [] };
  return { number, ...UNREADABLE_PAGE, ...nothing };
}
