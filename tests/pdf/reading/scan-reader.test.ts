import { createCanvas } from '@napi-rs/canvas';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Language } from '#domain/language.ts';
import { openDetector } from '#server/pdf/reading/detector.ts';
import { openScanReader, type ScanReaderOptions } from '#server/pdf/reading/pictures/scan-reader.ts';
import { projectPoint, projectSquare } from '#reading/scans/projection.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { scanContract } from '../../support/scanned-contract.ts';

const home = mkdtempSync(join(tmpdir(), 'scans-'));
afterAll(() => rmSync(home, { recursive: true }));
const REQUESTER = { organizationId: 'org_scans', waiting: 'job' } as const;

let written = 0;
function write(bytes: Uint8Array): string {
  written += 1;
  const path = join(home, `${written}.pdf`);
  writeFileSync(path, bytes);
  return path;
}

function open(options: Partial<ScanReaderOptions> = {}) {
  const scans = openScanReader({ workers: 1, ...options });
  const detector = openDetector({ maxPages: 100, scans });
  onTestFinished(async () => {
    await Promise.all([detector.close(), scans.close()]);
  });
  return {
    scans,
    detect: async (bytes: Uint8Array, pages = 1, languages: readonly Language[] = ['en']) => {
      const document = {
        preparedPath: write(bytes),
        sha256: computeSha256Hex(bytes),
        originalPath: null,
        pages,
        languages,
      };
      const outcome = await detector.detect(REQUESTER, document);
      if (outcome.kind !== 'found') throw new Error(`ended: ${outcome.cause}`);
      return outcome.detection;
    },
  };
}

/** A page that is nothing but a picture. */
async function picturePage(
  draw: (
    context: ReturnType<ReturnType<typeof createCanvas>['getContext']>,
    width: number,
    height: number,
  ) => void,
  [width, height]: readonly [number, number] = [1700, 2200],
): Promise<Uint8Array> {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  draw(context, width, height);
  const pdf = await PDFDocument.create();
  const picture = await pdf.embedJpg(canvas.toBuffer('image/jpeg', 80));
  pdf.addPage([612, 792]).drawImage(picture, { x: 0, y: 0, width: 612, height: 792 });
  return await pdf.save();
}

describe('the fields of a scanned contract', () => {
  it('are those of its signing block, with the parties that its text names', async () => {
    const { detect } = open();
    const { fields, parties } = await detect(await scanContract({ degrees: 1, paper: [230, 180] }));
    expect(parties.map(({ name }) => name)).toEqual(['Northwind Traders Inc.', 'Harbor Consulting LLC']);
    const kinds = fields.map(({ type, partyIndex }) => `${type} ${partyIndex}`).sort();
    expect(kinds).toEqual(
      [0, 1]
        .flatMap((party) => ['date', 'name', 'signature', 'title'].map((type) => `${type} ${party}`))
        .sort(),
    );
  });

  it.each([
    ['upside down', { turns: 2, degrees: 1 }],
    ['on its side', { turns: 1 }],
    ['on its other side', { turns: 3, degrees: -2 }],
    [
      'photographed on a table',
      {
        photo: [
          [0.08, 0.06],
          [0.94, 0.1],
          [0.9, 0.93],
          [0.05, 0.96],
        ],
      },
    ],
  ] as const)('%s are at the places of its lines', async (_, options) => {
    const { detect } = open();
    const { fields, parties } = await detect(await scanContract(options));
    expect(parties.map(({ name }) => name)).toEqual(['Northwind Traders Inc.', 'Harbor Consulting LLC']);
    expect(fields).toHaveLength(8);
    const [width, height] = 'turns' in options && options.turns !== 2 ? [792, 612] : [612, 792];
    // The first party's signature is over the line at its label, which is at 72 and 330 points of the sheet.
    const signature = fields.find(({ type, partyIndex }) => type === 'signature' && partyIndex === 0);
    const [x, y] = [197 / 612, 326 / 792];
    const expected =
      'photo' in options
        ? projectPoint(projectSquare(options.photo), [x, y])
        : { 1: [1 - y, x], 2: [1 - x, 1 - y], 3: [y, 1 - x] }[options.turns];
    const { box } = signature ?? { box: { x: 0, y: 0, width: 0, height: 0 } };
    expect(Math.abs(box.x + box.width / 2 - (expected?.[0] ?? 0)) * width).toBeLessThan(25);
    expect(Math.abs(box.y + box.height / 2 - (expected?.[1] ?? 0)) * height).toBeLessThan(25);
  });

  it('are read in the languages of its people', async () => {
    const german =
      'Die Vertragsparteien erklären übereinstimmend: Mängel müssen unverzüglich gerügt werden, größere sofort.';
    const bytes = await picturePage((context) => {
      context.fillStyle = '#222';
      context.font = '30px Scanned Sans';
      for (let line = 0; line < 8; line += 1) context.fillText(german, 100, 300 + line * 60);
    });
    const { scans } = open();
    const request = { preparedPath: write(bytes), sha256: 'de', pages: [1], languages: ['de'] as const };
    const [page] = await scans.read(REQUESTER, request);
    const text = page?.lines.map((line) => line.text).join(' ') ?? '';
    expect(text).toContain('Mängel müssen unverzüglich gerügt werden');
    expect(page?.scan?.confidence).toBeGreaterThan(0.8);
  });

  it('are found by their lines alone on a page whose reading fails, and read on the others', async () => {
    const pdf = await PDFDocument.create();
    const source = await PDFDocument.load(await scanContract());
    for (let page = 1; page <= 3; page += 1) pdf.addPage((await pdf.copyPages(source, [0]))[0]);
    const program = new URL('../../support/failing-scan-process.ts', import.meta.url);
    const { scans } = open({ program });
    const request = {
      preparedPath: write(await pdf.save()),
      sha256: 'three',
      pages: [1, 2, 3],
      languages: [],
    };
    const pages = await scans.read(REQUESTER, request);
    expect(pages.map(({ number }) => number)).toEqual([1, 3]);
  });
});

