import { execFileSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignatureStyle } from '#domain/envelope/signature-style.ts';
import { fontsOf } from '../pdf/support/pdf-tools.ts';
import { findViolations } from '../support/axe.ts';
import { findChromium } from '../support/chromium.ts';
import { openSignerHarness, type SignerHarness } from './signer-harness.ts';

const ADA = { name: 'Ada Lovelace', email: 'ada@example.com' };
const SIGNATURE = {
  type: 'signature',
  page: 2,
  x: 0.1,
  y: 0.6,
  width: 0.4,
  height: 0.06,
  participantIndex: 0,
};
const PHONE = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true } as const;

describe.skipIf(findChromium() === null)(
  'the style of a signature (skipped where there is no Chromium)',
  () => {
    let harness: SignerHarness;
    beforeAll(async () => {
      harness = await openSignerHarness();
    }, 180_000);
    afterAll(() => harness?.close());

    async function opened(options = {}) {
      const id = await harness.send({ participants: [ADA], fields: [SIGNATURE] });
      const { page, faults } = await harness.visit(options);
      const fonts: string[] = [];
      page.on('request', (request) => {
        if (request.resourceType() === 'font') fonts.push(request.url());
      });
      const sizes: Promise<number>[] = [];
      page.on('response', (response) => {
        if (/\.ttf$/.test(response.url())) sizes.push(response.body().then(({ length }) => length));
      });
      await page.goto(await harness.linkFor(ADA.email));
      await page.getByRole('button', { name: 'Review document' }).click();
      await page.locator('canvas').first().waitFor();
      expect(fonts.filter((url) => /Kalam|GveretLevin|Japanese/.test(url))).toEqual([]);
      await page.getByRole('button', { name: 'Start', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Your signature' });
      await dialog.waitFor();
      const fontBytes = async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
      return { id, page, faults, dialog, fontBytes };
    }

    /** Finishes, and returns the sealed file. */
    async function finish(page: Page, id: string, options = {}): Promise<Buffer> {
      await page.getByRole('dialog', { name: 'Your signature' }).waitFor({ state: 'detached' });
      // On a phone, adopting the signature was the last step.
      if (options !== PHONE) await page.getByRole('button', { name: 'Review', exact: true }).click();
      await page.getByRole('button', { name: 'Sign and finish' }).click();
      await page.getByRole('heading', { name: 'Everyone has signed' }).waitFor();
      await expect
        .poll(async () => (await harness.graph(id)).envelope.sealedAt, { timeout: 30_000 })
        .not.toBeNull();
      return await harness.download(`/envelopes/${id}/document?variant=sealed`);
    }

    type Choice = [SignatureStyle, string, object, (page: Page) => Promise<void>];
    it.each<Choice>([
      ['flowing', 'Caveat', {}, (page) => page.keyboard.press('Enter')],
      [
        'clear',
        'Kalam',
        {},
        async (page) => {
          await page.keyboard.press('Tab');
          await page.keyboard.press('ArrowRight');
          expect(await page.getByRole('radio', { name: 'Clear' }).isChecked()).toBe(true);
          await page.keyboard.press('Enter');
        },
      ],
      [
        'bold',
        'GveretLevin',
        PHONE,
        async (page) => {
          const bold = page.getByRole('radio', { name: 'Bold' });
          expect((await bold.boundingBox())?.height).toBeGreaterThanOrEqual(44);
          await bold.tap();
          await page.getByRole('button', { name: 'Adopt and sign' }).tap();
        },
      ],
    ])(
      '%s is chosen by keyboard or by touch, and sealed as it was shown',
      async (style, font, options, choose) => {
        const { id, page, faults, dialog, fontBytes } = await opened(options);
        await expect.poll(() => dialog.getByRole('radio').count()).toBe(3);
        expect(await findViolations(page)).toEqual([]);
        const shown = await shapeOnPage(page, style);
        // Only the Latin letters of the three fonts were loaded.
        expect(await fontBytes()).toBeLessThan(200_000);
        await choose(page);
        const sealed = await finish(page, id, options);
        expect(fontsOf(sealed)).toContainEqual(expect.stringContaining(font));
        expect(shapeInFile(sealed) / shown).toBeCloseTo(1, 1);
        expect(faults).toEqual([]);
        await page.context().close();
      },
    );

    it.each([
      ['clear', 'ليلى حداد', 'NotoNaskhArabic'],
      ['bold', 'ليلى حداد', 'Rakkas'],
      ['clear', 'נועה ברק', 'PlaypenSansHebrew'],
      ['bold', 'נועה ברק', 'PlaypenSansHebrew'],
      ['flowing', '山田 太郎', 'ZenKurenaido'],
      ['flowing', 'さくら 髙橋', 'ZenKurenaido'],
      ['bold', '山田 太郎', 'YuseiMagic'],
      ['bold', 'さくら 田中', 'YuseiMagic'],
    ] as const)('%s is sealed as it was shown for %s', async (style, name, font) => {
      const { id, page, faults, dialog, fontBytes } = await opened();
      await dialog.getByRole('textbox').fill(name);
      if (style === 'flowing') {
        await dialog.locator('.typed.japanese').first().waitFor();
      } else {
        const styles = font === 'YuseiMagic' ? 2 : 3;
        await expect.poll(() => dialog.getByRole('radio').count()).toBe(styles);
        const choice = dialog.getByRole('radio', { name: style === 'clear' ? 'Clear' : 'Bold' });
        await choice.check({ force: true });
      }
      const shown = await shapeOnPage(page, style, name);
      expect(await fontBytes()).toBeLessThan(700_000);
      await dialog.getByRole('button', { name: 'Adopt and sign' }).click();
      const sealed = await finish(page, id);
      expect(fontsOf(sealed)).toContainEqual(expect.stringContaining(font));
      expect(shapeInFile(sealed) / shown).toBeCloseTo(1, 1);
      expect(faults).toEqual([]);
      await page.context().close();
    });

    it('leaves only the ink of a photo of a signature', async () => {
      const { id, page, faults, dialog } = await opened(PHONE);
      await dialog.getByRole('tab', { name: 'Upload' }).tap();
      await dialog.getByText('Choose a file').waitFor();
      expect(await findViolations(page)).toEqual([]);
      const photo = await photographed(page);
      await dialog
        .locator('input[type=file]')
        .setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo });
      const picture = dialog.getByRole('img');
      await picture.waitFor();
      expect(await picture.evaluate(alphas)).toEqual({ corner: 0, darkest: 255 });
      await dialog.getByRole('button', { name: 'Adopt and sign' }).tap();
      // The line is about ten times as wide as it's high, the photo three times.
      expect(shapeInFile(await finish(page, id, PHONE))).toBeGreaterThan(5);
      expect(faults).toEqual([]);
      await page.context().close();
    });

    /** Returns the width of the name's ink over its height, as the browser renders it in the page's font. */
    async function shapeOnPage(page: Page, style: SignatureStyle, name = ADA.name): Promise<number> {
      return await page
        .getByRole('dialog')
        .locator(`.typed.${style}`)
        .last()
        .evaluate(async (sample, text) => {
          const { fontFamily } = getComputedStyle(sample);
          const font = `600 100px ${fontFamily}`;
          await document.fonts.load(font, text);
          const context = document.createElement('canvas').getContext('2d');
          if (context === null) return 0;
          context.font = font;
          const ink = context.measureText(text);
          return (
            (ink.actualBoundingBoxLeft + ink.actualBoundingBoxRight) /
            (ink.actualBoundingBoxAscent + ink.actualBoundingBoxDescent)
          );
        }, name);
    }
  },
);

