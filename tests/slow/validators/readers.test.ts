import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GrayPixels } from '#server/pdf/engine/rendered-document.ts';
import type { SealField } from '#server/pdf/seal/seal-request.ts';
import { seal } from '../../pdf/support/seal-in-place.ts';
import { exampleAuthority, examplePicture, exampleRequest } from '../../pdf/support/seal-request-example.ts';
import { sealableDocument } from '../../pdf/support/sealable-document.ts';
import { patience } from '../../support/patience.ts';
import { scratchDirectory, writtenTo } from '../../support/pdf.ts';
import { READERS, type Reading } from './readers/read-elsewhere.ts';
import { keepTable } from './tables.ts';

/** What people type, by script. */
const TYPED: readonly (readonly [string, string, object?])[] = [
  ['Latin', 'José Ñandú Łukasz'],
  ['Cyrillic', 'Дмитрий Шостакович'],
  ['Greek', 'Ελευθέριος Βενιζέλος'],
  ['Arabic', 'محمد عبد الله الشريف'],
  ['Arabic with digits', 'اتفاقية القاهرة ١٢٣'],
  ['Hebrew', 'שרה בת־אל כהן'],
  ['Hebrew with digits', 'ירושלים, רחוב יפו 12'],
  ['Mixed', 'ABC שלום 123 def'],
  ['Devanagari', 'श्रीमती प्रियंका'],
  ['Thai', 'สมชาย ใจดีวงศ์'],
  ['Tamil', 'தமிழ் எழுத்து'],
  ['Han', '李小龍 鈴木一郎'],
  ['Hangul', '김철수 박영희'],
  ['Emoji', 'ok 👍🏽 👨‍👩‍👧‍👦'],
  ['Mathematics', 'x ≤ 5 − π € ¥'],
  ['Ligatures', 'office affluent fi'],
  ['Cells', '304117', { comb: 8 }],
  ['Cells in Hebrew', 'שרהבת', { comb: 8 }],
  ['Two lines', 'International Business Machines Corporation Limited'],
];

const MARK = { width: 0.3, height: 0.05 };
/** All other types of fields, and the three ways to sign. */
const OTHERS: readonly (Partial<SealField> & Pick<SealField, 'type' | 'value'>)[] = [
  { type: 'signature', value: '', mark: { kind: 'typed', text: 'Ada Lovelace' }, ...MARK },
  { type: 'signature', value: '', mark: { kind: 'typed', text: 'محمد الشريف', style: 'clear' }, ...MARK },
  { type: 'signature', value: '', mark: { kind: 'typed', text: '李小龍', style: 'bold' }, ...MARK },
  { type: 'signature', value: '', mark: { kind: 'drawn', image: examplePicture() }, ...MARK },
  { type: 'signature', value: '', mark: { kind: 'uploaded', image: examplePicture('jpeg') }, ...MARK },
  { type: 'initials', value: '', mark: { kind: 'typed', text: 'AL' } },
  { type: 'name', value: 'Grace Hopper' },
  { type: 'email', value: 'grace@example.org' },
  { type: 'company', value: 'Harbour Works Ltd.' },
  { type: 'title', value: 'Managing director' },
  { type: 'date', value: 'November 28, 2026' },
  { type: 'number', value: '€1.234,50' },
  { type: 'phone', value: '+49 30 901820' },
  { type: 'dropdown', value: 'Option two' },
  { type: 'radio', value: 'Card' },
  { type: 'radio', value: 'true', width: 0.03 },
  { type: 'checkbox', value: 'true', width: 0.03 },
  { type: 'attachment', value: 'passport.png (sha256 b00714)' },
];
/** Values of the other types that are texts. */
const WRITTEN = [
  'Grace Hopper',
  'grace@example.org',
  'November 28, 2026',
  '€1.234,50',
  'Card',
  'passport.png',
];

/** Sizes in whole points, because programs round others in their own ways. */
const PAPER = { x: 0, y: 0, width: 612, height: 792 };
const SHAPES = [
  ...[0, 90, 180, 270].map((rotate) => ({ media: PAPER, rotate })),
  { media: { x: 0, y: 0, width: 700, height: 900 }, crop: { ...PAPER, x: 60, y: 40 } },
];

