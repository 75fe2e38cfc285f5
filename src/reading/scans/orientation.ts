import { computeConfidence, type PictureReader, type ReadBox, type ReadLine } from './glyphs.ts';
import { turnQuarters, type GrayPage } from './gray-page.ts';
import { isOnItsSide } from './skew.ts';

/** A page that was read with less confidence, or has fewer words, may lie on its side or upside down. */
const POOR_CONFIDENCE = 0.65;
const FEW_WORDS = 20;

/** Whether a page was read so poorly that it may lie on its side or upside down. */
export function isPoorlyRead(lines: readonly ReadLine[]): boolean {
  // Tesseract also reads columns of letters that lie on their side, as words that are higher than wide.
  const level = lines.map((line) => ({ ...line, words: line.words.filter((word) => !isUpended(word)) }));
  const words = level.reduce((count, line) => count + line.words.length, 0);
  return words < FEW_WORDS || computeConfidence(level) < POOR_CONFIDENCE;
}

function isUpended({ text, width, height }: ReadBox): boolean {
  return text.length >= 3 && height > width;
}

/** How much better a page must be read when it is turned. */
const BETTER = 1.2;

/** The share of a page that is read both ways. */
const STRIPS = 6;

/**
 * Returns the quarter turns by which a page is turned clockwise. Lines of text show the axis; which end is up
 * shows when the strip with the most ink is read both ways.
 */
export function findTurns(picture: GrayPage, reader: PictureReader): number {
  const axis = isOnItsSide(picture) ? 1 : 0;
  const one = cutStrip(turnQuarters(picture, (4 - axis) % 4));
  const other = turnQuarters(one, 2);
  const [asOne, asOther] = [one, other].map((strip) => measureSense(reader.readPage(strip)));
  const isOther = (asOther ?? 0) > (asOne ?? 0) * (axis === 0 ? BETTER : 1);
  return isOther ? axis + 2 : axis;
}

/** The confidence and the letters of words that are long and sure enough to be words. */
function measureSense(lines: readonly ReadLine[]): number {
  return lines
    .flatMap(({ words }) => words)
    .filter(({ text, confidence }) => confidence >= SURE && /\p{L}{3}|\p{Lo}/u.test(text))
    .reduce((sum, { text, confidence }) => sum + text.length * confidence, 0);
}

const SURE = 60;

/** Pixels that are darker than this are ink. */
const INK = 150;

/** Cuts the strip with the most ink out of a page. */
function cutStrip(gray: GrayPage): GrayPage {
  const { width, height, values } = gray;
  const rows = Math.max(1, Math.floor(height / STRIPS));
  let [most, best] = [-1, 0];
  for (let top = 0; top + rows <= height; top += rows) {
    let ink = 0;
    for (let at = top * width; at < (top + rows) * width; at += 1) if ((values[at] ?? 255) < INK) ink += 1;
    if (ink > most) [most, best] = [ink, top];
  }
  return { ...gray, height: rows, values: values.subarray(best * width, (best + rows) * width) };
}
