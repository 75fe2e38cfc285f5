import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { focus } from '../support/focus.ts';
import { openEditor, palette, placed, saved, sheet } from '../support/editor.ts';
import { boxOf, clickAt, drag } from '../support/pointer.ts';

const NAME = { type: 'name', x: 0.15, y: 0.13 } as const;
const PHONE = { type: 'phone', x: 0.3, y: 0.25 } as const;
const SIGNATURE = { type: 'signature', x: 0.45, y: 0.38, height: 0.05 } as const;
const heading = (name: RegExp) => page.getByRole('heading', { name });

describe('choosing several fields', () => {
  const [name, phone, signature] = [placed(/^Name/), placed(/^Phone/), placed(/^Signature/)];

  it('places where the page is clicked, and deletes by key', async () => {
    await openEditor();
    await palette('Company').click();
    const paper = boxOf(sheet(1));
    await clickAt({ x: paper.x + paper.width * 0.7, y: paper.y + paper.height * 0.15 });
    await expect.element(placed(/^Company/)).toHaveFocus();
    await userEvent.keyboard('{Delete}');
    await expect.element(placed(/^Company/)).not.toBeInTheDocument();
  });

  it('by clicks and by a band, and changes them in one step', async () => {
    await openEditor({ fields: [NAME, PHONE, SIGNATURE] });
    await name.click();
    await phone.click({ modifiers: ['Shift'] });
    await expect.element(heading(/^2 fields/)).toBeVisible();
    await signature.click({ modifiers: ['ControlOrMeta'] });
    await page.getByRole('button', { name: 'Align left edges' }).click();
    await expect.poll(() => boxOf(phone).x).toBeCloseTo(boxOf(name).x, 0);
    expect(boxOf(signature).x).toBeCloseTo(boxOf(name).x, 0);
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.poll(() => boxOf(phone).x - boxOf(name).x).toBeGreaterThan(30);

    // The band goes around the first two, the arrows move them together and exactly.
    const paper = boxOf(sheet(1));
    await drag(
      { x: paper.x + paper.width * 0.05, y: paper.y + paper.height * 0.1 },
      { x: paper.x + paper.width * 0.9, y: paper.y + paper.height * 0.32 },
    );
    await expect.element(heading(/^2 fields/)).toBeVisible();
    const before = [boxOf(name), boxOf(phone)];
    // No click is needed before the keys.
    await userEvent.keyboard('{ArrowDown}');
    for (const [index, field] of [name, phone].entries())
      await expect.poll(() => (boxOf(field).y - (before[index]?.y ?? 0)) / paper.height).toBeCloseTo(0.01, 3);
  });

  it('by keyboard alone: Space gathers, Shift L aligns, Delete removes both as one step', async () => {
    const { kept } = await openEditor({ fields: [NAME, PHONE, SIGNATURE] });
    focus(name);
    await userEvent.keyboard(' {Tab}');
    await expect.element(phone).toHaveFocus();
    await userEvent.keyboard(' {Shift>}L{/Shift}');
    await expect.poll(() => boxOf(phone).x).toBeCloseTo(boxOf(name).x, 0);
    await userEvent.keyboard('{Delete}');
    await expect.element(placed()).toHaveLength(1);
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(placed()).toHaveLength(3);
    await userEvent.keyboard('{Control>}a{/Control}');
    await expect.element(heading(/^3 fields/)).toBeVisible();
    await page.getByLabelText('Required', { exact: true }).click();
    await expect.element(placed(/required/)).toHaveLength(0);
    await saved();
    await expect.poll(() => kept().fields.map(({ required }) => required)).toEqual([false, false, false]);
  });
});
