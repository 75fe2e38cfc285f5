import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { holdPhone, tap } from '../support/phone.ts';
import { boxOf } from '../support/pointer.ts';
import { openDocument } from '../support/signer.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });

/** The fields at the edges of the page, which zooming moves out of sight first, and one as wide as the page. */
const FIELDS = [
  { label: 'Top', x: 0, y: 0, width: 1 },
  { label: 'First', x: 0.62, y: 0.12, width: 0.35 },
  { label: 'Second', x: 0.02, y: 0.5, width: 0.35 },
  { label: 'Wide', x: 0.03, y: 0.7, width: 0.94 },
  { label: 'Last', page: 2, x: 0.6, y: 0.9, width: 0.37 },
  { label: 'Bottom', page: 2, x: 0.65, y: 0.97, width: 0.35 },
];

/** Returns what is wrong with where a field is: cut by an edge of the window, or under one of the bars. */
function findFaults(label: string): string {
  const field = page.getBySelector(`.field-box:has([aria-label^="${label}"])`);
  const { x, y, width, height } = boxOf(field);
  const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  const foot = document.querySelector('#signer-actions')?.getBoundingClientRect().top ?? innerHeight;
  const faults = {
    'cut at the start': x < 0,
    'cut at the end': x + width > innerWidth,
    'under the header': y < header,
    'under the foot': y + height > foot,
  };
  return Object.keys(faults)
    .filter((each) => faults[each as keyof typeof faults])
    .join(', ');
}

const isWhole = (label: string) => expect.poll(() => findFaults(label), { message: label }).toBe('');

describe('the field at hand is whole', () => {
  it.each([
    [390, 844],
    [320, 568],
    [740, 360],
  ])('from the first Next on, on a phone of %i by %i', async (width, height) => {
    await holdPhone(width, height);
    await openDocument({ fields: FIELDS });
    await tap(button('Start'));
    for (const { label } of FIELDS) {
      await expect.element(page.getBySelector('#signer-actions input')).toHaveFocus();
      await isWhole(label);
      await userEvent.keyboard('Porto');
      if (label !== 'Bottom') await tap(button('Next'));
    }
  });

  it('however far a desktop zooms, and from there to the next field', async () => {
    await page.viewport(1280, 800);
    await openDocument({ fields: FIELDS });
    await userEvent.click(button('Start'));
    await userEvent.type(page.getBySelector('input:focus, [id^=page-]').first(), 'Porto{Enter}');
    await isWhole('First');
    for (const zoom of ['125%', '150%', '200%']) {
      await userEvent.click(button('Zoom in'));
      await expect.element(page.getByText(zoom)).toBeVisible();
      await isWhole('First');
    }
    await userEvent.type(page.getBySelector('#page-fld_2'), 'Porto{Enter}');
    await isWhole('Second');
    await userEvent.click(button('Zoom out'));
    await isWhole('Second');
  });

  it('or, if it’s wider than the screen, from where it begins', async () => {
    await page.viewport(1280, 800);
    await openDocument({ fields: FIELDS.filter(({ label }) => label === 'Wide') });
    await userEvent.click(button('Start'));
    for (const zoom of ['125%', '150%', '200%', '300%']) {
      await userEvent.click(button('Zoom in'));
      await expect.element(page.getByText(zoom)).toBeVisible();
    }
    await expect.poll(() => findFaults('Wide')).toBe('cut at the end');
  });

  it('and above the dialog for a signature', async () => {
    await holdPhone(390, 844);
    const place = { type: 'signature', height: 0.05 } as const;
    await openDocument({
      fields: [
        { ...place, label: 'Left', x: 0, y: 0.3, width: 0.4 },
        { ...place, label: 'Right', page: 2, x: 0.6, y: 0.94, width: 0.4 },
      ],
    });
    await tap(button('Start'));
    const dialog = page.getByRole('dialog');
    await expect.element(dialog).toBeVisible();
    const isAbove = async (label: string) => {
      const field = page.getBySelector(`.field-box:has([aria-label^="${label}"])`);
      await expect.poll(() => boxOf(field).bottom <= boxOf(dialog).top + 1, { message: label }).toBe(true);
      await expect.poll(() => boxOf(field).left >= 0 && boxOf(field).right <= innerWidth).toBe(true);
    };
    await isAbove('Left');
    await tap(button('Adopt and sign'));
    await tap(button('Use this signature'));
  });

  it('but whoever reads elsewhere stays there', async () => {
    await page.viewport(1280, 800);
    await openDocument({ fields: FIELDS });
    await userEvent.click(button('Start'));
    await isWhole('First');
    document.querySelector('[data-page="2"]')?.scrollIntoView({ block: 'end', behavior: 'instant' });
    await userEvent.click(button('Zoom in'));
    await expect.element(page.getByText('125%')).toBeVisible();
    await expect.element(page.getBySelector('[data-page="2"]')).toBeInViewport();
    expect(boxOf(page.getBySelector('.field-box').first()).y).toBeLessThan(0);
  });
});
