import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { holdPhone, tap } from '../support/phone.ts';
import { boxOf } from '../support/pointer.ts';
import { openDocument } from '../support/signer.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });

it('on a small phone, styles and what adopting means are in view above the buttons', async () => {
  await holdPhone(320, 568);
  await openDocument({ fields: [{ type: 'signature', y: 0.4, height: 0.05 }] });
  await tap(button('Start'));
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getBySelector('fieldset')).toBeVisible();
  const foot = dialog.getBySelector('.sheet-actions');
  for (const part of [dialog.getBySelector('fieldset'), dialog.getByText(/^By continuing/)])
    await expect.poll(() => boxOf(foot).top - boxOf(part).bottom).toBeGreaterThanOrEqual(0);
  expect(boxOf(foot).bottom).toBeLessThanOrEqual(innerHeight);
});
