import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { FIELD_TYPES } from '#domain/field/catalogue.ts';
import { holdPhone, tap } from '../support/phone.ts';
import { openDocument } from '../support/signer.ts';

/** Below this size, iOS zooms the page when an input gets the focus, and stays there. */
const SMALLEST_PX = 16;
const INPUTS = 'input:not([type=checkbox], [type=radio], [type=file], [type=hidden]), textarea, select';
const button = (name: string) => page.getByRole('button', { name, exact: true });

it('everything that a phone’s keyboard opens for is written in 16 px', async () => {
  await holdPhone(390, 844);
  await openDocument({
    fields: FIELD_TYPES.map((type, at) => ({
      ...{
        type,
        label: type,
        required: false,
        y: 0.05 + at * 0.05,
        options: type === 'dropdown' ? ['A', 'B'] : null,
      },
    })),
    pages: 12,
  });
  const small = new Set<string>();
  let seen = 0;
  const measure = () => {
    for (const input of document.querySelectorAll<HTMLElement>(INPUTS)) {
      const { fontSize } = getComputedStyle(input);
      // Boxes on the page only show the answers of the sheet below.
      const isShown = input.closest('.field-box') === null && input.getClientRects().length > 0;
      if (!isShown) continue;
      seen += 1;
      if (Number.parseFloat(fontSize) < SMALLEST_PX)
        small.add(`${input.outerHTML.slice(0, 90)}: ${fontSize}`);
    }
  };
  await tap(button('Start'));
  for (let step = 0; step < FIELD_TYPES.length; step += 1) {
    measure();
    if (document.querySelector('[role=dialog]') !== null)
      await tap(page.getByRole('dialog').getByRole('button', { name: 'Cancel' }));
    const next = document.querySelector('#signer-proceed');
    if (next === null || next.textContent.includes('Review')) break;
    await tap(page.getBySelector('#signer-proceed'));
  }
  expect(seen).toBeGreaterThan(6);
  expect([...small]).toEqual([]);
});
