import { describe, expect, it } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { addRecipient, dragOntoPage, openEditor, palette, placed, saved, sheet } from '../support/editor.ts';
import { focus } from '../support/focus.ts';
import { boxOf, clickAt, dragBy } from '../support/pointer.ts';

const SIGNATURE = { type: 'signature', x: 0.15, y: 0.18, width: 0.3, height: 0.05 } as const;
const INITIALS = { type: 'initials', x: 0.7, y: 0.48, width: 0.1, height: 0.04 } as const;

const FOUND = { ignoreCase: true, similar: [], isTooOften: false };

describe('placing fields', () => {
  const [signature, initials] = [placed(/^Signature/), placed(/^Initials/)];
  const dialog = page.getByRole('dialog');

  it('drags, moves and resizes with the pointer, undoes, and keeps them on the page and in the draft', async () => {
    const { reopen } = await openEditor({ people: [] });
    await addRecipient('Ada Lovelace', 'ada@example.com');
    await dragOntoPage('Signature', { page: 1, x: 0.4, y: 0.3 });
    await expect.element(placed(/^Signature for Ada Lovelace, page 1/)).toBeVisible();
    await palette('Date').click();
    const paper = boxOf(sheet(1));
    await clickAt({ x: paper.x + paper.width * 0.7, y: paper.y + paper.height * 0.5 });
    await expect.element(placed(/^Date for Ada Lovelace/)).toBeVisible();

    const before = boxOf(signature);
    await dragBy(signature, { x: -60, y: 90 });
    const moved = boxOf(signature);
    expect(moved.x - before.x).toBeCloseTo(-60, -1);
    expect(moved.y - before.y).toBeCloseTo(90, -1);
    await dragBy(page.getBySelector('[data-handle="se"]'), { x: 40, y: 20 });
    const resized = boxOf(signature);
    expect(resized.width - moved.width).toBeCloseTo(40, -1);
    const width = () => boxOf(signature).width;
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.poll(width).toBeCloseTo(moved.width, 0);
    await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
    await expect.poll(width).toBeCloseTo(resized.width, 0);
    // To the edge of the window, far beyond the page's.
    await dragBy(signature, { x: 2 - moved.x, y: 0 });
    expect(boxOf(signature).x).toBeLessThan(moved.x - 10);
    expect(boxOf(signature).x).toBeGreaterThanOrEqual(paper.x - 1);
    await saved();
    await reopen();
    await expect.element(placed()).toHaveLength(2);
    await expect.element(page.getByRole('button', { name: /Ada Lovelace/ }).first()).toBeVisible();
  });

  it('puts an amount of money beside each occurrence of a text', async () => {
    const spots = [1, 2].map((number) => ({ page: number, x: 0.3, y: 0.4, width: 0.2, height: 0.03 }));
    const { kept } = await openEditor({
      host: {
        findText: () => Promise.resolve({ ...FOUND, texts: spots, places: spots }),
      },
    });
    await page.getByText('Place by text').click();
    await page.getByLabelText('Text in the document').fill('Rent:');
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    await page.getByRole('combobox', { name: 'Type' }).selectOptions('Currency amount');
    await page.getByRole('button', { name: /^Place / }).click();
    await expect.element(placed(/^Currency amount for Ada/)).toHaveLength(2);
    await saved();
    expect(kept().fields.map(({ type, format, anchor }) => [type, format?.decimals, anchor?.text])).toEqual([
      ['number', 2, 'Rent:'],
      ['number', 2, 'Rent:'],
    ]);
  });

  it('does everything by keyboard, and announces what happens', async () => {
    await openEditor();
    focus(palette('Dropdown'));
    await userEvent.keyboard('{Enter}');
    const field = placed(/^Dropdown for Ada, page 1/);
    await expect.element(field).toHaveFocus();
    const place = boxOf(field);
    await userEvent.keyboard('{ArrowUp}'.repeat(10));
    await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
    await expect.element(field).toHaveFocus();
    const moved = boxOf(field);
    const paper = boxOf(sheet(1));
    expect((place.y - moved.y) / paper.height).toBeCloseTo(0.1, 2);
    expect((moved.width - place.width) / paper.width).toBeCloseTo(0.01, 2);
    await expect.element(page.getByText(/% wide, .*% high/)).toBeInTheDocument();

    focus(palette('Checkbox'));
    await userEvent.keyboard('{Enter}');
    await expect.element(placed(/^Checkbox for Ada/)).toBeVisible();
    await userEvent.keyboard('{PageDown}');
    await expect.element(placed(/^Checkbox for Ada, page 2/)).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByLabelText('Type', { exact: true })).toHaveFocus();
    focus(placed(/^Dropdown/));
    await userEvent.keyboard('{Delete}');
    await expect.element(placed()).toHaveLength(1);
    await saved();
  });

  it('snaps to other fields unless Alt is held', async () => {
    await openEditor({ fields: [SIGNATURE, INITIALS] });
    const target = boxOf(signature);
    const from = boxOf(initials);
    await commands.usePointer([
      { to: { x: from.x + 5, y: from.y + 5 } },
      { button: 'down' },
      { to: { x: target.x + 5 + 3, y: from.y + 60 }, steps: 5 },
    ]);
    await expect.element(page.getBySelector('[data-guide="x"]')).toHaveLength(1);
    expect(boxOf(initials).x).toBeCloseTo(target.x, 0);
    await userEvent.keyboard('{Alt>}');
    await commands.usePointer([{ to: { x: target.x + 5 + 4, y: from.y + 60 } }]);
    await expect.element(page.getBySelector('[data-guide]')).toHaveLength(0);
    expect(boxOf(initials).x).toBeCloseTo(target.x + 4, 0);
    await userEvent.keyboard('{/Alt}');
    await commands.usePointer([{ button: 'up' }]);
  });

  it('copies to pages in two clicks, and says which pages there are', async () => {
    await openEditor({ fields: [SIGNATURE, INITIALS] });
    await initials.click();
    await page.getByRole('button', { name: 'Copy to pages…' }).click();
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect.element(placed(/^Initials for Ada, page 2/)).toHaveLength(1);
    await expect.element(dialog).not.toBeInTheDocument();
    focus(placed(/^Initials for Ada, page 1/));
    await userEvent.keyboard('g');
    await page.getByLabelText('These pages').click();
    await page.getByRole('textbox', { name: 'Pages' }).fill('7');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('The document has pages 1 to 2.')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('cuts, pastes and duplicates', async () => {
    const { kept } = await openEditor({ fields: [SIGNATURE, INITIALS] });
    focus(signature);
    await userEvent.keyboard('{Control>}x{/Control}');
    await expect.element(signature).not.toBeInTheDocument();
    await userEvent.keyboard('{Control>}v{/Control}');
    await expect.element(signature).toHaveLength(1);
    await expect.element(signature).toHaveFocus();
    await userEvent.keyboard('{Control>}d{/Control}');
    await expect.element(signature).toHaveLength(2);
    await saved();
    await expect.poll(() => kept().fields.length).toBe(3);
  });

  it('marks fields with a condition on the page and in the list', async () => {
    await openEditor({ fields: [{ type: 'checkbox', y: 0.2 }, { y: 0.4 }] });
    const marks = page.getBySelector('[data-conditional]');
    await expect.element(marks).toHaveLength(0);
    await placed(/^Text/).click();
    await page.getByRole('button', { name: 'Show only if…' }).click();
    // Nothing is a condition yet: which field it reads is to be chosen first.
    await expect.element(marks).toHaveLength(0);
    await userEvent.selectOptions(
      page.getByRole('combobox', { name: 'Field', exact: true }),
      'Checkbox (Page 1)',
    );
    await expect.element(placed(/^Text.*conditional/).getBySelector('[data-conditional]')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await sheet(1).click({ position: { x: 20, y: 20 } });
    const list = page.getByRole('list', { name: 'Fields in reading order' });
    await expect.element(list.getBySelector('[data-conditional]')).toHaveLength(1);
  });

  it('has room for all types of fields beside three recipients', async () => {
    await page.viewport(1440, 900);
    await openEditor({
      people: ['Ada', 'Ben', 'Cem'].map((name) => ({ name, email: `${name}@example.com` })),
    });
    const { bottom } = boxOf(palette('Attachment'));
    expect(bottom).toBeLessThanOrEqual(900);
    const email = page.getByLabelText('Email', { exact: true });
    await expect.element(email).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Edit Ben' }).click();
    await expect.element(email).toHaveValue('Ben@example.com');
  });
});
