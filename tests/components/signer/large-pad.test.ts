import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { holdPhone, swipe, tap } from '../support/phone.ts';
import { boxOf } from '../support/pointer.ts';
import { openDocument } from '../support/signer.ts';

it('a signature on a phone is drawn across the whole screen, turned while the phone is upright', async () => {
  await holdPhone(360, 740);
  const { signed } = await openDocument({ fields: [{ type: 'signature', y: 0.4 }] });
  await tap(page.getByRole('button', { name: 'Start' }));
  const dialog = page.getByRole('dialog', { name: 'Your signature' });
  await tap(dialog.getByRole('tab', { name: 'Draw' }));
  await tap(dialog.getByRole('button', { name: 'Larger, across the screen' }));
  const pad = page.getByLabelText(/^Draw your signature/).last();
  await expect.poll(() => boxOf(pad).height).toBeGreaterThan(650);
  for (const name of ['Undo', 'Clear', 'Cancel', 'Adopt and sign'])
    expect(boxOf(page.getByRole('button', { name, exact: true }).last()).width, name).toBeGreaterThanOrEqual(
      44,
    );
  await tap(page.getByRole('button', { name: 'Adopt and sign' }).last());
  await expect.element(page.getByText('Sign here.').last()).toBeVisible();
  // Down the screen is along the line of the pad. After a swipe, the browser makes no click of the next tap.
  await swipe({ x: 180, y: 200 }, { x: 0, y: 300 });
  await userEvent.click(page.getByRole('button', { name: 'Adopt and sign' }).last());
  await userEvent.click(page.getByRole('button', { name: 'Sign and finish' }));
  await expect.poll(() => signed()?.signature?.kind).toBe('drawn');
  const mark = signed()?.signature;
  const { naturalWidth: width, naturalHeight: height } = await loadPicture(
    mark?.kind === 'drawn' ? mark.image : '',
  );
  expect(width).toBeGreaterThan(500);
  expect(height).toBeLessThan(40);
});

it('a phone that lies across opens the large pad, and what was drawn stays in view on the small one', async () => {
  await holdPhone(740, 360);
  await openDocument({ fields: [{ type: 'signature', y: 0.4 }] });
  // The test before ended with a swipe, after which the browser makes no click of the next tap.
  await userEvent.click(page.getByRole('button', { name: 'Start' }));
  const pad = page.getByLabelText(/^Draw your signature/).last();
  await expect.poll(() => boxOf(pad).width).toBeGreaterThan(650);
  await swipe({ x: 60, y: 180 }, { x: 600, y: 0 });
  await userEvent.click(page.getByRole('button', { name: 'Cancel', exact: true }).last());
  const small = page.getByLabelText(/^Draw your signature/);
  await expect.poll(() => boxOf(small).width).toBeLessThan(540);
  const canvas = small.element();
  if (!(canvas instanceof HTMLCanvasElement)) throw new Error('the pad is no canvas');
  await expect.poll(() => findRightmostInk(canvas)).toBeGreaterThan(0.7);
  expect(findRightmostInk(canvas)).toBeLessThan(0.95);
  await userEvent.keyboard('{Escape}');
});

it('a tablet begins with the pad, and the dialog has the focus', async () => {
  await holdPhone(820, 1180);
  await openDocument({ fields: [{ type: 'signature', y: 0.4 }] });
  await tap(page.getByRole('button', { name: 'Start' }));
  await expect.element(page.getByRole('tab', { name: 'Draw' })).toHaveAttribute('data-state', 'active');
  await expect.element(page.getByRole('button', { name: 'Adopt and sign' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
});

it('the dialog of the signature follows that of the initials, and has the focus', async () => {
  await holdPhone(360, 740);
  await openDocument({
    fields: [
      { type: 'initials', y: 0.2, height: 0.06 },
      { type: 'signature', y: 0.4, height: 0.06 },
    ],
  });
  await tap(page.getByRole('button', { name: 'Start' }));
  await tap(page.getByRole('button', { name: 'Adopt initials' }));
  const dialog = page.getByRole('dialog', { name: 'Your signature' });
  await expect.element(dialog.getByRole('textbox')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
});

/** Returns how far to the right the ink reaches, as a share of the width. */
function findRightmostInk(canvas: HTMLCanvasElement): number {
  const { width, height } = canvas;
  const data = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
  let right = 0;
  for (let at = 3; at < data.length; at += 4)
    if ((data[at] ?? 0) > 0) right = Math.max(right, ((at - 3) / 4) % width);
  return right / width;
}

async function loadPicture(url: string): Promise<HTMLImageElement> {
  const picture = new Image();
  picture.src = url;
  await picture.decode();
  return picture;
}