function placeFields(page: number): SealField[] {
  const typed = TYPED.map(([, value, look], index): SealField => {
    const place = { page, x: 0.06, y: 0.03 + index * 0.049, width: 0.4, height: 0.03 };
    return { ...place, type: 'text', value, ...look };
  });
  const others = OTHERS.map((own, index): SealField => {
    const place = { page, x: 0.54, y: 0.02 + index * 0.053, width: 0.3, height: 0.03 };
    return { ...place, ...own };
  });
  return [...typed, ...others];
}

/** How far gray values may be from the median of all programs, and how many pixels of a page may be further. */
const DIFFERENT_GRAY = 45;
const DIFFERENT_PIXELS = 100;
/** Programs smooth edges in their own ways, so a pixel is compared with those this near. */
const BLUR = 2;

function blur({ width, height, values }: GrayPixels): Float32Array {
  const sums = new Float64Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let row = 0;
    for (let x = 0; x < width; x += 1) {
      row += values[y * width + x] ?? 0;
      sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] ?? 0) + row;
    }
  }
  const blurred = new Float32Array(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [left, right] = [Math.max(0, x - BLUR), Math.min(width, x + BLUR + 1)];
      const [top, bottom] = [Math.max(0, y - BLUR), Math.min(height, y + BLUR + 1)];
      const at = (row: number, column: number) => sums[row * (width + 1) + column] ?? 0;
      const sum = at(bottom, right) - at(top, right) - at(bottom, left) + at(top, left);
      blurred[y * width + x] = sum / ((right - left) * (bottom - top));
    }
  return blurred;
}

/** Returns how many pixels of a page differ from the median, by program. */
function countDifferences(pages: ReadonlyMap<string, GrayPixels>): Map<string, number> {
  const blurred = [...pages.values()].map(blur);
  const counts = [...pages.keys()].map(() => 0);
  const length = blurred[0]?.length ?? 0;
  for (let at = 0; at < length; at += 1) {
    const values = blurred.map((one) => one[at] ?? 255);
    const sorted = values.toSorted((one, other) => one - other);
    const median = sorted[Math.floor(sorted.length / 2)] ?? 255;
    values.forEach((value, index) => {
      if (Math.abs(value - median) > DIFFERENT_GRAY) counts[index] = (counts[index] ?? 0) + 1;
    });
  }
  return new Map([...pages.keys()].map((name, index) => [name, counts[index] ?? 0]));
}

function erase({ width, height, values }: GrayPixels, field: SealField | undefined): GrayPixels {
  const erased = Uint8Array.from(values);
  if (field === undefined) throw new Error('there is no such field');
  const [left, right] = [Math.floor(field.x * width), Math.ceil((field.x + field.width) * width)];
  for (let y = Math.floor(field.y * height); y < (field.y + field.height) * height; y += 1)
    erased.fill(255, y * width + left, y * width + right);
  return { width, height, values: erased };
}

/** Text as people compare it: without marks of direction, and with single spaces. */
function simplify(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '')
    .replace(/\s+/gu, ' ');
}

const scratch = scratchDirectory();
const readings = new Map<string, Reading>();
let path = '';

beforeAll(async () => {
  const { signer } = await exampleAuthority();
  const document = await sealableDocument(SHAPES);
  const fields = SHAPES.flatMap((_, index) => placeFields(index + 1));
  const { bytes } = await seal(exampleRequest(document, signer, fields));
  path = writtenTo(process.env['VALIDATORS_TABLES'] ?? scratch.path, 'readers.pdf', bytes);
}, patience(120_000));
afterAll(() => {
  scratch.remove();
});

