import { type PageRotation } from '#domain/field/geometry.ts';
import type { PageFacts } from '#reading/page/page-facts.ts';
import { turnedWords, wordsAndLines } from '#reading/page/words.ts';
import { rasterLines } from '#reading/scans/raster-lines.ts';
import { rasterWords, unreadGlyphs } from '#reading/scans/raster-words.ts';
import { grayPage } from './gray-page.ts';
import { type Drawing, readDrawing } from './page-drawing.ts';
import { readGlyphs } from './page-glyphs.ts';
import { type PageSpace, pageSpace } from '#server/pdf/engine/page-space.ts';
import { type Pdfium, pdfium } from '#server/pdf/engine/pdfium.ts';

/**
 * Reads everything printed on a PDF's pages as geometry: characters, rules, shapes and images, whatever they are
 * nested in. Throws if PDFium can't open the file. Untrusted files belong in a separate process: see detector.ts.
 */
export async function readPageFacts(bytes: Uint8Array): Promise<readonly PageFacts[]> {
  const facts: PageFacts[] = [];
  await eachPage(bytes, (page) => facts.push(page));
  return facts;
}

/** Like `readPageFacts`, one page at a time. */
export async function eachPage(bytes: Uint8Array, take: (facts: PageFacts) => void): Promise<void> {
  const library = await pdfium();
  const file = library.allocate(bytes.length);
  new Uint8Array(library.memory(), file, bytes.length).set(bytes);
  const document = library.api.FPDF_LoadMemDocument(file, bytes.length, 0);
  try {
    if (document === 0) throw new Error(`PDFium cannot open the file (${library.api.FPDF_GetLastError()})`);
    const count = library.api.FPDF_GetPageCount(document);
    for (let index = 0; index < count; index += 1) take(readPage(library, document, index));
  } finally {
    if (document !== 0) library.api.FPDF_CloseDocument(document);
    library.free(file);
  }
}

/** Size of a page that can't be opened: A4. */
const UNREADABLE = { width: 595, height: 842 };

function readPage(library: Pdfium, document: number, index: number): PageFacts {
  const page = library.api.FPDF_LoadPage(document, index);
  if (page === 0) return emptyPage(index + 1);
  try {
    const space = spaceOf(library, page);
    const written = readGlyphs(library, page, space);
    const drawn = readDrawing(library, page, space);
    const { rules, shapes, images, glyphs, turned } = isScan(drawn, space)
      ? withRaster(library, page, space, { ...drawn, ...written })
      : { ...drawn, ...written };
    const { words, lines, leaders } = wordsAndLines(glyphs);
    return {
      number: index + 1,
      width: space.width,
      height: space.height,
      words,
      lines,
      leaders,
      rules,
      shapes,
      images,
      turned: turnedWords(turned),
    };
  } finally {
    library.api.FPDF_ClosePage(page);
  }
}

/** A page with an image this large and few drawn lines is a scan. */
const SCANNED = 0.5;
const FEW_LINES = 12;

function isScan({ rules, shapes, images }: Drawing, { width, height }: PageSpace): boolean {
  const covered = images.reduce((sum, image) => sum + image.width * image.height, 0);
  return rules.length + shapes.length < FEW_LINES && covered >= width * height * SCANNED;
}

type Contents = Drawing & ReturnType<typeof readGlyphs>;

/** From this many characters on, a page's text is considered complete. */
const FEW_LETTERS = 20;

/** Adds the lines and boxes of the image, and the places of its words if the page has no text. */
function withRaster(library: Pdfium, page: number, space: PageSpace, drawn: Contents): Contents {
  const gray = grayPage(library, page, space);
  if (gray === null) return drawn;
  const { rules, shapes } = rasterLines(gray);
  const isRead = drawn.glyphs.length >= FEW_LETTERS;
  const unread = isRead ? [] : unreadGlyphs(rasterWords(gray, [...rules, ...shapes]));
  return {
    ...drawn,
    rules: [...drawn.rules, ...rules],
    shapes: [...drawn.shapes, ...shapes],
    glyphs: [...drawn.glyphs, ...unread],
  };
}

function spaceOf(library: Pdfium, page: number): PageSpace {
  const pointer = library.allocate(16);
  library.api.FPDF_GetPageBoundingBox(page, pointer);
  const [left = 0, top = 0, right = 0, bottom = 0] = new Float32Array(library.memory(), pointer, 4);
  library.free(pointer);
  const rotation = (library.api.FPDFPage_GetRotation(page) * 90) as PageRotation;
  return pageSpace({ x: left, y: bottom, width: right - left, height: top - bottom }, rotation);
}

function emptyPage(number: number): PageFacts {
  const nothing = { words: [], lines: [], leaders: [], rules: [], shapes: [], images: [], turned: [] };
  return { number, ...UNREADABLE, ...nothing };
}
