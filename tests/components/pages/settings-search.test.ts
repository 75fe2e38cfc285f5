import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FIRST_DEFAULTS } from '#domain/organization/defaults.ts';
import type { PageServerData } from '../../../src/routes/(app)/(pages)/settings/defaults/$types';
import { hasNoViolations } from '../support/axe.ts';
import { openPage } from '../support/page.ts';
import { holdPhone } from '../support/phone.ts';
import { boxOf } from '../support/pointer.ts';

const box = page.getByRole('combobox', { name: 'Search settings' });
const options = page.getByRole('listbox', { name: 'Search settings' }).getByRole('option');
const active = page.getBySelector('[role="option"][aria-selected="true"]');
const open = () =>
  openPage<PageServerData>('/settings/defaults', {
    load: () => ({ defaults: { ...FIRST_DEFAULTS, attachSealed: false, makeArchivable: false } }),
  });

describe('searching settings', () => {
  it('finds a section by another word for it, and opens it by keyboard', async () => {
    await open();
    const groups = page.getByRole('navigation', { name: 'Settings' }).getByRole('heading');
    const names = ['You', 'Organization', 'Sending', 'Security', 'Developers'];
    await expect.poll(() => groups.elements().map(({ textContent }) => textContent)).toEqual(names);
    await hasNoViolations();
    await box.fill('re');
    await expect.element(active).toBeInTheDocument();
    const first = active.element().textContent ?? '';
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(active).not.toHaveTextContent(first);
    await hasNoViolations();
    await box.fill('nothing like it');
    await expect.element(page.getByText('No settings match “nothing like it”.')).toBeVisible();
    await hasNoViolations();
    await userEvent.keyboard('{Escape}');
    await expect.element(groups).toHaveLength(5);
    await box.fill('bounces');
    await expect.element(options).toHaveLength(1);
    await expect.element(options).toMatchTextContent(/Email\s*Sending/);
    await expect.element(options).toHaveAttribute('href', '/settings/mail');
    await box.fill('expiration');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => location.href).toMatch(/\/settings\/defaults#expiry$/);
    await expect.element(box).toHaveValue('');
    await expect.element(page.getBySelector('#expiry')).toBeInViewport();
  });

  it('has entries for a thumb, and the pages behind the name of the current one', async () => {
    await holdPhone(390, 844);
    await open();
    const pages = page.getByRole('navigation', { name: 'Settings' });
    await expect.element(pages).not.toBeInTheDocument();
    await page.getBySelector('summary').filter({ hasText: 'Settings:' }).click();
    await expect.element(pages.getByRole('link', { name: 'Webhooks' })).toBeVisible();
    await hasNoViolations();
    await page.getBySelector('summary').filter({ hasText: 'Settings:' }).click();
    await expect.element(pages).not.toBeInTheDocument();
    await box.fill('expiration');
    await expect.element(options).toHaveLength(1);
    expect(boxOf(options).height).toBeGreaterThanOrEqual(44);
    await hasNoViolations();
    await options.click();
    await expect.poll(() => location.href).toMatch(/\/settings\/defaults#expiry$/);
    await expect.element(page.getBySelector('#expiry')).toBeInViewport();
  });
});
