import { beforeEach, describe, expect, it } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import type { WireDocument } from '#wire/document.ts';
import { hasNoViolations } from '../support/axe.ts';
import { openEditor, placed, sheet } from '../support/editor.ts';
import { focus } from '../support/focus.ts';
import { boxOf } from '../support/pointer.ts';

const FILE: WireDocument = {
  ...{ id: 'doc_1', name: 'Agreement.pdf', sourceFormat: 'pdf', firstPage: 1, pageCount: 3 },
  ...{ contentHash: null, sizeBytes: 1000, status: 'received', refusal: null, variables: [], notices: [] },
};

describe('the pages', () => {
  const strip = page.getByRole('navigation', { name: 'Page thumbnails' });
  const thumbnail = (number: number) => page.getBySelector(`[data-thumbnail="${number}"]`);
  const drawn = (number: number) => page.getBySelector(`[data-thumbnail="${number}"][data-drawn]`);
  const current = strip.getBySelector('[aria-current="page"]');
  const bar = page.getByRole('toolbar', { name: 'Page tools' });
  const button = (name: string | RegExp) => page.getByRole('button', { name });

  beforeEach(() => page.viewport(1440, 900));

  it('have thumbnails under the names of the files, which lead to them by click and key', async () => {
    const annex = { ...FILE, id: 'doc_2', name: 'Annex.pdf', firstPage: 4, pageCount: 1 };
    await openEditor({ pages: 4, envelope: { documents: [FILE, annex] } });
    await expect.element(strip.getByText('Agreement.pdf')).toBeVisible();
    await expect.element(strip.getByText('Annex.pdf')).toBeVisible();
    await expect.element(strip.getBySelector('[data-drawn]')).toHaveLength(4);
    // Drawn at its own width, a thumbnail would lose the text.
    const canvas = thumbnail(1).getBySelector('canvas').element() as HTMLCanvasElement;
    expect(canvas.width).toBeGreaterThan(200);
    await expect.element(current).toHaveAccessibleName('Page 1 of 4');

    await thumbnail(3).click();
    await expect.element(current).toHaveAccessibleName('Page 3 of 4');
    const { top } = boxOf(sheet(3));
    const { bottom } = boxOf(bar);
    expect(top).toBeGreaterThanOrEqual(bottom);
    expect(top).toBeLessThan(bottom + 60);

    await userEvent.keyboard('{Home}');
    await expect.element(thumbnail(1)).toHaveFocus();
    await expect.element(current).toHaveAccessibleName('Page 1 of 4');
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(thumbnail(2)).toHaveFocus();
    await expect.element(current).toHaveAccessibleName('Page 2 of 4');
    await hasNoViolations();
    await commands.useColorScheme('dark');
    await hasNoViolations();
  });

  it('of a document with 2,000 have thumbnails only where they are in view', async () => {
    await openEditor({ pages: 2000 });
    await expect.element(drawn(1)).toBeVisible();
    const thumbnails = strip.getBySelector('[data-thumbnail]');
    expect(thumbnails.length).toBeLessThan(30);
    focus(thumbnail(1));
    await userEvent.keyboard('{End}');
    await expect.element(current).toHaveAccessibleName('Page 2000 of 2000');
    await expect.element(thumbnail(2000)).toHaveFocus();
    await expect.element(drawn(2000)).toBeVisible();
    expect(thumbnails.length).toBeLessThan(30);
  });

  it('fit the width or the whole window, and can be zoomed', async () => {
    await openEditor();
    const width = () => boxOf(sheet(1)).width;
    await expect.element(button('Fit width')).toHaveAttribute('aria-pressed', 'true');
    const broad = width();
    await button('Fit page').click();
    await expect.element(button('Fit page')).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(width).toBeLessThan(broad);
    const whole = boxOf(sheet(1));
    expect(whole.height).toBeLessThanOrEqual(900 - boxOf(bar).bottom);
    await button('Zoom in').click();
    await expect.element(button('Fit page')).toHaveAttribute('aria-pressed', 'false');
    await expect.poll(width).toBeGreaterThan(whole.width);
    await button('Fit width').click();
    await expect.poll(width).toBe(broad);
  });

  it('are rendered only near the window, while Tab goes on over the fields of others', async () => {
    const fields = Array.from({ length: 60 }, (_, index) => ({
      ...{ type: 'initials' as const, page: index + 1, x: 0.8, y: 0.3, width: 0.1 },
    }));
    await openEditor({ pages: 60, fields });
    expect(page.getBySelector('[data-page]').length).toBeLessThan(8);
    await button(/^Initials/)
      .last()
      .click();
    await expect.element(placed(/^Initials for Ada, page 60/)).toHaveFocus();
    await expect.element(page.getBySelector('[data-page="60"][data-drawn]')).toBeInTheDocument();
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    await expect.element(placed(/^Initials for Ada, page 59/)).toHaveFocus();
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    await expect.element(placed(/^Initials for Ada, page 58/)).toHaveFocus();
    scrollTo(0, 0);
    await expect.element(page.getBySelector('[data-page="1"][data-drawn]')).toBeInTheDocument();
    await expect.element(placed(/^Initials for Ada, page 58/)).toHaveFocus();
  });

  it('come with what was changed in the file, if anything', async () => {
    await openEditor({ envelope: { documents: [FILE] } });
    const summary = page.getByText(/^Changes to your file/);
    await expect.element(summary).not.toBeInTheDocument();
    const notices = [
      { code: 'annotations' as const, count: 1 },
      { code: 'javascript' as const, count: null },
    ];
    await openEditor({ envelope: { documents: [{ ...FILE, notices }] } });
    const listed = page
      .getByRole('listitem')
      .filter({ hasText: 'Notes and markup became part of the page.' });
    await expect.element(listed).not.toBeInTheDocument();
    await summary.click();
    await expect.element(listed).toMatchTextContent(/\(1\)/);
    await expect.element(page.getByText('Scripts were removed.')).toBeVisible();
    await hasNoViolations();
  });
});
