import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { SignerOperations } from '#ui/signer/signer-api.ts';
import { makePages } from '../support/pdf.ts';
import { openDocument } from '../support/signer.ts';

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