/** Makes a JPEG of a dark line on gray paper lit from the left. */
async function photographed(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [900, 300];
    const context = canvas.getContext('2d');
    if (context === null) return '';
    const light = context.createLinearGradient(0, 0, 900, 0);
    light.addColorStop(0, '#e8e6e0');
    light.addColorStop(1, '#8a8880');
    context.fillStyle = light;
    context.fillRect(0, 0, 900, 300);
    context.strokeStyle = '#101a50';
    context.lineWidth = 8;
    context.beginPath();
    for (let x = 100; x <= 800; x += 5) context.lineTo(x, 150 + Math.sin(x / 40) * 25);
    context.stroke();
    return canvas.toDataURL('image/jpeg', 0.9);
  });
  return Buffer.from(url.split(',')[1] ?? '', 'base64');
}

/** Runs in the page. */
function alphas(image: Element): { corner: number; darkest: number } {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!(image instanceof HTMLImageElement) || context === null) throw new Error('no picture');
  [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  return {
    corner: data[3] ?? -1,
    darkest: data.reduce((most, value, at) => (at % 4 === 3 ? Math.max(most, value) : most), 0),
  };
}

/** Returns the width of the signature's ink over its height, as poppler renders the sealed page. */
function shapeInFile(pdf: Buffer): number {
  const pixmap = execFileSync('pdftoppm', ['-r', '300', '-f', '2', '-l', '2', '-gray', '-cropbox', '-'], {
    input: pdf,
    maxBuffer: 64 << 20,
  });
  const header = /^P5\n(\d+) (\d+)\n255\n/.exec(pixmap.subarray(0, 64).toString('latin1'));
  if (header === null) throw new Error('poppler drew nothing');
  const [width, height] = [Number(header[1]), Number(header[2])];
  const pixels = pixmap.subarray(header[0].length);
  const { x, y, width: across, height: down } = SIGNATURE;
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let row = Math.floor(y * height); row < (y + down) * height; row += 1)
    for (let column = Math.floor(x * width); column < (x + across) * width; column += 1) {
      if ((pixels[row * width + column] ?? 255) > 128) continue;
      [left, right] = [Math.min(left, column), Math.max(right, column)];
      [top, bottom] = [Math.min(top, row), Math.max(bottom, row)];
    }
  expect(right).toBeGreaterThan(left);
  return (right - left + 1) / (bottom - top + 1);
}
