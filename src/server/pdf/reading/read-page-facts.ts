import type { PageFacts } from '#reading/page/page-facts.ts';
import { groupTurnedWords, groupWordsAndLines } from '#reading/page/words.ts';
import { readPicture } from '#reading/scans/read-picture.ts';
import { turnBox } from '#reading/scans/tilt.ts';
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
  const contents: Contents = { ...drawn, ...written };
  const { rules, shapes, images, glyphs, turned, tilt } = isScan(drawn, space)
    ? withPicture(library, page, space, contents)
    : contents;
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
    ...(tilt === undefined ? {} : { tilt }),
  };
}

/** A page counts as a scan if an image covers at least this fraction of it and it has few drawn lines. */
const SCANNED = 0.5;
const FEW_LINES = 12;

function isScan({ rules, shapes, images }: Drawing, { width, height }: PageSpace): boolean {
  const covered = images.reduce((sum, image) => sum + image.width * image.height, 0);
  return rules.length + shapes.length < FEW_LINES && covered >= width * height * SCANNED;
}

type Contents = Drawing & ReturnType<typeof readGlyphs> & { readonly tilt?: number };

/** Adds what the page's picture shows. If the page lies askew, everything on it is turned back. */
function withPicture(library: Pdfium, page: number, space: PageSpace, contents: Contents): Contents {
  const picture = renderGrayPage(library, page, space);
  if (picture === null) return contents;
  const { tilt, rules, shapes, glyphs } = readPicture(picture, contents.glyphs, space);
  return {
    ...contents,
    rules: [...contents.rules.map((rule) => turnBox(rule, -tilt, space)), ...rules],
    shapes: [...contents.shapes.map((shape) => turnBox(shape, -tilt, space)), ...shapes],
    glyphs: [...glyphs],
    ...(tilt === 0 ? {} : { tilt }),
  };
}

function emptyPage(number: number): PageFacts {
  const nothing = { words: [], lines: [], leaders: [], rules: [], shapes: [], images: [], turned: [] };
  return { number, ...UNREADABLE_PAGE, ...nothing };
}
