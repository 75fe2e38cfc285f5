import { readFile } from 'node:fs/promises';
import { expect as shows, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { openDashboardHarness, type DashboardHarness } from '../e2e/dashboard-harness.ts';
import { dragOntoPage, editorReady, placed, saved, signUp } from '../e2e/dashboard-steps.ts';
import { read, tokenIn } from '../e2e/envelope-steps.ts';
import { mailedCode } from '../e2e/mailed-code.ts';
import { findChromium } from '../support/chromium.ts';
import { plainPdf } from '../support/envelopes.ts';
import { patience } from '../support/patience.ts';
import { scratchDirectory, textOf, writtenTo } from '../support/pdf.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'en-US' };
/**
 * A list as LibreOffice Calc saves it: names from a formula, dates as formatted numbers, shared strings, a
 * second sheet, and an address with a comma instead of the dot.
 */
const LIST = new URL('people.xlsx', import.meta.url);

describe.skipIf(findChromium() === null)(
  'a template from a file (skipped where there is no Chromium)',
  () => {
    let harness: DashboardHarness;
    const directory = scratchDirectory();
    beforeAll(async () => {
      harness = await openDashboardHarness();
    }, patience(180_000));
    afterAll(async () => {
      directory.remove();
      await harness?.close();
    });

    /** Uploads a file, names its roles, and places two fields. Nobody's address is asked for. Ends on the template's page. */
    async function makeTemplate(page: Page): Promise<void> {
      await page.goto('/templates');
      await page.getByRole('link', { name: 'New template' }).click();
      await page.locator('[data-ready="true"]').waitFor();
      const buffer = Buffer.from(await plainPdf(2));
      const file = { name: 'Photo release.pdf', mimeType: 'application/pdf', buffer };
      await page.getByLabel('Document file').setInputFiles(file);
      const roles = page.getByRole('region', { name: 'Roles' });
      await shows(roles.getByRole('textbox')).toHaveCount(1);
      await roles.getByLabel('Role 1', { exact: true }).fill('Witness');
      await page.keyboard.press('Enter');
      await page.keyboard.type('Client');
      await roles.getByRole('checkbox', { name: 'Can be left out' }).first().check();
      await roles.locator('summary', { hasText: 'More actions for Client' }).click();
      await page.getByRole('button', { name: 'Move Client up' }).click();
      await page.getByRole('button', { name: 'Place fields' }).click();
      await page.waitForURL('**/templates/tpl_*/edit');
      await editorReady(page);
      await dragOntoPage(page, 'Text', { page: 1, x: 0.4, y: 0.2 });
      await placed(page, /^Text for Client/).waitFor();
      await dragOntoPage(page, 'Signature', { page: 1, x: 0.4, y: 0.4 });
      await placed(page, /^Signature for Client/).waitFor();
      await saved(page);
      await page.getByRole('button', { name: 'Done', exact: true }).click();
      await page.waitForURL(/\/templates\/tpl_[^/]*$/);
      const order = page.getByRole('region', { name: 'Roles in signing order' });
      await shows(order.getByRole('listitem')).toHaveText([
        /Client.*2 fields/,
        /Witness.*Optional.*No fields/,
      ]);
      await putSenderFirst(page);
    }

    /** The sender signs first until the public form needs someone else, which its page says and changes. */
    async function putSenderFirst(page: Page): Promise<void> {
      const order = page.getByRole('region', { name: 'Roles in signing order' });
      await order.locator('summary').first().click();
      await order.getByRole('combobox', { name: 'Who takes the role Witness' }).selectOption('sender');
      await order.locator('summary', { hasText: 'More actions for Witness' }).click();
      await page.getByRole('button', { name: 'Move Witness up' }).click();
      await order.getByRole('button', { name: 'Save changes' }).click();
      await shows(order.getByRole('listitem').first()).toHaveText(/Witness.*Sender/);
      const form = page.getByRole('region', { name: 'Public form' });
      await form.locator('summary').click();
      await form
        .getByText(
          'The public form needs someone else to sign first, because you can’t fill in your own form.',
        )
        .waitFor();
      await form.getByRole('button', { name: 'Let Client sign first' }).click();
      await shows(form.getByRole('alert')).toHaveCount(0);
      await shows(order.getByRole('listitem').first()).toHaveText(/Client/, { timeout: patience(20_000) });
      // The rest of the story needs the client alone.
      await order.locator('summary').first().click();
      await order.locator('summary', { hasText: 'More actions for Witness' }).click();
      await page.getByRole('button', { name: 'Remove Witness' }).click();
      await order.getByRole('button', { name: 'Save changes' }).click();
      await shows(order.getByRole('listitem')).toHaveCount(1);
      await page.reload();
    }

    /** Sends the template to everyone on the list after correcting one address. */
    async function sendToList(page: Page): Promise<void> {
      await page.getByLabel('Recipient list').setInputFiles({
        name: 'people.xlsx',
        mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        buffer: await readFile(LIST),
      });
      await page.getByText('3 rows · 6 columns').waitFor();
      const goals = { 'Client name': 'client_name', Email: 'client_email', Company: 'client_company' };
      for (const [header, goal] of Object.entries(goals))
        await shows(page.getByLabel(`Goes to: ${header}`)).toHaveValue(goal);
      for (const header of ['First', 'Last', 'Start date'])
        await shows(page.getByLabel(`Goes to: ${header}`)).toHaveValue('');
      await page.getByRole('button', { name: 'Check 3 rows' }).click();
      await page.getByText('Did you mean eva@example.com?').waitFor();
      await page.getByRole('button', { name: 'Use it' }).click();
      await page.getByText('3 rows ready', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Continue with 3 rows' }).click();
      await page.getByRole('heading', { name: 'First rows' }).waitFor();
      await page.getByRole('button', { name: 'Send 3 envelopes' }).click();
      await page.getByText('3 of 3 sent').waitFor();
    }

    /** Returns the link in the email to an address whose subject starts like this. */
    async function linkIn(page: Page, email: string, subject: string): Promise<string> {
      type Listed = { items: { id: string; to: string; subject: string }[] };
      const find = async () => {
        const { items } = await read<Listed>(page, 'outbox.list', {});
        return items.find((mail) => mail.to === email && mail.subject.startsWith(subject))?.id;
      };
      await expect.poll(find, { timeout: patience(30_000) }).toBeDefined();
      const { text } = await read<{ text: string }>(page, 'outbox.get', { id: await find() });
      const [link] = /https?:\/\/\S+#token=[\w.-]+/.exec(text) ?? [];
      if (link === undefined) throw new Error(`no link in ${text}`);
      return link;
    }

    /** Signs as a person on the list, with this text. */
    async function sign(page: Page, email: string, name: string, value: string): Promise<void> {
      const client = createClient({ baseUrl: harness.origin, apiKey: await tokenIn(page, email) });
      const { data } = await client.GET('/api/signer/envelope');
      const field = data?.fields.find(({ type }) => type === 'text');
      if (field === undefined) throw new Error('there is no text field');
      const signature = { kind: 'typed', text: name } as const;
      const body = { values: [{ fieldId: field.id, value }], signature };
      const { response } = await client.POST('/api/signer/sign', { body });
      expect(response.status).toBe(200);
    }

    it(
      'is sent to a list from a spreadsheet, and filled in by a stranger on a phone',
      async () => {
        const owner = await harness.visit({ viewport: { width: 1440, height: 900 } });
        const { page } = owner;
        await signUp(page);
        await makeTemplate(page);
        const place = page.url();

        await page.goto(`${place}/bulk`);
        await sendToList(page);
        await sign(page, 'dora@example.com', 'Dora Nkemelu', 'Harbor 12');
        const outcomes = page.getByRole('region', { name: 'Results by row' });
        await page.reload();
        await shows(outcomes.getByRole('row')).toHaveText([
          /Row.*Recipient.*Status/,
          /1.*dora@example.com.*Completed/,
          /2.*eva@example.com.*Out for signature/,
          /3.*sam@example.com.*Out for signature/,
        ]);

        // The same template is published, and its link goes to someone without an account.
        await page.goto(place);
        await page.getByText('Used 3 times').waitFor();
        const form = page.getByRole('region', { name: 'Public form' });
        await form.locator('summary').click();
        await form.getByRole('button', { name: 'Publish form' }).click();
        const address = await form.getByRole('link').first().getAttribute('href');
        if (address === null) throw new Error('the form has no address');

        const stranger = await harness.visit(PHONE);
        const phone = stranger.page;
        const button = (name: string) => phone.getByRole('button', { name, exact: true });
        await phone.goto(address);
        await phone.getByRole('link', { name: 'Start' }).tap();
        await phone.getByLabel('Full name').fill('Elif Yılmaz');
        await phone.getByLabel('Email').fill('elif@example.com');
        await button('Email me a code').tap();
        await phone.getByLabel('Code').fill(await mailedCode(harness.database, 'elif@example.com'));
        await phone.locator('canvas').first().waitFor();
        await button('Start').tap();
        await phone.locator('#signer-actions').getByRole('textbox').fill('Studio 4');
        await button('Next').tap();
        await button('Adopt and sign').tap();
        await button('Sign and finish').tap();
        await phone.getByRole('heading', { name: 'Everyone has signed' }).waitFor();

        // She gets the copy on this device and, with another code, wherever she opens the link from the
        // email.
        const [download] = await Promise.all([
          phone.waitForEvent('download'),
          button('Download signed copy').tap(),
        ]);
        const taken = await readFile(await download.path());
        const text = textOf(writtenTo(directory.path, 'copy.pdf', taken));
        for (const words of ['Elif Yılmaz', 'elif@example.com', 'Studio 4']) expect(text).toContain(words);
        const later = await harness.visit(PHONE);
        await later.page.goto(await linkIn(page, 'elif@example.com', 'Completed: '));
        await later.page.getByRole('button', { name: 'Email me a code' }).tap();
        await later.page.getByLabel('Code').fill(await mailedCode(harness.database, 'elif@example.com'));
        const [mailed] = await Promise.all([
          later.page.waitForEvent('download'),
          later.page.getByRole('button', { name: 'Download signed copy' }).tap(),
        ]);
        expect(await readFile(await mailed.path())).toEqual(taken);
        expect([...stranger.faults, ...later.faults]).toEqual([]);

        // The sender sees her envelope next to the others.
        await page.goto(place);
        await page.getByText('Used 4 times').waitFor();
        await form.getByText('Used once', { exact: true }).waitFor();
        await shows(page.getByRole('region', { name: 'Results', exact: true })).toContainText('2 of 4');
        expect(owner.faults).toEqual([]);
        await later.context.close();
        await stranger.context.close();
        await owner.context.close();
      },
      patience(120_000),
    );
  },
);
