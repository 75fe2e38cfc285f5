import { readFile } from 'node:fs/promises';
import { expect as shows } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '../support/axe.ts';
import { findChromium } from '../support/chromium.ts';
import { signUp, fromPageMenu } from '../e2e/dashboard-steps.ts';
import { openDashboardHarness, type DashboardHarness } from '../e2e/dashboard-harness.ts';
import { apiKeyOf, makeEnvelope } from '../e2e/envelope-steps.ts';

describe.skipIf(findChromium() === null)(
  'templates in the dashboard (skipped where there is no Chromium)',
  () => {
    let harness: DashboardHarness;
    beforeAll(async () => {
      harness = await openDashboardHarness();
    }, 180_000);
    afterAll(() => harness?.close());

    it('saves an envelope as a template, names envelopes by a pattern, uses it, and bulk sends it', async () => {
      const { page, context, faults } = await harness.visit({ acceptDownloads: true });
      await signUp(page);
      const key = await apiKeyOf(page);
      const id = await makeEnvelope(page, key, 'Mutual NDA', { send: false });

      await page.goto(`/envelopes/${id}`);
      await fromPageMenu(page, 'Save as template');
      await page.getByLabel('Template name').fill('NDA');
      const pattern = page.getByLabel('Name pattern');
      await pattern.fill('{template_name} – {nobody}');
      await page.getByText('has an unknown token {nobody}').waitFor();
      await pattern.fill('{template_name} – ');
      await pattern.press('End');
      await page.getByRole('button', { name: 'First recipient’s company' }).click();
      await page.getByText('NDA – Analytical Engines Ltd').waitFor();
      await page.getByLabel('Role for Ada Lovelace (ada@example.com)').fill('Client');
      await page.getByLabel('Role for Ben Bitdiddle (ben@example.com)').fill('Witness');
      await page.getByRole('checkbox', { name: 'Optional' }).last().check();
      expect(await findViolations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Save template' }).click();
      await page.waitForURL('**/templates/tpl_*');
      const place = page.url();
      await page.locator('dl').getByText('Example: NDA – Analytical Engines Ltd').waitFor();
      expect(await findViolations(page)).toEqual([]);

      await page.getByRole('link', { name: 'Use template', exact: true }).click();
      const client = page.getByRole('group', { name: 'Client' });
      await client.getByLabel('Name').fill('Cleo');
      await client.getByLabel('Email', { exact: true }).fill('cleo@client.example');
      await client.getByText('Add details').click();
      await client.getByLabel('Company').fill('Cleo & Co');
      expect(await findViolations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.getByRole('button', { name: 'Send now' }).click();
      await page.getByRole('heading', { name: 'NDA – Cleo & Co' }).waitFor();

      await page.goto(`${place}/bulk`);
      const [sample] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Download sample CSV' }).click(),
      ]);
      const [head] = (await readFile(await sample.path(), 'utf8')).replace('\ufeff', '').split('\r\n');
      expect(head).toContain('client_name,client_email,client_company,client_title');
      const upload = async (name: string, buffer: Buffer) =>
        await page.getByLabel('Recipient list').setInputFiles({ name, mimeType: 'text/csv', buffer });
      await upload('people.pdf', Buffer.from('%PDF-1.7\0'));
      await page.getByText('This isn’t a CSV or XLSX file.').waitFor();
      await upload(
        'people.csv',
        Buffer.from(
          '\ufeffClient name;E-Mail;Who else;Note to self\nDora;dora@example.com;w1@example.com;a\nÉve;eve@example,com;w2@example.com;b\nSkip;x;;c\n',
          'utf16le',
        ),
      );
      // The header determines two columns. A guess must be confirmed before anything is checked.
      await page.getByText('3 rows · 4 columns').waitFor();
      expect(await page.getByLabel('Goes to: Client name').inputValue()).toBe('client_name');
      expect(await page.getByLabel('Goes to: E-Mail').inputValue()).toBe('client_email');
      expect(await page.getByLabel('Goes to: Who else').inputValue()).toBe('witness_email');
      expect(await page.getByLabel('Goes to: Note to self').inputValue()).toBe('');
      expect(await page.getByRole('button', { name: 'Check 3 rows' }).isDisabled()).toBe(true);
      await page.getByRole('button', { name: 'Confirm Who else' }).click();
      await page.getByLabel('Goes to: Who else').selectOption('');
      await page.getByRole('button', { name: 'Next row' }).click();
      await page.getByText('Row 2 of 3').waitFor();
      expect(await findViolations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Check 3 rows' }).click();
      await page.getByText('2 rows with errors', { exact: true }).waitFor();
      await page.getByText('Did you mean eve@example.com?').waitFor();
      expect(await findViolations(page)).toEqual([]);
      const desktop = page.viewportSize() ?? { width: 1280, height: 800 };
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      await page.setViewportSize(desktop);
      const [errors] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download errors' }).click(),
      ]);
      expect(await readFile(await errors.path(), 'utf8')).toContain('2,Client · Email,');
      await page.getByRole('button', { name: 'Use it' }).click();
      await page.getByText('2 rows ready', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Skip row 3' }).click();
      await page.getByRole('button', { name: 'Continue with 2 rows' }).click();
      await page.getByRole('heading', { name: 'First rows' }).waitFor();
      const shared = page.getByRole('region', { name: 'The same for every envelope' });
      await shared.getByLabel('Email subject').fill('Terms for 2027');
      await shared.getByLabel('Expires').selectOption('In 14 days');
      expect(await findViolations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Send 2 envelopes' }).click();
      await page.getByText('2 of 2 sent').waitFor();
      expect(await findViolations(page)).toEqual([]);
      await page.reload();
      const outcomes = page.getByRole('region', { name: 'Results by row' });
      await shows(outcomes.getByRole('row')).toHaveText([
        /Row.*Recipient.*Status/,
        /1.*dora@example.com.*Out for signature/,
        /2.*eve@example.com.*Out for signature/,
      ]);
      await shows(outcomes.getByRole('link', { name: 'dora@example.com' })).toHaveAttribute(
        'href',
        /^\/envelopes\/env_/,
      );
      const [results] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download results' }).click(),
      ]);
      const lines = (await readFile(await results.path(), 'utf8')).trim().split('\r\n');
      expect(lines.slice(1)).toEqual([
        expect.stringMatching(/^1,dora@example.com,env_\w+,Out for signature,$/),
        expect.stringMatching(/^2,eve@example.com,env_\w+,Out for signature,$/),
      ]);

      await page.goto(place);
      await page.getByText('Used 3 times').waitFor();
      await shows(page.getByRole('region', { name: 'Results', exact: true })).toContainText('0 of 3');
      await page.getByRole('button', { name: 'Archive template' }).click();
      await page.getByText('Archived', { exact: true }).waitFor();
      await page.goto('/templates');
      await page.getByRole('heading', { name: 'No templates yet' }).waitFor();
      await page.getByRole('link', { name: 'Archived' }).click();
      await page.getByRole('link', { name: 'NDA', exact: true }).click();
      await page.getByRole('button', { name: 'Restore template' }).click();
      await page.getByRole('link', { name: 'Use template', exact: true }).waitFor();

      await page.getByRole('button', { name: 'Duplicate' }).click();
      await page.getByRole('heading', { name: 'NDA (copy)' }).waitFor();
      const headers = { authorization: `Bearer ${key}` };
      await page.request.post(new URL('/api/v1/teams', place).href, { headers, data: { name: 'Sales' } });
      await page.reload();
      await page.getByLabel('Team', { exact: true }).selectOption('Sales');
      expect(await findViolations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Move to this team' }).click();
      await page.getByText('The template now belongs to Sales').waitFor();
      expect(faults).toEqual([]);
      await context.close();
    });

    it('has the same person take a role in every envelope, until that is cleared', async () => {
      const { page, context, faults } = await harness.visit({ colorScheme: 'dark' });
      await signUp(page);
      const id = await makeEnvelope(page, await apiKeyOf(page), 'Mutual NDA', { send: false });
      await page.goto(`/envelopes/${id}/save-template`);
      await page.getByLabel('Role for Ada Lovelace (ada@example.com)').fill('Client');
      await page.getByLabel('Role for Ben Bitdiddle (ben@example.com)').fill('Countersigner');
      await page.getByRole('checkbox', { name: 'Always Ben Bitdiddle' }).check();
      await page.getByRole('button', { name: 'Save template' }).click();
      await page.waitForURL('**/templates/tpl_*');
      const place = page.url();
      const roles = page.getByRole('region', { name: 'Roles in signing order' });
      await shows(roles.getByRole('listitem').last()).toContainText('Ben Bitdiddle');

      await page.getByRole('link', { name: 'Use template', exact: true }).click();
      const client = page.getByRole('group', { name: 'Client' });
      const ben = page.getByRole('group', { name: 'Countersigner' });
      await shows(ben.getByLabel('Email', { exact: true })).toHaveValue('ben@example.com');
      await client.getByLabel('Name').fill('Cleo');
      await client.getByLabel('Email', { exact: true }).fill('cleo@client.example');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.getByRole('button', { name: 'Send now' }).click();
      const people = page.getByRole('region', { name: 'Recipients' });
      await shows(people).toContainText('cleo@client.example');
      await shows(people).toContainText('ben@example.com');

      await page.goto(place);
      await roles.locator('summary').first().click();
      await roles.getByLabel('Name', { exact: true }).fill('');
      await shows(roles.getByLabel('Email')).toHaveValue('ben@example.com');
      await roles.getByRole('button', { name: 'Save changes' }).click();
      await roles.getByText('Countersigner: Enter a name.').waitFor();
      expect(await findViolations(page)).toEqual([]);
      await roles.getByRole('combobox', { name: 'Who takes the role Countersigner' }).selectOption('asked');
      await roles.getByRole('button', { name: 'Save changes' }).click();
      await shows(roles.getByRole('listitem').last()).toContainText('Asked each time');
      expect(faults).toEqual([]);
      await context.close();
    });
  },
);
