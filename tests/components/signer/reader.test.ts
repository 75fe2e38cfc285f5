import { expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { hasNoViolations } from '../support/axe.ts';
import { openDocument } from '../support/signer.ts';

const NAME = { type: 'text', label: 'Full name', prefillValue: 'Ada Lovelace' } as const;
const press = (name: string) => userEvent.click(page.getByRole('button', { name, exact: true }));
const reader = page.getByRole('dialog', { name: 'Lease' });

async function resize(width: number, height: number): Promise<void> {
  const { innerWidth, innerHeight } = window;
  onTestFinished(() => page.viewport(innerWidth, innerHeight));
  await page.viewport(width, height);
}

it('whoever has signed reads the document, finds words in it, and closes it again', async () => {
  await resize(414, 896);
  await openDocument({ fields: [NAME], pages: 3 });
  await press('Review');
  await press('Sign and finish');
  await expect.element(page.getByRole('heading', { name: 'You’ve signed' })).toBeVisible();
  await press('Read document');
  await expect.element(reader).toBeVisible();
  await expect.element(reader.getBySelector('[data-page="1"] .pdf-text span').first()).toBeInTheDocument();
  // Below the pages on a phone, and beside them on a wide screen.
  const strip = reader.getByRole('navigation', { name: 'Pages' });
  await userEvent.click(strip.getByRole('button', { name: 'Page 3 of 3' }));
  await expect.element(reader.getByRole('combobox')).toHaveDisplayValue('Page 3 of 3');
  await userEvent.click(strip.getByRole('button', { name: 'Page 1 of 3' }));
  await hasNoViolations();

  await userEvent.keyboard('{Control>}f{/Control}');
  await expect.element(reader.getByRole('searchbox')).toHaveFocus();
  await userEvent.keyboard('page 3');
  await expect.element(reader.getByText('1 of 1')).toBeVisible();
  await expect.element(reader.getByRole('combobox')).toHaveDisplayValue('Page 3 of 3');
  await expect.poll(() => CSS.highlights.get('found-here')?.size).toBe(1);
  await userEvent.keyboard('x');
  await expect.element(reader.getByText('No results')).toBeVisible();

  await userEvent.keyboard('{Escape}');
  await expect.element(reader.getByRole('searchbox')).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(reader).not.toBeInTheDocument();
});

it('whoever has declined reads the document too', async () => {
  await openDocument({ fields: [NAME], pages: 3 });
  await userEvent.click(page.getByText('More', { exact: true }));
  await press('Decline to sign');
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Decline to sign' }));
  await expect.element(page.getByRole('heading', { name: 'You declined to sign' })).toBeVisible();
  await press('Read document');
  await expect.element(reader.getBySelector('[data-page="1"] .pdf-text span').first()).toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(reader).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Read document' })).toBeVisible();
});

it('whoever has approved reads the document too', async () => {
  await resize(414, 896);
  await openDocument({ fields: [], pages: 3, role: 'approver' });
  await press('Review');
  await press('Approve');
  await expect.element(page.getByRole('heading', { name: 'You’ve approved' })).toBeVisible();
  await press('Read document');
  await expect.element(reader.getBySelector('[data-page="1"] .pdf-text span').first()).toBeInTheDocument();
});

it('a document of ten pages has its pages and a search at hand while it is signed', async () => {
  await openDocument({ fields: [NAME], pages: 10 });
  const sheet = (number: number) => page.getBySelector(`#signer-document [data-page="${number}"]`);
  await press('Pages and search');
  await expect.element(reader).toBeVisible();
  await userEvent.click(
    reader.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Page 7 of 10' }),
  );
  await expect.element(reader.getByRole('combobox')).toHaveDisplayValue('Page 7 of 10');
  await userEvent.keyboard('{Escape}');
  await expect.element(reader).not.toBeInTheDocument();
  // The page that was read last is the one to go on with.
  await expect.element(sheet(7)).toBeInViewport();
  await expect.element(page.getByRole('button', { name: 'Review', exact: true })).toBeVisible();

  // The browser's own search would miss pages that aren't drawn.
  await userEvent.keyboard('{Control>}f{/Control}');
  await expect.element(reader.getByRole('combobox')).toHaveDisplayValue('Page 7 of 10');
  await expect.element(reader.getByRole('searchbox')).toHaveFocus();
  await userEvent.keyboard('page 3');
  await expect.element(reader.getByText('1 of 1')).toBeVisible();
  await userEvent.keyboard('{Escape}{Escape}');
  await expect.element(reader).not.toBeInTheDocument();
  await expect.element(sheet(3)).toBeInViewport();
  await expect.element(sheet(7)).not.toBeInViewport();
});

it('a short document leaves Ctrl+F to the browser', async () => {
  await openDocument({ fields: [NAME], pages: 9 });
  await userEvent.keyboard('{Control>}f{/Control}');
  await expect.element(page.getByRole('button', { name: 'Pages and search' })).not.toBeInTheDocument();
  await expect.element(reader).not.toBeInTheDocument();
});

it('whoever signs on a wide screen finds the document beside the last page at once', async () => {
  await resize(1440, 900);
  await openDocument({ fields: [NAME], pages: 3 });
  await press('Review');
  await press('Sign and finish');
  await expect.element(page.getByRole('heading', { name: 'You’ve signed' })).toBeVisible();
  const beside = page.getByRole('region', { name: 'Lease' });
  await expect.element(beside.getBySelector('[data-page="1"] .pdf-text span').first()).toBeInTheDocument();
  await expect.element(beside.getByRole('navigation', { name: 'Pages' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Read document' })).not.toBeInTheDocument();
  await hasNoViolations();
  await userEvent.keyboard('{Control>}f{/Control}');
  await expect.element(beside.getByRole('searchbox')).toHaveFocus();
  await userEvent.keyboard('page 3');
  await expect.element(beside.getByRole('combobox')).toHaveDisplayValue('Page 3 of 3');
  await userEvent.keyboard('{Escape}');
  // On a narrow one, it lies behind a button.
  await page.viewport(414, 896);
  await expect.element(beside).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Read document' })).toBeVisible();
});
