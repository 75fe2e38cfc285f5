import { beforeEach, describe, expect, it, vi } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { dismissToasts } from '#ui/kit/toasts.svelte.ts';
import { hasNoViolations } from '../support/axe.ts';
import { refuse } from '../support/answers.ts';
import { focus } from '../support/focus.ts';
import { listedRows, openList, rowLink } from '../support/list.ts';
import { boxOf } from '../support/pointer.ts';
import { makeRow, remindRow } from '../support/rows.ts';

const LEASE = makeRow('Lease');
const NDA = makeRow('Mutual NDA', { people: ['Ben Bitdiddle'] });
const DRAFT = makeRow('Offer', { status: 'draft' });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const dialog = page.getByRole('dialog');
const toast = (text: string) =>
  page.getBySelector('[aria-live="polite"]').getByRole('listitem').filter({ hasText: text });
const press = (keys: string) => userEvent.keyboard(keys);

describe('the list of envelopes', () => {
  beforeEach(() => {
    dismissToasts();
    localStorage.clear();
  });

  it('works by keyboard, and ignores shortcuts while typing', async () => {
    await openList({ rows: ['First', 'Second', 'Third'].map((name) => makeRow(name)) });
    await expect.element(rowLink('First')).toBeVisible();
    await press('j');
    await expect.element(rowLink('First')).toHaveFocus();
    await press('jxjxk');
    await expect.element(rowLink('Second')).toHaveFocus();
    await expect.element(page.getByText('2 selected')).toBeVisible();
    await press('r');
    await expect.element(page.getByRole('dialog', { name: 'Send reminders for 2 envelopes?' })).toBeVisible();
    await press('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await press('{Escape}');
    await expect.element(page.getByText('2 selected')).not.toBeInTheDocument();

    await press('/');
    const search = page.getByRole('combobox', { name: 'Search' });
    await expect.element(search).toHaveFocus();
    await press('njx?');
    await expect.element(search).toHaveValue('njx?');
    await press('{Shift>}{Enter}{/Shift}');
    await expect.element(page.getByRole('heading', { name: 'No envelopes match “njx?”' })).toBeVisible();
    await page.getByRole('link', { name: 'Show all envelopes' }).click();
    await expect.element(rowLink('First')).toBeVisible();
    await press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect.element(help.getByText('Go to the latest notification')).toBeVisible();
    await help.getByLabelText('Single-key shortcuts').click();
    await press('{Escape}');
    await expect.element(help).not.toBeInTheDocument();
    await press('nj');
    await expect.element(rowLink('First')).not.toHaveFocus();
    expect(location.pathname).toBe('/envelopes');
    await press('?');
    await help.getByLabelText('Single-key shortcuts').click();
    await help.getByRole('button', { name: 'Close' }).first().click();
    await expect.element(help).not.toBeInTheDocument();
    await press('j');
    await expect.element(rowLink('First')).toHaveFocus();
  });

  it('reminds and voids several envelopes, and reports each result', async () => {
    const soon = new Date(Date.now() + 3_000_000).toISOString();
    const recent = remindRow(makeRow('Beta', { people: ['Ben Bitdiddle'] }));
    const { rows } = await openList({
      rows: [makeRow('Alpha'), recent, makeRow('Gamma', { status: 'draft' })].map((row) => ({
        ...row,
        documentHash: 'a'.repeat(64),
      })),
      ...{
        calls: {
          'envelope.remind': ({ id }) => {
            if (id === recent.id) throw refuse('reminder_window', undefined, { nextReminderAt: soon });
            return {} as never;
          },
        },
      },
    });
    await page.getByLabelText('Select Gamma').click();
    await page.getByLabelText('Select Alpha').click({ modifiers: ['Shift'] });
    await expect.element(page.getByText('3 selected')).toBeVisible();
    const toolbar = page.getByRole('toolbar');
    const result = (name: string) => dialog.getByRole('listitem').filter({ hasText: name });
    await toolbar.getByRole('button', { name: 'Remind' }).click();
    await expect.element(dialog.getByText('2 of 3 selected envelopes are eligible.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Send reminders' }).click();
    await expect.element(dialog.getByText('1 done, 1 failed.')).toBeVisible();
    await expect.element(result('Alpha')).toMatchTextContent(/Reminder sent/);
    await expect
      .element(result('Beta'))
      .toMatchTextContent(/less than an hour ago\. You can send another after/);
    await expect
      .element(result('Gamma'))
      .toMatchTextContent(/Skipped: There’s no one to remind\. Status: Draft/);
    await dialog.getByRole('button', { name: 'Close' }).last().click();

    await toolbar.getByRole('button', { name: 'Download' }).click();
    const zip = dialog.getByRole('link', { name: 'Download ZIP' });
    const ids = rows().map(({ id }) => `id=${id}`);
    await expect.element(zip).toHaveAttribute('href', `/envelopes/download?${ids.join('&')}`);
    await press('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();

    await page.getByLabelText('Select Gamma').click();
    await toolbar.getByRole('button', { name: 'Void' }).click();
    await dialog.getByLabelText(/^Reason/).fill('Another way');
    await dialog.getByRole('button', { name: 'Void envelopes' }).click();
    await expect.element(dialog.getByText('2 done.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect.element(listedRows('Alpha').getByText('Voided', { exact: true }).first()).toBeVisible();
  });

  it('filters by view, status and recipient, and keeps the filters in the URL', async () => {
    const rows = [makeRow('For Ada'), makeRow('For Ben', { people: ['Ben Bitdiddle'] }), DRAFT];
    await openList({ rows });
    await button('Filters').click();
    await page.getByLabelText('Recipient').fill('bitdiddle');
    await press('{Enter}');
    await expect.element(rowLink('For Ada')).not.toBeInTheDocument();
    await page.getByLabelText('Out for signature').click();
    await expect.poll(() => location.search).toBe('?recipient=bitdiddle&status=in_progress');
    await expect.element(listedRows('For')).toHaveLength(1);
    await page.getByLabelText(/^Sort by/).selectOptions('urgency');
    await expect.poll(() => location.search).toBe('?recipient=bitdiddle&status=in_progress&sort=urgency');
    await expect.element(page.getByLabelText(/^Sort by/)).toHaveValue('urgency');
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await expect.element(listedRows()).toHaveLength(3);
    await page.getByRole('link', { name: 'Needs attention', exact: true }).click();
    await expect.element(page.getByRole('heading', { name: 'You’re all caught up' })).toBeVisible();
  });

  it('opens with the filters of its URL', async () => {
    const rows = [makeRow('For Ada'), makeRow('For Ben', { people: ['Ben Bitdiddle'] }), DRAFT];
    await openList({ rows }, '/envelopes?recipient=bitdiddle&status=in_progress&sort=urgency');
    await expect.element(listedRows('For Ben')).toHaveLength(1);
    await expect.element(listedRows()).toHaveLength(1);
    await expect.element(page.getByLabelText(/^Sort by/)).toHaveValue('urgency');
  });

  it('has numbers that lead to their envelopes', async () => {
    await openList({ rows: [LEASE, DRAFT] });
    const numbers = page.getByRole('navigation', { name: 'Overview' });
    await expect
      .element(numbers.getByRole('link', { name: 'Completed, last 30 days 0' }))
      .toBeInTheDocument();
    await numbers.getByRole('link', { name: 'Waiting for others 1' }).click();
    await expect.poll(() => location.search).toBe('?view=waiting&turn=others');
    await expect.element(listedRows()).toHaveLength(1);
    // A name in the other writing direction mustn't move the numbers after it.
    await expect.element(listedRows().getBySelector('bdi').first()).toHaveTextContent('Ada Lovelace');
    await expect
      .element(numbers.getByRole('link', { name: /^Waiting for others/ }))
      .toHaveAttribute('aria-current', 'page');
  });

  it('reminds from the row', async () => {
    await openList({ rows: [LEASE] });
    const remind = listedRows().getByRole('button', { name: /^Remind/ });
    const isShown = () => getComputedStyle(remind.element().parentElement ?? document.body).opacity;
    await expect.element(remind).toBeInTheDocument();
    await userEvent.hover(page.getByRole('heading', { name: 'Envelopes' }));
    await expect.poll(isShown).toBe('0');
    await userEvent.hover(listedRows().first());
    await expect.poll(isShown).toBe('1');
    await remind.click();
    await expect.element(remind).not.toBeInTheDocument();
    await expect.element(listedRows().first()).toMatchTextContent(/Reminder sent/);
  });

  it('labels several envelopes at once, and filters by label', async () => {
    await openList({ rows: [LEASE, NDA] });
    for (const name of ['Lease', 'Mutual NDA']) await page.getByLabelText(`Select ${name}`).click();
    await button('Labels').click();
    const labels = page.getByRole('dialog', { name: 'Labels' });
    await labels.getByLabelText('New label').fill('Sales');
    await labels.getByLabelText('Color').selectOptions('Teal');
    await labels.getByRole('button', { name: 'Create label' }).click();
    await expect.element(labels.getByRole('checkbox', { name: 'Sales' })).toBeChecked();
    await hasNoViolations();
    await labels.getByRole('button', { name: 'Close' }).last().click();
    await expect.element(listedRows('Sales')).toHaveLength(2);
    await button('Labels').click();
    await labels.getByRole('checkbox', { name: 'Sales' }).click();
    await press('{Escape}');
    await expect.element(listedRows('Sales')).toHaveLength(0);
  });

  it('filters by label', async () => {
    const label = { id: 'lab_1', name: 'Sales', color: 'teal' } as const;
    await openList({ rows: [{ ...LEASE, labels: [label] }, NDA], labels: [label] });
    await button('Filters').click();
    await page.getByLabelText('Label', { exact: true }).selectOptions('Sales');
    await expect.element(listedRows()).toHaveLength(1);
    await hasNoViolations();
    await page.getByRole('link', { name: 'Remove filter: Label: Sales' }).click();
    await expect.element(listedRows()).toHaveLength(2);
  });

  it('takes back labels of several envelopes', async () => {
    const label = { id: 'lab_1', name: 'Sales', color: 'teal' } as const;
    await openList({ rows: [{ ...LEASE, labels: [label] }, NDA], labels: [label] });
    for (const name of ['Lease', 'Mutual NDA']) await page.getByLabelText(`Select ${name}`).click();
    await button('Labels').click();
    await dialog.getByRole('checkbox', { name: 'Sales' }).click();
    await press('{Escape}');
    await expect.element(listedRows('Sales')).toHaveLength(2);
    await toast('Labels changed').getByRole('button', { name: 'Undo' }).click();
    await expect.element(toast('Undone')).toBeVisible();
  });

  it('selects all rows at once, and offers what else a row can do', async () => {
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await openList({ rows: [LEASE, NDA] });
    const all = page.getByLabelText('Select all');
    await all.click();
    await expect.element(page.getByText('2 selected')).toBeVisible();
    await page.getByLabelText('Select Lease').click();
    await expect.poll(() => (all.element() as HTMLInputElement).indeterminate).toBe(true);
    await all.click();
    await expect.element(page.getByText('2 selected')).toBeVisible();
    await all.click();
    await expect.element(page.getByText('2 selected')).not.toBeInTheDocument();
    await expect.element(page.getByText('2 envelopes', { exact: true })).toBeVisible();

    await userEvent.hover(listedRows('Lease'));
    await listedRows('Lease').getBySelector('summary').click();
    const download = listedRows('Lease').getByRole('link', { name: 'Download' });
    await expect.element(download).toBeInViewport({ ratio: 1 });
    await expect
      .element(download)
      .toHaveAttribute('href', `/envelopes/${LEASE.id}/document?variant=current&download`);
    await hasNoViolations();
    await listedRows('Lease').getByRole('button', { name: 'Copy link' }).click();
    await expect.element(page.getByText('Link copied')).toBeVisible();
    expect(copied).toHaveBeenCalledWith(`${location.origin}/envelopes/${LEASE.id}`);
    copied.mockRestore();
  });

  it('filters by date and saves the view', async () => {
    const sentAt = new Date(Date.now() - 86_400_000).toISOString();
    await openList({ rows: [LEASE, NDA].map((row) => ({ ...row, sentAt })) });
    await button('Filters').click();
    await page.getByLabelText('Date', { exact: true }).selectOptions('Completed');
    await page.getByLabelText('Period').selectOptions('30');
    await expect.poll(() => location.search).toBe('?period=30&date=completed');
    await expect
      .element(page.getByRole('heading', { name: 'No envelopes match these filters' }))
      .toBeVisible();
    await page.getByLabelText('Date', { exact: true }).selectOptions('Sent');
    await expect.element(listedRows()).toHaveLength(2);
    await button('Save view').click();
    await dialog.getByLabelText('Name').fill('Sent lately');
    await press('{Enter}');
    const view = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sent lately' });
    await expect.element(view).toHaveAttribute('aria-current', 'page');
    await button('Delete view').click();
    await expect.element(view).not.toBeInTheDocument();
    await toast('“Sent lately” deleted').getByRole('button', { name: 'Undo' }).click();
    await expect.element(view).toHaveAttribute('aria-current', 'page');
    await expect.element(view).toHaveAttribute('href', '/envelopes?period=30&date=sent');
    await button('Delete view').click();
    await expect.element(view).not.toBeInTheDocument();

    await page.getByLabelText('From', { exact: true }).fill('2020-01-01');
    await page.getByLabelText('To', { exact: true }).fill('2020-01-31');
    await press('{Tab}');
    await expect.element(page.getByRole('link', { name: /Sent: Jan 1, 2020 – Jan 31, 2020/ })).toBeVisible();
    await expect.element(listedRows()).toHaveLength(0);
  });

  it('brings back a draft, which is deleted once the toast is closed', async () => {
    const { rows } = await openList({ rows: [LEASE, DRAFT] });
    const remove = async () => {
      focus(listedRows('Offer').getBySelector('summary'));
      await press('{Enter}');
      await listedRows('Offer').getByRole('button', { name: 'Delete draft' }).click();
    };
    await remove();
    await expect.element(listedRows()).toHaveLength(1);
    await hasNoViolations();
    await press('{F6}{Enter}');
    await expect.element(listedRows()).toHaveLength(2);
    expect(rows()).toHaveLength(2);
    await remove();
    await expect.element(listedRows()).toHaveLength(1);
    expect(rows()).toHaveLength(2);
    await toast('“Offer” deleted').getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => rows().length).toBe(1);
    await expect.element(listedRows()).toHaveLength(1);
  });

  it('puts a draft back that could not be deleted', async () => {
    await openList({
      rows: [makeRow('Quote', { status: 'draft' })],
      calls: {
        'envelope.delete': () => {
          throw new TypeError('Failed to fetch');
        },
      },
    });
    focus(listedRows('Quote').getBySelector('summary'));
    await press('{Enter}');
    await listedRows('Quote').getByRole('button', { name: 'Delete draft' }).click();
    await expect.element(listedRows()).toHaveLength(0);
    await toast('“Quote” deleted').getByRole('button', { name: 'Close' }).click();
    await expect.element(listedRows('Quote')).toHaveLength(1);
    await expect.element(toast('We can’t reach the server')).toBeVisible();
  });

  it.each([
    ['light', 1280, 860],
    ['dark', 320, 700],
  ] as const)('passes axe in %s at %i pixels', async (scheme, width, height) => {
    await page.viewport(width, height);
    await commands.useColorScheme(scheme);
    const expiresAt = new Date(Date.now() + 24 * 3_600_000).toISOString();
    const long = 'A lease with a rather long name, as leases have them';
    await openList({
      rows: [
        makeRow(long, { expiresAt, attention: ['expiring_soon'], people: ['Ada Lovelace', 'Ben Bitdiddle'] }),
        makeRow('Done', { status: 'completed', completedAt: expiresAt, waitingFor: null, signedCount: 1 }),
      ],
    });
    await expect.element(rowLink('Done')).toBeVisible();
    const isPhone = width < 640;
    if (isPhone)
      await page.getByRole('navigation', { name: 'Overview' }).getByRole('button', { name: 'More' }).click();
    await button('Filters').click();
    if (!isPhone) await page.getByLabelText('Select Done').click();
    await hasNoViolations();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    expect(boxOf(rowLink('Done')).right).toBeLessThanOrEqual(width);
  });
});
