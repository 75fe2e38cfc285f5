import { createCanvas } from '@napi-rs/canvas';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Language } from '#domain/language.ts';
import { openDetector } from '#server/pdf/reading/detector.ts';
import { openScanReader, type ScanReaderOptions } from '#server/pdf/reading/pictures/scan-reader.ts';
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
  onTestFinished(() => detector.close());
  return {
    scans,
    detect: async (bytes: Uint8Array, pages = 1, languages: readonly Language[] = ['en']) => {
      const document = { preparedPath: write(bytes), originalPath: null, pages, languages };
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

  it('are read in the languages of its people', async () => {
    const german =
      'Die Vertragsparteien erklären übereinstimmend: Mängel müssen unverzüglich gerügt werden, größere sofort.';
    const bytes = await picturePage((context) => {
      context.fillStyle = '#222';
      context.font = '30px Scanned Sans';
      for (let line = 0; line < 8; line += 1) context.fillText(german, 100, 300 + line * 60);
    });
    const { scans } = open();
    const request = { preparedPath: write(bytes), pages: [1], languages: ['de'] as const };
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
    const request = { preparedPath: write(await pdf.save()), pages: [1, 2, 3], languages: [] };
    const pages = await scans.read(REQUESTER, request);
    expect(pages.map(({ number }) => number)).toEqual([1, 3]);
  });
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