it('reads scans between blank pages', async () => {
  const pdf = await PDFDocument.create();
  const source = await PDFDocument.load(await scanContract());
  for (let page = 1; page <= 4; page += 1) pdf.addPage([612, 792]);
  pdf.addPage((await pdf.copyPages(source, [0]))[0]);
  const { scans } = open();
  const request = { preparedPath: write(await pdf.save()), sha256: 'blanks', pages: [1, 2, 3, 4, 5] };
  const pages = await scans.read(REQUESTER, { ...request, languages: [] });
  expect(pages.map(({ scan }) => (scan?.confidence ?? 0) > 0.7)).toEqual([false, false, false, false, true]);
});

it('reads a page once, whoever asks for it at the same time or later', async () => {
  const { scans } = open();
  const bytes = await scanContract();
  const path = write(bytes);
  const document = { preparedPath: path, sha256: computeSha256Hex(bytes), pages: [1], languages: [] };
  const [[first], [second]] = await Promise.all([
    scans.read(REQUESTER, document),
    scans.read(REQUESTER, document),
  ]);
  expect(first?.lines.length).toBeGreaterThan(5);
  expect(second).toBe(first);
  rmSync(path);
  expect((await scans.read(REQUESTER, document))[0]).toBe(first);
  // Another organization's document isn't known, and its file is gone.
  await expect(scans.read({ ...REQUESTER, organizationId: 'org_other' }, document)).rejects.toThrow();
});

describe('a hostile picture', () => {
  const noise = (
    context: ReturnType<ReturnType<typeof createCanvas>['getContext']>,
    width: number,
    height: number,
  ) => {
    const image = context.createImageData(width, height);
    let state = 7;
    for (let at = 0; at < image.data.length; at += 4) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      image.data.fill(state >>> 31 === 1 ? 255 : 0, at, at + 3);
      image.data[at + 3] = 255;
    }
    context.putImageData(image, 0, 0);
  };
  it.each([
    ['of nothing', () => undefined, [1700, 2200]],
    ['of noise', noise, [1700, 2200]],
    ['of one pixel', () => undefined, [1, 1]],
    [
      'of bars',
      (context: ReturnType<ReturnType<typeof createCanvas>['getContext']>, width: number, height: number) => {
        context.fillStyle = 'black';
        for (let y = 0; y < height; y += 6) context.fillRect(0, y, width, 3);
      },
      [1700, 2200],
    ],
    [
      'of 36 million pixels',
      (context: ReturnType<ReturnType<typeof createCanvas>['getContext']>, width: number, height: number) => {
        context.fillStyle = 'black';
        for (let at = 0; at < 6000; at += 40)
          context.fillText('lorem ipsum dolor', at % width, (at * 7) % height);
      },
      [6000, 6000],
    ],
  ] as const)(
    '%s is read within the limits',
    async (_, draw, size) => {
      const { detect } = open();
      const { fields } = await detect(await picturePage(draw, size));
      expect(fields.length).toBeLessThan(100);
    },
    60_000,
  );
});
