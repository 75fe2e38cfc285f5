import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { SignerOperations } from '#ui/signer/signer-api.ts';
import { holdPhone, tap } from '../support/phone.ts';
import { boxOf } from '../support/pointer.ts';
import { makePages } from '../support/pdf.ts';
import { computeHash, openDocument } from '../support/signer.ts';

const NAME = { type: 'text', label: 'Full name', prefillValue: 'Ada Lovelace', page: 25 } as const;
const KB = 1_024;
const LONG = { pages: 30, padding: 60 * KB };
const press = (name: string) => userEvent.click(page.getByRole('button', { name, exact: true }));

/** A line on which what no page needs only arrives once `serveRest` is called. */
function openSlowLine({ damage = false } = {}) {
  const bytes = Uint8Array.from(makePages(LONG.pages, LONG.padding));
  const asked: (readonly [number, number])[] = [];
  let serveRest = (): void => {};
  const rest = new Promise<void>((resolve) => (serveRest = resolve));
  const documentPart: SignerOperations['documentPart'] = async ({ begin, end }) => {
    asked.push([begin, end ?? bytes.length]);
    // The viewer asks for less than what is fetched in the background.
    if (begin > 0 && (end ?? bytes.length) - begin > 128 * KB) await rest;
    const part = Uint8Array.from(bytes.subarray(begin, end ?? bytes.length));
    if (damage && begin > 0 && begin < 300 * KB) part[part.length - 1] = 0;
    return { bytes: part, length: bytes.length, tag: '1' };
  };
  return { asked, serveRest: () => serveRest(), documentPart };
}

it('is signed once its pages are there, and sent once all of it is', async () => {
  const { asked, serveRest, documentPart } = openSlowLine();
  const { signed } = await openDocument({ fields: [NAME], ...LONG, operations: { documentPart } });
  expect(asked[0]).toEqual([0, 256 * KB]);
  // The end of the file says where its pages are.
  expect(asked.some(([begin, end]) => begin > 1_500 * KB && end - begin <= 128 * KB)).toBe(true);
  await press('Review');
  await press('Sign and finish');
  await expect.element(page.getByRole('button', { name: 'Loading document…' })).toBeDisabled();
  expect(signed()).toBeNull();
  serveRest();
  await expect.element(page.getByRole('heading', { name: 'You’ve signed' })).toBeVisible();
  expect(signed()?.documentHash).toMatch(/^[0-9a-f]{64}$/);
  expect(signed()?.pages?.rendered).toContain(1);
});

it('isn’t signed if what arrived isn’t what is to be signed', async () => {
  const { serveRest, documentPart } = openSlowLine({ damage: true });
  const { signed } = await openDocument({ fields: [NAME], ...LONG, operations: { documentPart } });
  await press('Review');
  await press('Sign and finish');
  serveRest();
  await expect.element(page.getByText('The document didn’t download correctly. Try again.')).toBeVisible();
  expect(signed()).toBeNull();
});

/** A line on which the document only arrives once `serve` is called, after pictures of its pages. */
async function openPicturedLine(sha256?: string) {
  const bytes = Uint8Array.from(makePages(LONG.pages, LONG.padding));
  const line = Promise.withResolvers<void>();
  const pictured: number[] = [];
  const operations: Partial<SignerOperations> = {
    documentPart: async ({ begin, end }) => {
      await line.promise;
      const part = Uint8Array.from(bytes.subarray(begin, end ?? bytes.length));
      return { bytes: part, length: bytes.length, tag: '1' };
    },
    pagePicture: async (number) => {
      pictured.push(number);
      return { png: await drawPicture(), sha256: sha256 ?? (await computeHash(bytes)) };
    },
  };
  return { serve: () => line.resolve(), pictured, operations };
}

/** A4 at 1.25 pixels per point. */
async function drawPicture(): Promise<Blob> {
  const canvas = new OffscreenCanvas(744, 1052);
  canvas.getContext('2d')?.fillRect(100, 100, 200, 20);
  return await canvas.convertToBlob();
}

const CITY = { type: 'text', label: 'City', page: 25 } as const;
const sheetOf = (number: number) => page.getBySelector(`[data-page="${number}"]`);

it('begins on pictures of its pages, which stay where they are once it’s drawn', async () => {
  await holdPhone(390, 844);
  const { serve, pictured, operations } = await openPicturedLine();
  const { signed } = await openDocument({ fields: [CITY], ...LONG, operations });
  await tap(page.getByRole('button', { name: 'Start', exact: true }));
  await expect.element(page.getBySelector('#signer-actions input')).toHaveFocus();
  await expect.element(page.getBySelector('[data-page="25"] img')).toBeVisible();
  // Those that she passed on the way aren't fetched.
  expect(pictured).toEqual(expect.arrayContaining([1, 25]));
  expect(pictured.filter((number) => number > 2 && number < 23)).toEqual([]);
  await userEvent.keyboard('Porto');
  const before = boxOf(sheetOf(25));
  serve();
  await expect.element(page.getBySelector('[data-page="25"] img')).not.toBeInTheDocument();
  const after = boxOf(sheetOf(25));
  for (const side of ['x', 'y', 'width', 'height'] as const)
    expect(Math.abs(after[side] - before[side]), side).toBeLessThan(1);
  await tap(page.getByRole('button', { name: 'Review', exact: true }));
  await tap(page.getByRole('button', { name: 'Sign and finish' }));
  await expect.element(page.getByRole('heading', { name: 'You’ve signed' })).toBeVisible();
  const { rendered = [], pictures = [] } = signed()?.pages ?? {};
  expect(rendered).toContain(25);
  expect(pictures).toContain(1);
  expect([...rendered, ...pictures].filter((number) => number > 2 && number < 23)).toEqual([]);
});

it('isn’t signed before it has arrived, however far the pictures lead', async () => {
  const { serve, operations } = await openPicturedLine();
  const { signed } = await openDocument({ fields: [CITY], ...LONG, operations });
  await press('Start');
  await expect.element(page.getBySelector('[data-page="25"] img')).toBeVisible();
  await userEvent.keyboard('Porto');
  await press('Review');
  await press('Sign and finish');
  await expect.element(page.getByRole('button', { name: 'Loading document…' })).toBeDisabled();
  expect(signed()).toBeNull();
  serve();
  await expect.element(page.getByRole('heading', { name: 'You’ve signed' })).toBeVisible();
  expect(signed()?.pages?.pictures).toEqual(expect.arrayContaining([1, 25]));
  expect(signed()?.documentHash).toMatch(/^[0-9a-f]{64}$/);
});

it('shows no picture of another document', async () => {
  const { serve, operations } = await openPicturedLine('0'.repeat(64));
  const { signed } = await openDocument({ fields: [NAME], ...LONG, operations, isHeld: true });
  await expect.element(page.getByRole('button', { name: 'Review', exact: true })).toBeDisabled();
  expect(document.querySelector('[data-page] img')).toBeNull();
  serve();
  await press('Review');
  await press('Sign and finish');
  await expect.element(page.getByRole('heading', { name: 'You’ve signed' })).toBeVisible();
  expect(signed()?.pages?.pictures).toEqual([]);
});
