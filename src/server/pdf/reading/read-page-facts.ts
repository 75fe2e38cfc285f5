import type { PageFacts } from '#reading/page/page-facts.ts';
import { groupTurnedWords, groupWordsAndLines } from '#reading/page/words.ts';
import type { PictureReader } from '#reading/scans/glyphs.ts';
import { hasOwnText, readPicture, type Placement } from '#reading/scans/read-picture.ts';
import { turnBox } from '#reading/scans/tilt.ts';
import { READING, renderGrayPage, VIEWING } from './gray-page.ts';
import { type Drawing, readDrawing } from './page-drawing.ts';
import { readGlyphs } from './page-glyphs.ts';
import type { PageSpace } from '#server/pdf/engine/page-space.ts';
import type { Pdfium } from '#server/pdf/engine/pdfium.ts';
import { type OpenPage, openPages, UNREADABLE_PAGE } from './open-pages.ts';

/**
 * Reads everything printed on a PDF's pages as geometry: characters, rules, shapes and images, whatever they
 * are nested in. Pages that were read already are taken as they are. Throws if PDFium can't open the file.
 * Untrusted files belong in a separate process: see detector.ts.
 */
export async function readPageFacts(
  bytes: Uint8Array,
  known: readonly PageFacts[] = [],
): Promise<readonly PageFacts[]> {
  const facts: PageFacts[] = [];
  await openPages(bytes, (page) =>
    facts.push(known.find(({ number }) => number === page.number) ?? readPage(page, null)),
  );
  return facts;
}

/** Returns which of some pages of a PDF are pictures, with hardly any text of their own. */
export async function listPicturePages(bytes: Uint8Array, numbers: readonly number[]): Promise<number[]> {
  const pictures: number[] = [];
  await openPages(bytes, ({ number, opened }) => {
    if (opened === null || !numbers.includes(number)) return;
    const { library, page, space } = opened;
    if (!isScan(readDrawing(library, page, space), space)) return;
    if (!hasOwnText(readGlyphs(library, page, space).glyphs)) pictures.push(number);
  });
  return pictures;
}

/** Reads some pages of a PDF, together with the words in their pictures if they have no text. */
export async function readScannedPages(
  bytes: Uint8Array,
  numbers: readonly number[],
  reader: PictureReader | null,
): Promise<readonly PageFacts[]> {
  const facts: PageFacts[] = [];
  await openPages(bytes, (page) => {
    if (numbers.includes(page.number)) facts.push(readPage(page, reader));
  });
  return facts;
}

function readPage({ number, opened }: OpenPage, reader: PictureReader | null): PageFacts {
  if (opened === null) return emptyPage(number);
  const { library, page, space } = opened;
  const written = readGlyphs(library, page, space);
  const drawn = readDrawing(library, page, space);
  const contents: Contents = { ...drawn, ...written };
  const { rules, shapes, images, glyphs, turned, scan, size } = isScan(drawn, space)
    ? withPicture(library, page, space, { contents, reader })
    : contents;
  const { words, lines, leaders } = groupWordsAndLines(glyphs);
  return {
    number,
    width: size?.width ?? space.width,
    height: size?.height ?? space.height,
    words,
    lines,
    leaders,
    rules,
    shapes,
    images,
    turned: groupTurnedWords(turned),
    ...scan,
  };
}

/** A page counts as a scan if an image covers at least this fraction of it and it has few drawn lines. */
const SCANNED = 0.5;
const FEW_LINES = 12;

function isScan({ rules, shapes, images }: Drawing, { width, height }: PageSpace): boolean {
  const covered = images.reduce((sum, image) => sum + image.width * image.height, 0);
  return rules.length + shapes.length < FEW_LINES && covered >= width * height * SCANNED;
}

type Contents = Drawing &
  ReturnType<typeof readGlyphs> & {
    readonly scan?: Placement & Pick<PageFacts, 'scan'>;
    /** The upright page, if that's not the page as it is displayed. */
    readonly size?: Pick<PageFacts, 'width' | 'height'>;
  };

/** Adds what the page's picture shows. If the page lies askew, everything on it is turned back. */
function withPicture(
  library: Pdfium,
  page: number,
  space: PageSpace,
  { contents, reader }: { contents: Contents; reader: PictureReader | null },
): Contents {
  const isReading = reader !== null && !hasOwnText(contents.glyphs);
  const picture = renderGrayPage(library, page, space, isReading ? READING : VIEWING);
  if (picture === null) return contents;
  const read = readPicture(picture, contents.glyphs, space, reader);
  const { placement, width, height, rules, shapes, confidence } = read;
  const scan = { ...placement, ...(confidence === null ? {} : { scan: { confidence } }) };
  const glyphs = [...read.glyphs];
  if (placement.sheet !== undefined || placement.turns !== undefined) {
    // What is printed over a photo has other places than what is in it.
    const images = [{ x: 0, y: 0, width, height }];
    return {
      rules: [...rules],
      shapes: [...shapes],
      images,
      glyphs,
      turned: [],
      scan,
      size: { width, height },
    };
  }
  const tilt = placement.tilt ?? 0;
  return {
    ...contents,
    rules: [...contents.rules.map((rule) => turnBox(rule, -tilt, space)), ...rules],
    shapes: [...contents.shapes.map((shape) => turnBox(shape, -tilt, space)), ...shapes],
    glyphs,
    scan,
  };
}

function emptyPage(number: number): PageFacts {
  const nothing = { words: [], lines: [], leaders: [], rules: [], shapes: [], images: [], turned: [] };
  return { number, ...UNREADABLE_PAGE, ...nothing };
}
