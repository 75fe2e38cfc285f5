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
  await expect.element(dialog.getByText(/^This image shows no signature\./)).toBeVisible();
  await adopt.click();
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard('{Escape}');
});