describe('a sealed document', () => {
  for (const { name, needs, isHere, read } of READERS)
    it.skipIf(!isHere())(
      `is read by ${name} (skipped where there is no ${needs})`,
      async () => {
        const folder = join(scratch.path, name.replaceAll(/\W/g, ''));
        await mkdir(folder);
        const found = Object.entries(await read(path, folder));
        expect(found.length).toBeGreaterThan(0);
        for (const [one, reading] of found) readings.set(one, reading);
      },
      patience(300_000),
    );

  it('looks the same in every program', () => {
    const shown = [...readings].flatMap(([name, { pictures }]) =>
      pictures ? [[name, pictures] as const] : [],
    );
    const pageCount = shown[0]?.[1].length ?? 0;
    expect(pageCount).toBeGreaterThan(SHAPES.length);
    expect(new Map(shown.map(([name, pictures]) => [name, pictures.length]))).toEqual(
      new Map(shown.map(([name]) => [name, pageCount])),
    );
    const counts = Array.from({ length: pageCount }, (_, index) => {
      const pages = new Map(
        shown.flatMap(([name, all]) => (all[index] ? [[name, all[index]] as const] : [])),
      );
      const sizes = new Set([...pages.values()].map(({ width, height }) => `${width} × ${height}`));
      expect(sizes.size, `page ${index + 1}: ${[...sizes].join(', ')}`).toBe(1);
      return countDifferences(pages);
    });
    // A value that one program doesn't show is found.
    const [blank, ...others] = shown.flatMap(([, all]) => all[0] ?? []);
    if (blank === undefined) throw new Error('no program showed the page');
    const withoutName = erase(
      blank,
      placeFields(1).find(({ type }) => type === 'name'),
    );
    const pages = [withoutName, ...others].map((picture, index) => [String(index), picture] as const);
    expect(countDifferences(new Map(pages)).get('0')).toBeGreaterThan(DIFFERENT_PIXELS);
    const names = shown.map(([name]) => name);
    keepTable(
      'renderers',
      ['Page', ...names],
      counts.map((page, index) => [String(index + 1), ...names.map((name) => String(page.get(name) ?? ''))]),
    );
    const different = counts.flatMap((page, index) =>
      [...page].filter(([, count]) => count > DIFFERENT_PIXELS).map(([name]) => `${name}, page ${index + 1}`),
    );
    expect(different).toEqual([]);
  });

  it('reads as it was typed in every program', () => {
    const read = [...readings].flatMap(([name, { texts }]) => (texts ? [[name, texts] as const] : []));
    const rows = [...TYPED, ...WRITTEN.map((value) => [value, value] as const)].map(
      ([name, value]) =>
        [
          name,
          ...read.map(([, texts]) => {
            const found = texts.slice(0, SHAPES.length).filter((text) => isFound(value, text)).length;
            return found === SHAPES.length ? 'yes' : `${found} of ${SHAPES.length}`;
          }),
        ] as const,
    );
    keepTable('extractors', ['Value', ...read.map(([name]) => name)], rows);
    const lost = rows.flatMap(([name, ...found]) =>
      found.flatMap((one, index) => (one === 'yes' ? [] : [`${read[index]?.[0] ?? ''}: ${name}`])),
    );
    expect(lost.filter((one) => !LIMITS.has(one))).toEqual([]);
  });
});

/** Checks whether a page's text has a value on one line, or with the line break that drawing gave it. */
function isFound(value: string, text: string): boolean {
  return simplify(text).includes(simplify(value));
}

/**
 * What programs can't read, whatever a file says: pdfminer doesn't turn round what runs from right to left.
 * The others have rules of their own for digits and Latin letters beside it; `/ActualText` would only make
 * poppler and MuPDF turn it round twice. poppler takes single letters at even distances for one word.
 */
const LIMITS: ReadonlySet<string> = new Set([
  ...['Arabic', 'Hebrew', 'Cells in Hebrew'].map((name) => `pdfminer: ${name}`),
  ...['poppler', 'MuPDF', 'pypdf', 'pdfminer'].flatMap((program) =>
    ['Arabic with digits', 'Hebrew with digits', 'Mixed'].map((name) => `${program}: ${name}`),
  ),
  'PDFBox: Mixed',
  'poppler: Mathematics',
]);
