import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { focus } from '../support/focus.ts';
import { give, makePicture } from '../support/files.ts';
import { openDocument } from '../support/signer.ts';

it('a signature without ink is refused in the dialog, which says why, whether it is typed, drawn or a picture', async () => {
  await openDocument({
    fields: [
      { label: 'Street', y: 0.2 },
      { type: 'signature', y: 0.4 },
    ],
  });
  focus(page.getByRole('button', { name: /^Signature, page 1/ }));
  await userEvent.keyboard('{Enter}');
  const dialog = page.getByRole('dialog', { name: 'Your signature' });
  const adopt = dialog.getByRole('button', { name: /Adopt/ });
  await dialog.getByRole('textbox').fill('\u200b');
  await expect.element(dialog.getByText('Type characters that can be seen.')).toBeVisible();
  await adopt.click();
  await dialog.getByRole('tab').nth(1).click();
  await expect.element(dialog.getByText('Sign here.')).not.toBeInTheDocument();
  await adopt.click();
  await expect.element(dialog.getByText('Sign here.')).toBeVisible();
  await dialog.getByRole('tab').nth(2).click();
  await adopt.click();
  await expect.element(dialog.getByRole('alert').filter({ hasText: 'Choose a file' })).toBeVisible();
  await give(dialog.getBySelector('input[type=file]'), await makePicture('blank.png', [600, 200]));
  await expect.element(dialog.getByText(/^There’s nothing to see in this image\./)).toBeVisible();
  await adopt.click();
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard('{Escape}');
});

it('a stamp is a picture, which is chosen, seen and used', async () => {
  const { signed } = await openDocument({
    fields: [{ type: 'stamp', label: 'Company stamp', y: 0.4, height: 0.12 }],
  });
  const start = page.getByRole('button', { name: 'Start' });
  await start.click();
  const dialog = page.getByRole('dialog', { name: 'Your stamp' });
  await expect.element(dialog).toBeVisible();
  expect(dialog.getByRole('tab').elements()).toEqual([]);
  await expect.element(dialog.getByText(/handwritten/)).not.toBeInTheDocument();
  const use = dialog.getByRole('button', { name: 'Use this stamp' });
  await use.click();
  await expect.element(dialog.getByRole('alert').filter({ hasText: 'Choose a file' })).toBeVisible();
  await give(
    dialog.getBySelector('input[type=file]'),
    await makePicture('stamp.png', [400, 200], paintStamp),
  );
  await expect.element(dialog.getByRole('img', { name: 'Your stamp' })).toBeVisible();
  await use.click();
  const box = page.getByRole('button', { name: /^Company stamp, page 1.*Your stamp/ });
  await expect.element(box).toBeVisible();
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  await page.getByRole('button', { name: 'Sign and finish' }).click();
  await expect.poll(() => signed()?.stamp?.kind).toBe('uploaded');
  expect(signed()?.signature).toBeUndefined();
});

function paintStamp(context: OffscreenCanvasRenderingContext2D): void {
  context.strokeStyle = '#c01020';
  context.lineWidth = 12;
  context.strokeRect(20, 20, 360, 160);
}
