import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FIRST_DEFAULTS } from '#domain/organization/defaults.ts';
import { hasNoViolations } from '../support/axe.ts';
import { readEnvelope } from '../support/envelope.ts';
import { focus } from '../support/focus.ts';
import { listedRows, openList } from '../support/list.ts';
import { makeRow } from '../support/rows.ts';

const LEASE = makeRow('Lease 14 Harbour Street');
const NDA = makeRow('Mutual NDA', { people: ['Ben Bitdiddle'] });
const palette = page.getByRole('dialog', { name: 'Search' });
const typed = palette.getByRole('combobox');
const active = palette.getBySelector('[role="option"][aria-selected="true"]');
const box = page.getByRole('searchbox', { name: 'Search envelopes' });
const press = (keys: string) => userEvent.keyboard(keys);
const isOpen = (name: string) => expect.element(page.getByRole('heading', { name })).toBeVisible();

/** Opens the dashboard at an address, with two envelopes. */
async function open(address: string): Promise<void> {
  const rows = [LEASE, NDA];
  await openList(
    {
      rows,
      pages: ({ pathname }) => {
        if (pathname === '/settings/defaults') return { defaults: FIRST_DEFAULTS };
        const row = rows.find(({ id }) => pathname === `/envelopes/${id}`);
        return row === undefined ? null : readEnvelope(row);
      },
    },
    address,
  );
}

describe('searching', () => {
  beforeEach(() => localStorage.clear());

  it('shows what is found while typing, and keeps the focus and the URL', async () => {
    await page.viewport(390, 800);
    await open('/envelopes');
    await expect.element(listedRows()).toHaveLength(2);
    await expect.element(box).not.toBeInTheDocument();
    const overview = page.getByRole('navigation', { name: 'Overview' });
    await overview.getByRole('button', { name: 'More' }).click();
    await box.click();
    await press('harbour lea');
    await expect.poll(() => location.search).toBe('?q=harbour+lea');
    await expect.element(listedRows()).toHaveLength(1);
    await expect
      .element(page.getByRole('status').filter({ hasText: '1 envelope found.' }))
      .toBeInTheDocument();
    await expect.element(box).toHaveFocus();
    await press('x');
    await isOpen('No envelopes match “harbour leax”');
    await press('{Escape}');
    await expect.element(box).toHaveValue('');
    await expect.element(listedRows()).toHaveLength(2);
    await press('bitdiddle');
    await expect.element(listedRows('Mutual NDA')).toHaveLength(1);
    await expect.element(listedRows()).toHaveLength(1);
    history.back();
    await expect.element(box).toHaveValue('');
    await expect.element(listedRows()).toHaveLength(2);
  });

  it('opens what is found from any page, by keyboard alone', async () => {
    await open('/settings/defaults');
    await isOpen('Defaults');
    await press('/');
    await expect.element(palette.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveLength(2);
    await hasNoViolations();
    await press('Harbour');
    const found = palette.getByRole('group', { name: 'Envelopes' }).getByRole('option');
    await expect.element(found).toHaveLength(1);
    await expect.element(found).toMatchTextContent(/Lease 14 Harbour Street/);
    await expect.element(active).toMatchTextContent(/Lease 14 Harbour Street/);
    await hasNoViolations();
    await press('{Enter}');
    await isOpen('Lease 14 Harbour Street');

    await press('{Control>}k{/Control}');
    await expect.element(typed).toHaveFocus();
    await press('audit');
    const settings = palette.getByRole('group', { name: 'Settings' }).getByRole('option');
    await expect.element(settings).toHaveLength(1);
    await expect.element(settings).toMatchTextContent(/Audit log/);
    await press('{Escape}');
    await expect.element(palette).not.toBeInTheDocument();
    await press('{Control>}k{/Control}');
    await expect.element(typed).toHaveFocus();
    await press('no such thing');
    await expect.element(palette.getByText(/^Nothing matches “no such thing”/)).toBeVisible();
    await typed.fill('');
    await expect.element(active).toHaveLength(1);
    const first = active.element().textContent ?? '';
    await press('{ArrowDown}');
    await expect.element(active).not.toHaveTextContent(first);
    await typed.fill('nda');
    await press('{Shift>}{Enter}{/Shift}');
    await expect.poll(() => location.pathname + location.search).toBe('/envelopes?q=nda');
    await expect.element(listedRows()).toHaveLength(1);
    // Enter opens the result, even if it's pressed before the result arrives, and never the row still shown.
    await press('/');
    await expect.element(active).toHaveLength(1);
    await press('lease{Enter}');
    await isOpen('Lease 14 Harbour Street');
  });

  it('opens from the icon on a phone, and from the box beside the page', async () => {
    await open('/settings/defaults');
    await expect.element(box).toBeVisible();
    focus(box);
    await press('n');
    await expect.element(typed).toHaveValue('n');
    await press('{Escape}');
    await page.viewport(390, 800);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'More' }).click();
    await page.getByRole('dialog', { name: 'More' }).getByRole('button', { name: 'Search' }).click();
    await expect.element(typed).toHaveFocus();
    await press('{Escape}');
    await expect.element(palette).not.toBeInTheDocument();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Envelopes' }).click();
    await expect.element(listedRows()).toHaveLength(2);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await typed.fill('nda');
    await palette.getByRole('option', { name: /Mutual NDA/ }).click();
    await isOpen('Mutual NDA');
    await expect.element(palette).not.toBeInTheDocument();
  });
});
