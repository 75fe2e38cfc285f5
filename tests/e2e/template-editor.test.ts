import { expect as shows, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findViolations } from '../support/axe.ts';
import { findChromium } from '../support/chromium.ts';
import { plainPdf } from '../support/envelopes.ts';
import { dragOntoPage, editorReady, placed, saved, signUp } from './dashboard-steps.ts';
import { openDashboardHarness, type DashboardHarness } from './dashboard-harness.ts';

vi.setConfig({ testTimeout: 120_000 });

describe.skipIf(findChromium() === null)('editing templates (skipped where there is no Chromium)', () => {
  let harness: DashboardHarness;
  beforeAll(async () => {
    harness = await openDashboardHarness();
  }, 180_000);
  afterAll(() => harness?.close());

  /** Makes a template with one signature field from an uploaded file, and ends on its page. */
  async function fromUpload(page: Page): Promise<void> {
    await page.goto('/templates');
    await page.getByRole('link', { name: 'New template' }).click();
    await page.locator('[data-ready="true"]').waitFor();
    const here = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Templates' });
    await shows(here).toHaveAttribute('aria-current', 'page');
    await shows(page.locator('main').getByRole('link', { name: 'Templates' })).toHaveAttribute(
      'href',
      '/templates',
    );
    const buffer = Buffer.from(await plainPdf(2));
    await page
      .getByLabel('Document file')
      .setInputFiles({ name: 'NDA.pdf', mimeType: 'application/pdf', buffer });
    await shows(page.getByRole('button', { name: 'Send', exact: true })).toHaveCount(0);
    await page.getByLabel('Role 1', { exact: true }).fill('Client');
    await page.getByRole('button', { name: 'Place fields' }).click();
    await page.waitForURL('**/templates/tpl_*/edit');
    await editorReady(page);
    await dragOntoPage(page, 'Signature', { page: 1, x: 0.4, y: 0.3 });
    await placed(page, /^Signature for Client/).waitFor();
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    await page.waitForURL(/\/templates\/tpl_[^/]*$/);
  }

  it('makes a template from a file, shows it, and edits its fields in the same editor', async () => {
    const { page, faults } = await harness.visit({ viewport: { width: 1440, height: 900 } });
    await signUp(page);
    await fromUpload(page);
    // The draft was created only for the template.
    const address = page.url();
    await page.goto('/envelopes');
    await page.getByText('Sign a sample first').waitFor();
    await page.goto('/templates');
    await page.locator('canvas:not(.invisible)').waitFor();
    expect(await findViolations(page)).toEqual([]);

    await page.goto(address);
    const preview = page.getByRole('region', { name: 'Document' });
    await preview.locator('canvas').waitFor();
    await preview.getByText('Page 1 of 2').waitFor();
    await preview.getByRole('button', { name: 'Next page' }).click();
    await preview.getByText('Page 2 of 2').waitFor();
    await shows(preview.getByRole('button', { name: 'Next page' })).toBeDisabled();
    await page.getByText('No envelopes have been created from this template yet.').waitFor();
    expect(await findViolations(page)).toEqual([]);

    const roles = page.getByRole('region', { name: 'Roles in signing order' });
    const edit = () => roles.locator('summary').first().click();
    const listed = roles.getByRole('listitem');
    const save = async () => {
      const button = roles.getByRole('button', { name: 'Save changes' });
      await button.click();
      await shows(button).toBeHidden();
    };
    await edit();
    await roles.getByRole('button', { name: 'Add role' }).click();
    await page.keyboard.type('client');
    await roles.getByRole('button', { name: 'Save changes' }).click();
    await roles.getByText('There’s already a role called client.').first().waitFor();
    await roles.getByLabel('Role 2', { exact: true }).fill('Notary');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Buyer');
    expect(await findViolations(page)).toEqual([]);
    await save();
    await shows(listed).toHaveText([/Client/, /Notary/, /Buyer/]);
    // The client has a field, which has to go somewhere.
    await edit();
    await roles.locator('summary', { hasText: 'More actions for Client' }).click();
    await page.getByRole('button', { name: 'Remove Client' }).click();
    await roles.getByText('1 field has no role yet: Signature, page 1').waitFor();
    await roles.getByRole('combobox', { name: 'Give them to' }).selectOption({ label: 'Buyer' });
    expect(await findViolations(page)).toEqual([]);
    await save();
    await shows(listed).toHaveText([/Notary.*No fields/, /Buyer.*1 field/]);
    await edit();
    await roles.getByLabel('Role 2', { exact: true }).fill('Client');
    await roles.locator('summary', { hasText: 'More actions for Client' }).click();
    await page.getByRole('button', { name: 'Move Client up' }).click();
    await roles.getByRole('checkbox', { name: 'Can be left out' }).last().check();
    await save();
    await shows(listed).toHaveText([/Client.*1 field/, /Notary.*Optional/]);

    await page.getByRole('link', { name: 'Edit fields' }).click();
    await page.waitForURL('**/edit');
    await editorReady(page);
    await shows(placed(page, /^Signature for Client/)).toHaveCount(1);
    await page
      .getByRole('button', { name: /Notary/ })
      .first()
      .waitFor();
    for (const name of ['Send', 'Preview', 'Add recipient', 'Edit Client'])
      await shows(page.getByRole('button', { name, exact: true })).toHaveCount(0);
    expect(await findViolations(page)).toEqual([]);
    await dragOntoPage(page, 'Date', { page: 1, x: 0.6, y: 0.5 });
    await placed(page, /^Date for Client/).waitFor();
    await saved(page);
    await page.reload();
    await editorReady(page);
    await shows(placed(page)).toHaveCount(2);
    await placed(page, /^Signature/).click();
    await page.keyboard.press('Delete');
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    await page.waitForURL(address);
    await roles.getByText('1 field', { exact: true }).first().waitFor();

    await page.getByRole('link', { name: 'Use template', exact: true }).click();
    const client = page.getByRole('group', { name: 'Client' });
    await client.getByLabel('Name').fill('Cleo');
    await client.getByLabel('Email', { exact: true }).fill('cleo@client.example');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('button', { name: 'Send now' }).click();
    await page.getByRole('heading', { name: 'NDA' }).waitFor();
    await page.goto(address);
    await page.getByRole('region', { name: 'Recent envelopes' }).getByRole('link', { name: 'NDA' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('merges fields that two tabs place at the same time', async () => {
    const { page, context } = await harness.visit();
    await signUp(page);
    await fromUpload(page);
    await page.goto(`${page.url()}/edit`);
    await editorReady(page);
    const other = await context.newPage();
    await other.goto(page.url());
    await editorReady(other);
    await dragOntoPage(page, 'Date', { page: 1, x: 0.6, y: 0.5 });
    await saved(page);
    await dragOntoPage(other, 'Company', { page: 1, x: 0.6, y: 0.7 });
    await placed(other, /^Date for Client/).waitFor();
    await saved(other);
    await shows(placed(other)).toHaveCount(3);
  });
});
