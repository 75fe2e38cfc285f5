import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { holdPhone, tap } from '../support/phone.ts';
import { boxOf } from '../support/pointer.ts';
import { openDocument } from '../support/signer.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const frame = page.getBySelector('.group-frame');
const PAYMENT = ['In full', 'In two parts', 'Each month'];

/** A group whose boxes stand under each other. */
function choices(x: number, y: number, more: object = {}) {
  return PAYMENT.map((label, at) => ({
    ...{ type: 'radio', group: 'How to pay', label, x, y: y + at * 0.04, width: 0.03, height: 0.02 },
    ...more,
  })) as Parameters<typeof openDocument>[0]['fields'];
}

/** Returns the boxes that aren't inside the frame. */
function listOutside(): string[] {
  const around = boxOf(frame);
  return [...document.querySelectorAll('.field-box.round')]
    .filter((box) => {
      const { left, right, top, bottom } = box.getBoundingClientRect();
      return left < around.left || right > around.right || top < around.top || bottom > around.bottom;
    })
    .map((box) => box.getAttribute('for') ?? '');
}

describe('the frame of a group', () => {
  it('goes around its boxes and the words beside them, says what is missing, and goes with the answer', async () => {
    await page.viewport(1280, 800);
    // The first box stands before the words “Page 1”.
    await openDocument({ fields: [...choices(0.085, 0.102), { type: 'signature', y: 0.5, height: 0.05 }] });
    await expect.element(frame).toBeInTheDocument();
    expect(listOutside()).toEqual([]);
    const words = page.getBySelector('.pdf-text span').filter({ hasText: 'Page 1' });
    await expect.poll(() => boxOf(frame).right - boxOf(words).right).toBeGreaterThan(0);
    expect(boxOf(frame).right - boxOf(words).right).toBeLessThan(20);

    await userEvent.click(button('Start'));
    await expect.element(frame).toHaveClass('current');
    await userEvent.click(button('Next'));
    await userEvent.keyboard('{Escape}');
    await expect.element(frame).toHaveClass('invalid');
    const note = frame.getBySelector('.group-note');
    await expect.element(note).toBeVisible();
    expect(boxOf(note).left).toBeGreaterThan(boxOf(frame).right);

    await userEvent.click(page.getBySelector('#page-fld_2'));
    await expect.element(note).not.toBeInTheDocument();
    await expect.element(frame).toHaveClass('answered');
  });

  it('ends where another question begins', async () => {
    await page.viewport(1280, 800);
    await openDocument({
      fields: [...choices(0.085, 0.102), { label: 'City', x: 0.15, y: 0.1, width: 0.3 }],
    });
    await expect.element(page.getBySelector('.pdf-text span').first()).toBeInTheDocument();
    const city = page.getBySelector('.field-box[data-field-type=text]');
    await expect.poll(() => Math.abs(boxOf(frame).right - 7 - boxOf(city).left)).toBeLessThan(1.5);
  });

  it.each([
    [390, 844, 0.02],
    [390, 844, 0.9],
    [320, 568, 0.45],
    [820, 1180, 0.02],
  ])('is whole above the sheet, on a touch screen of %i by %i', async (width, height, x) => {
    await holdPhone(width, height);
    await openDocument({ fields: [{ label: 'City', y: 0.05 }, ...choices(x, 0.85, { page: 2 })] });
    await expect.element(frame).toBeInTheDocument();
    await tap(button('Start'));
    await userEvent.keyboard('Porto');
    await tap(button('Next'));
    await expect.element(page.getBySelector('#signer-actions .choices')).toBeVisible();
    const header = () => document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
    const foot = page.getBySelector('#signer-actions');
    await expect
      .poll(() => {
        const { left, right, top, bottom } = boxOf(frame);
        return {
          left: left >= 0,
          right: right <= innerWidth,
          top: top >= header(),
          bottom: bottom <= boxOf(foot).top,
        };
      })
      .toEqual({ left: true, right: true, top: true, bottom: true });
  });
});
